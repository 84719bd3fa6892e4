/*
 * person_row.h - persons according to their baskets, one per row: the API does not list them.
 *
 * A term looks at all baskets of a person: one match suffices, and with `!` none may match. So a
 * word finds a person by any address, name or id they ever left.
 */
#ifndef APP_BASKET_PERSON_ROW_H
#define APP_BASKET_PERSON_ROW_H

#include "app/basket/persons.h"

struct person_rows;

struct person_row {
	struct str id; /* what stays: an e-mail or identity of the newest basket that has one */
	const struct basket_row *newest; /* as struct person has it */
	const struct person_rows *of;
	uint32_t first;                  /* of the chain of its baskets */
	uint32_t open, completed;        /* how many */
	bool bought_since;               /* person_bought_since() */
	struct str name, company, email; /* of the newest basket that says one */
	enum basket_reach reach;         /* by any */
};

/* Borrows rows and fold: anew whenever these changed. person_rows_free() them. */
struct person_rows {
	const struct basket_row *rows;
	const struct persons *fold;
	/* JSON of a basket by its number, for terms on custom fields; or NULL. */
	struct str (*json)(void *ctx, size_t row);
	void *ctx;
	struct arena texts;
	VEC(struct person_row) list;
};

/* Newest first; `out` is empty, or what was made before. */
void person_rows_make(
    struct person_rows *out, const struct persons *fold, const struct basket_row *rows);
void person_rows_free(struct person_rows *p);
/* Appends a person as JSON: {"names","emails","companies","identities","baskets","open",
 * "completed","bought","newest"}, texts newest first. */
void person_row_write(struct buf *out, const struct person_row *row);

/* Adds a text to others unless one of them is it, ASCII case aside where `nocase`. A NUL ends each:
 * texts of a service have none, but may have several lines. */
void person_add_text(struct buf *texts, struct str text, bool nocase);

/* The person's status: do not contact if any of the baskets has it, else the mark of the newest
 * one. */
enum contact_status person_contact_status(const struct person_row *row);

/* Whom it is about, as basket_row_customer() has it, of what any of the baskets says. */
void person_row_customer(struct buf *out, const struct person_row *row);
/* "since", "before" or nothing: a purchase after or before the newest open basket. */
const char *person_bought(const struct person_row *row);

extern const struct row_ops person_row_ops;
extern const struct column person_columns[];

#endif
