/*
 * same_person.h - all rows of the person of one basket, by a scan of every row: for one detail or one link,
 * when folding all persons (persons.h) would take too long. Uses the same rules for one person as
 * persons.h. Pure.
 */
#ifndef APP_BASKET_SAME_PERSON_H
#define APP_BASKET_SAME_PERSON_H

#include "app/basket/row.h"

enum { SAME_PERSON_NAMES_MAX = 64 }; /* e-mails and identities of one person; further ones are ignored */

/* A name: an identity, or an e-mail, which has no issuer. Borrowed from the rows. */
struct same_person_name {
	struct str iss, sub;
};

struct same_person {
	VEC(uint32_t) rows; /* their numbers, the row itself among them */
	size_t n;
	struct same_person_name names[SAME_PERSON_NAMES_MAX];
};

/* Records whether the row's e-mail matches one of the shared addresses (patterns as of files,
 * NULL-terminated; or NULL): such an address does not identify a person. */
void same_person_mark_shared(struct basket_row *row, char *const *shared);

/* The row need not be one of those. A basket without a person has no rows. same_person_free() it. */
void same_person_find(
    struct same_person *k, const struct basket_row *row, const struct basket_row *rows, size_t n);
void same_person_free(struct same_person *k);

#endif
