/*
 * source_pane.h - the JSON of the selected row as the service sent it, over the whole body.
 */
#ifndef UI_ROWS_SOURCE_PANE_H
#define UI_ROWS_SOURCE_PANE_H

#include "ui/rows/rows_pane.h"

/* A pane to push above the row pane; it moves that pane's cursor. */
struct pane *rows_source_pane_new(struct rows_pane *of);

#endif
