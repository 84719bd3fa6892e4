/*
 * person_row.h - persons as far as baskets tell them, one a row: no endpoint lists them.
 *
 * A term asks all baskets of a person: one that meets it is enough, with `!` none may. So words
 * find somebody by any address, name or id that was ever left.
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
void person_add_once(struct buf *texts, struct str text, bool nocase);

/* What stands of the person: a wish not to be contacted by any of the baskets, else what the newest
 * one is marked with. */
enum outcome_kind person_outcome(const struct person_row *row);

/* Whom it is about, as basket_row_customer() has it, of what any of the baskets says. */
void person_row_customer(struct buf *out, const struct person_row *row);
/* "since", "before" or nothing: what was bought, beside the newest basket that is open. */
const char *person_bought(const struct person_row *row);

extern const struct row_ops person_row_ops;
extern const struct column person_columns[];

#endif
