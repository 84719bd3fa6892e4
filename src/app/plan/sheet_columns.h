/*
 * sheet_columns.h - which column of a sheet is which, by the names in its first line.
 */
#ifndef APP_PLAN_SHEET_COLUMNS_H
#define APP_PLAN_SHEET_COLUMNS_H

#include "app/text/csv.h"

enum sheet_role {
	SHEET_PATH,
	SHEET_CHARGE,
	SHEET_ATTRIBUTE, /* of a plan's row: which one `new` is of */
	SHEET_PRICE,
	SHEET_NEW,
	SHEET_OLD,
	SHEET_CURRENCY,
	SHEET_PRICE_CURRENCY,
	SHEET_VERSION,
	SHEET_MODIFIED,
	SHEET_ROLES
};

#define SHEET_NONE SIZE_MAX

/* A column of an attribute. */
struct sheet_attribute {
	size_t at;
	struct str name;
};

struct sheet_columns {
	size_t at[SHEET_ROLES];   /* fields of a record; SHEET_NONE where it has none */
	VEC(struct str) headings; /* trimmed */
	VEC(struct sheet_attribute) attributes;
};

typedef void sheet_error_fn(void *ctx, struct str column, const char *words);

/* Takes the first record; what is wrong with it goes to `fault`. The texts must stay. */
void sheet_columns_read(
    struct sheet_columns *c, const struct csv *first, sheet_error_fn *fault, void *ctx);
void sheet_columns_free(struct sheet_columns *c);
/* Appends the names of those that are read. */
void sheet_columns_append_names(struct buf *out, const struct sheet_columns *c);

#endif
