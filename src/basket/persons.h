/*
 * persons.h - groups baskets by person: baskets with the same e-mail (ignoring ASCII case and
 * surrounding spaces) or the same identity (issuer and subject, byte for byte) belong to one
 * person, also through a third basket. A basket without either has no person. Pure.
 *
 * The rows belong to the caller, in an array that may grow and move; only row numbers are stored
 * here. An address shared by several people makes them one person, unless the row marks it as
 * shared (same_person.h): the data does not distinguish them.
 */
#ifndef BASKET_PERSONS_H
#define BASKET_PERSONS_H

#include "basket/row.h"

#define PERSON_NONE UINT32_MAX

struct person {
	/* Row numbers: the newest open basket, or the newest one if none is open; and the first
	 * in the chain of all baskets, newest first. */
	uint32_t newest_row, first_row;
	uint32_t open_count, completed_count; /* number of baskets */
	int64_t bought_at; /* creation time of the newest completed basket, or WHEN_NONE */
};

struct persons {
	VEC(struct person) list; /* ordered by their newest baskets, newest first */
	size_t row_count;        /* number of rows grouped so far */

	/* private */
	struct index *name_index; /* e-mail or identity to a row that has it */
	VEC(uint32_t) parents;    /* per row: another row of the same person, or the row itself */
	VEC(uint32_t) next;       /* per row: the next in its person's chain */
	VEC(uint32_t) person_of_row; /* per row: index of its person */
};

void persons_free(struct persons *p);
/* Groups all rows by person. Rows grouped earlier are assumed unchanged unless `anew`. */
void persons_merge_rows(struct persons *p, const struct basket_row *rows, size_t n, bool anew);
/* The person of a row, or NULL. */
const struct person *persons_find_by_row(const struct persons *p, uint32_t row);
/* The next older row of the same person; PERSON_NONE after the last. */
uint32_t persons_next_row(const struct persons *p, uint32_t row);
/* The message for lists that depend on later purchases when none of the baskets read is
 * completed. */
extern const char person_none_completed_text[];
/* True if there was a purchase after the newest open basket, or if every basket is completed. */
bool person_bought_since(const struct person *person, const struct basket_row *rows);

#endif
