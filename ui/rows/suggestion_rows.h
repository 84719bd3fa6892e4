/*
 * suggestion_rows.h - if no row matches the filter, offers words that are spelled similarly; Enter
 * shows their rows.
 */
#ifndef UI_ROWS_SUGGESTION_ROWS_H
#define UI_ROWS_SUGGESTION_ROWS_H

#include "ui/rows/rows_pane.h"

/* Shows the rows of the most similar word; opens a menu if there are several. Returns false if
 * rows match or no word is similar. */
bool suggestion_rows_show(struct rows_pane *r);
/* Appends "Nearest (Enter): ellison (3), edison (1)"; nothing if no word is similar. */
void suggestion_rows_append(const struct rows_pane *r, struct buf *out);
/* The suggestions as text in place of rows. */
void suggestion_rows_describe_empty(const struct rows_pane *r, struct doc *d);

#endif
