/*
 * person_row.h - persons derived from their baskets, one per row: the API does not list them.
 *
 * A term is applied to all baskets of a person: one match suffices, and with `!` none may match. So
 * a word finds a person by any address, name or id in any of their baskets.
 */
#ifndef BASKET_PERSON_ROW_H
#define BASKET_PERSON_ROW_H

#include "basket/persons.h"

struct person_rows;

struct person_row {
	struct str id; /* stable id: an e-mail or identity of the newest basket that has one */
	const struct basket_row *newest; /* as in struct person */
	const struct person_rows *person_rows;
	uint32_t first_row;                   /* first in the chain of the person's baskets */
	uint32_t open_count, completed_count; /* number of baskets */
	bool bought_since;                    /* person_bought_since() */
	struct str name, company, email;      /* of the newest basket that has it */
	enum basket_reach reach;              /* combined over all baskets */
};

/* Borrows rows and fold: rebuild it when they change. Free with person_rows_free(). */
struct person_rows {
	const struct basket_row *rows;
	const struct persons *merged_persons;
	/* The JSON of a basket by its number, for terms on custom fields; or NULL. */
	struct str (*get_row_json)(void *ctx, size_t row);
	void *ctx;
	struct arena text_arena;
	VEC(struct person_row) list;
};

/* Builds the rows, newest first; `out` is empty or holds earlier rows. */
void person_rows_make(
    struct person_rows *out, const struct persons *fold, const struct basket_row *rows);
void person_rows_free(struct person_rows *p);
/* Appends a person as JSON: {"names","emails","companies","identities","baskets","open",
 * "completed","bought","newest"}, texts newest first. */
void person_row_write(struct buf *out, const struct person_row *row);

/* Adds a text to the list unless it is there already, ignoring ASCII case if `nocase`. Each text
 * ends with a NUL: texts of a service have none, but may have several lines. */
void person_add_text(struct buf *texts, struct str text, bool nocase);

/* The person's contact status: do not contact if any basket has it, otherwise that of the newest
 * basket. */
enum contact_status person_contact_status(const struct person_row *row);

/* Appends the person's name or a substitute, as basket_row_write_customer() does, from the first
 * basket that has it. */
void person_row_write_customer(struct buf *out, const struct person_row *row);
/* "since" for a purchase after the newest open basket, "before" for an earlier one, otherwise
 * "". */
const char *person_bought_word(const struct person_row *row);

extern const struct row_ops person_row_ops;
extern const struct column person_columns[];

#endif
