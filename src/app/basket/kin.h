/*
 * kin.h - all rows of the person who left one basket, found by looking at every row: for one detail
 * or one link, where folding all persons (persons.h) would be waited for. Who is one with whom is the same
 * there. Pure.
 */
#ifndef APP_BASKET_KIN_H
#define APP_BASKET_KIN_H

#include "app/basket/row.h"

enum { KIN_NAMES = 64 }; /* e-mails and identities of one person; more join nobody */

/* A name: an identity, or an e-mail, which has no issuer. Borrowed from the rows. */
struct kin_name {
	struct str iss, sub;
};

struct kin {
	VEC(uint32_t) rows; /* their numbers, the row itself among them */
	size_t n;
	struct kin_name names[KIN_NAMES];
};

/* Notes whether the row's e-mail is one of those (patterns as of files, NULL-terminated; or NULL) that
 * several people share: then it joins nobody. */
void kin_share(struct basket_row *row, char *const *shared);

/* The row may be none of those. Nobody has no rows. kin_free() it. */
void kin_find(
    struct kin *k, const struct basket_row *row, const struct basket_row *rows, size_t n);
void kin_free(struct kin *k);

#endif
