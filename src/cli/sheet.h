/*
 * sheet.h - output.h's rows and columns: the table, csv and tsv.
 */
#ifndef CLI_SHEET_H
#define CLI_SHEET_H

#include "cli/output.h"

void sheet_item(struct output *o, const void *row, struct str json);
/* Aligns and prints the rows of a table's page. */
void sheet_page(struct output *o);
/* Where nothing was printed at all: the header. */
void sheet_end(struct output *o);

/* Appends a cell as csv or tsv want it. `foreign` text that a spreadsheet would take for a
 * formula gets a ' in front, and so does what would be one behind a ; or a line's end. */
void sheet_add_csv(struct buf *out, struct str text, bool foreign);
void sheet_add_tsv(struct buf *out, struct str text, bool foreign);

#endif
