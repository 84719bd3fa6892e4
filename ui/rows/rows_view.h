/*
 * rows_view.h - changes the VIEW of a row pane by keys, and saves the columns that the user chose.
 */
#ifndef UI_ROWS_ROWS_VIEW_H
#define UI_ROWS_ROWS_VIEW_H

#include "ui/rows/rows_pane.h"

/* A copy of the current VIEW, to change and pass to rows_view_apply(). */
struct view rows_view_copy(const struct rows_pane *r);
/* Shows the VIEW; takes ownership. Returns false and shows the reason on the message line if it
 * is invalid. */
bool rows_view_apply(struct rows_pane *r, struct view *view);

/* Saves the columns of the current VIEW for later. */
void rows_view_save_columns(struct rows_pane *r);

#endif
