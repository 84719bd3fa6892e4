/*
 * sheet_columns.h - identifies the columns of a sheet by their headings.
 */
#ifndef PLAN_SHEET_COLUMNS_H
#define PLAN_SHEET_COLUMNS_H

#include "list/csv.h"

enum sheet_role {
	SHEET_PATH,
	SHEET_CHARGE,
	SHEET_ATTRIBUTE, /* in a plan's rows: the attribute that `new` is for */
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

/* A column with an attribute. */
struct sheet_attribute {
	size_t field_index;
	struct str name;
};

struct sheet_columns {
	size_t field_indexes[SHEET_ROLES]; /* index of the field in a record; SHEET_NONE: no such
					      column */
	VEC(struct str) headings;          /* trimmed */
	VEC(struct sheet_attribute) attributes;
};

typedef void sheet_error_fn(void *ctx, struct str column, const char *words);

/* Reads the headings; errors go to `fault`. The texts must remain valid. */
void sheet_columns_read(
    struct sheet_columns *c, const struct csv *first, sheet_error_fn *fault, void *ctx);
void sheet_columns_free(struct sheet_columns *c);
/* Appends the names of the columns used. */
void sheet_columns_append_names(struct buf *out, const struct sheet_columns *c);

#endif
