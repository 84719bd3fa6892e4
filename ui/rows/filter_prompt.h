/*
 * filter_prompt.h - `/` over a pane of rows: narrows them per key. Enter keeps what is shown and
 * makes the view before a place to go back to; Esc brings that back, with its row.
 */
#ifndef UI_ROWS_FILTER_PROMPT_H
#define UI_ROWS_FILTER_PROMPT_H

#include "ui/rows/rows_pane.h"

struct modal *filter_prompt_new(struct rows_pane *rows);

#endif
