/*
 * rows_view.h - the VIEW of a pane of rows, changed by its keys; and its columns, which are saved
 * if the user chose them.
 */
#ifndef UI_ROWS_ROWS_VIEW_H
#define UI_ROWS_ROWS_VIEW_H

#include "ui/rows/rows_pane.h"

/* A copy of the view that is shown, to be changed and handed to rows_view_apply(). */
struct view rows_view_copy(const struct rows_pane *r);
/* Shows it; takes it. False says why on the message line. */
bool rows_view_apply(struct rows_pane *r, struct view *view);

/* The columns of the view that is shown are kept from now on. */
void rows_view_save_columns(struct rows_pane *r);

#endif
