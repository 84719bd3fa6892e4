/*
 * export.h - exports the shown rows to a file, in their order and with the shown columns. Pure.
 */
#ifndef LIST_EXPORT_H
#define LIST_EXPORT_H

#include "list/columns.h"
#include "list/table.h"

enum export_format {
	EXPORT_CSV,
	EXPORT_TSV,
	EXPORT_MD,
	EXPORT_TABLE,
	EXPORT_JSON,
	EXPORT_NDJSON,
	EXPORTS
};

extern const char *const export_names[EXPORTS]; /* names used by `get -o` and for files */

/* Appends all rows: the same bytes that `get` prints for a VIEW with these columns, or `get -o
 * wide` for a table. Cells are data: full times and texts, amounts as numbers, guarded as in
 * csv_add(). JSON is as the service sent it; rows without JSON from the service become an object
 * of their columns. */
void export_rows(struct buf *out, const struct shown_rows *rows,
    const struct placed_column *columns, size_t columns_n, enum export_format format,
    const struct cell_context *context);

#endif
