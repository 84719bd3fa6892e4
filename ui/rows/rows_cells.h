/*
 * rows_cells.h - the visible cells of a list: their texts, their widths, and how long texts are
 * cut.
 *
 * rows_cells_arrange() makes the texts once per frame; they are valid until the next frame.
 */
#ifndef UI_ROWS_ROWS_CELLS_H
#define UI_ROWS_ROWS_CELLS_H

#include "ui/rows/rows_pane.h"

/* 1 if the rows are sorted by the column in ascending order, -1 if descending, 0 if they are not
 * sorted by it. */
int rows_column_order(
    const struct rows_kind *kind, const struct view *view, const struct column *column);
/* Places the columns in the list's width and writes the texts of the visible rows. */
void rows_cells_arrange(struct rows_pane *r, const struct shown_rows *rows);
/* The text of a visible row (0: the topmost) in one of its columns. */
struct str rows_cell_text(const struct rows_pane *r, size_t row, size_t column);
struct cell_style rows_cell_style(const struct rows_pane *r, size_t row, size_t column);
/* Appends the complete cell of any row, visible or not, and returns its style. */
struct cell_style rows_cell_write(struct buf *out, const struct rows_pane *r,
    const struct shown_rows *rows, size_t at, size_t column);
/* Appends the cell within `cells`. A long text is cut at its end, or in the middle if its end is
 * more distinctive or another visible cell starts the same way. */
void rows_cell_cut(
    struct buf *out, const struct rows_pane *r, size_t row, size_t column, int cells, bool ascii);

#endif
