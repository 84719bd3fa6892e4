/*
 * filter_prompt.h - `/` on a pane of rows: filters while the user types. Enter keeps the filter and
 * adds the previous view to the history; Esc restores the previous view and its row.
 */
#ifndef UI_ROWS_FILTER_PROMPT_H
#define UI_ROWS_FILTER_PROMPT_H

#include "ui/rows/rows_pane.h"

struct modal *filter_prompt_new(struct rows_pane *rows);

#endif
