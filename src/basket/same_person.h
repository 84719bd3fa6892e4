/*
 * same_person.h - finds all rows of the person of one basket by scanning every row: for one detail
 * or one link, when grouping all persons (persons.h) would take too long. Uses the same rules as
 * persons.h. Pure.
 */
#ifndef BASKET_SAME_PERSON_H
#define BASKET_SAME_PERSON_H

#include "basket/row.h"

enum {
	SAME_PERSON_NAMES_MAX = 64
}; /* e-mails and identities of one person; further ones are ignored */

/* An identifier of a person: an identity, or an e-mail, which has no issuer. Borrowed from the
 * rows. */
struct same_person_name {
	struct str iss, sub;
};

struct same_person {
	VEC(uint32_t) rows; /* row numbers, including that of the row itself */
	size_t n;
	struct same_person_name names[SAME_PERSON_NAMES_MAX];
};

/* Sets row->shared if the row's e-mail matches one of the shared addresses (patterns as for file
 * names, NULL-terminated; or NULL): such an address does not identify a person. */
void same_person_mark_shared(struct basket_row *row, char *const *shared);

/* Finds the person's rows. `row` need not be among `rows`. A basket without a person has no
 * rows. Free with same_person_free(). */
void same_person_collect_names(
    struct same_person *k, const struct basket_row *row, const struct basket_row *rows, size_t n);
void same_person_free(struct same_person *k);

#endif
