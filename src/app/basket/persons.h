/*
 * persons.h - baskets folded by person: baskets with the same e-mail (ignoring ASCII case and
 * surrounding spaces) or the same identity (issuer and subject, byte for byte) belong to one
 * person, also through a third basket. A basket without either has no person. Pure.
 *
 * Rows belong to the caller, in an array that may grow and move; only their numbers are kept. An
 * address shared by several people makes them one person, unless the row marks it as shared
 * (same_person.h): the data does not distinguish them.
 */
#ifndef APP_BASKET_PERSONS_H
#define APP_BASKET_PERSONS_H

#include "app/basket/row.h"

#define PERSON_NONE UINT32_MAX

struct person {
	/* Numbers of rows: the newest open basket, or where none is open the newest; and the first
	 * of a chain of all, newest first. */
	uint32_t newest, first;
	uint32_t open, completed; /* how many */
	int64_t bought;           /* when the newest completed one was begun, or WHEN_NONE */
};

struct persons {
	VEC(struct person) all; /* in the order of their newest baskets, newest first */
	size_t rows;            /* that were folded */

	/* inside */
	struct index *named;   /* an e-mail or an identity to a row that has it */
	VEC(uint32_t) parents; /* of each row another one of the same person, or itself */
	VEC(uint32_t) next;    /* in the chain of its person */
	VEC(uint32_t) person;  /* of each row */
};

void persons_free(struct persons *p);
/* Folds all rows. Those that were folded before are taken as they were unless `anew`. */
void persons_fold(struct persons *p, const struct basket_row *rows, size_t n, bool anew);
/* The person of a row, or NULL. */
const struct person *persons_of(const struct persons *p, uint32_t row);
/* The next older row of the same person; PERSON_NONE after the last. */
uint32_t persons_next(const struct persons *p, uint32_t row);
/* Said where baskets were read, none of them completed, and it matters who bought since. */
extern const char person_none_completed[];
/* Was there a purchase after the newest open basket? True if every basket is completed. */
bool person_bought_since(const struct person *person, const struct basket_row *rows);

#endif
