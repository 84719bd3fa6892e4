/*
 * suggestion_rows_read.h - where no row has the words of the filter: what is spelled alike is named, and Enter
 * shows it.
 */
#ifndef UI_ROWS_SUGGESTION_ROWS_H
#define UI_ROWS_SUGGESTION_ROWS_H

#include "ui/rows/rows_pane.h"

/* Shows what is near, asking which where that is several. False: rows match, or nothing is near. */
bool suggestion_rows_show(struct rows_pane *r);
/* "Nearest (Enter): ellison (3), edison (1)"; nothing where nothing is near. */
void suggestion_rows_append(const struct rows_pane *r, struct buf *out);
/* As above in place of rows. */
void suggestion_rows_describe_empty(const struct rows_pane *r, struct doc *d);

#endif
