/*
 * rows_cells.h - the cells of a list that are on the screen: their texts, how wide they are, and
 * how what does not fit is cut.
 *
 * Texts are made once a frame, by rows_cells_arrange(), and live until the next one.
 */
#ifndef UI_ROWS_ROWS_CELLS_H
#define UI_ROWS_ROWS_CELLS_H

#include "ui/rows/rows_pane.h"

/* Are the rows in the order of the column, and which way: 1, -1; 0: they are not. */
int rows_order(
    const struct rows_kind *kind, const struct view *view, const struct column *column);
/* Places the columns for a list so many cells wide and writes the rows that are seen. */
void rows_cells_arrange(struct rows_pane *r, const struct shown_rows *rows);
/* The text of a row that is seen (0: the topmost) in one of its columns. */
struct str rows_cell(const struct rows_pane *r, size_t row, size_t column);
/* The text at the cell's right end ("sent"); or NULL. */
const char *rows_cell_end(const struct rows_pane *r, size_t row, size_t column);
/* Appends the whole cell of any row, visible or not; returns the text next to it, or NULL. */
const char *rows_cell_write(struct buf *out, const struct rows_pane *r,
    const struct shown_rows *rows, size_t at, size_t column);
/* Appends the cell within so many cells: cut at the end, or in the middle where the end tells more
 * or where another one on the screen begins alike. */
void rows_cell_cut(
    struct buf *out, const struct rows_pane *r, size_t row, size_t column, int cells, bool ascii);

#endif
