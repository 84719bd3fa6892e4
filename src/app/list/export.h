/*
 * export.h - rows as a file has them: those that are shown, in their order, with the columns that
 * are shown. Pure.
 */
#ifndef APP_LIST_EXPORT_H
#define APP_LIST_EXPORT_H

#include "app/list/columns.h"
#include "app/list/table.h"

enum export_format {
	EXPORT_CSV,
	EXPORT_TSV,
	EXPORT_MD,
	EXPORT_TABLE,
	EXPORT_JSON,
	EXPORT_NDJSON,
	EXPORTS
};

extern const char *const export_names[EXPORTS]; /* as `get -o` and files have them */

/* Appends all rows: the bytes that `get` prints of a VIEW with these columns, of a table those of
 * `get -o wide`. Cells are data: times in full, texts whole, amounts as numbers, guarded as csv_add()
 * does. JSON is as the service sent it; of rows that it did not send, an object of their columns. */
void export_rows(struct buf *out, const struct shown_rows *rows,
    const struct placed_column *columns, size_t columns_n, enum export_format format,
    const struct cell_context *context);

#endif
