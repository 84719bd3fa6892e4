/*
 * source_pane.h - the JSON of the selected row, as sent, over the whole body.
 */
#ifndef UI_ROWS_SOURCE_PANE_H
#define UI_ROWS_SOURCE_PANE_H

#include "ui/rows/rows_pane.h"

/* For the stack above the pane of rows, whose cursor it moves. */
struct pane *rows_source_pane_new(struct rows_pane *of);

#endif
