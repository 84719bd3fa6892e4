/*
 * send_cells.h - a menu of the columns of the selected row; the chosen cell is sent alone.
 */
#ifndef UI_ROWS_SEND_CELLS_H
#define UI_ROWS_SEND_CELLS_H

#include "ui/rows/rows_pane.h"

/* Opens the menu, also with columns that the list has no room for. Cells are sent as they are shown;
 * recovery links are not among them. */
void rows_open_cells_menu(struct rows_pane *r);
/* `Y` in panes without further texts to send. */
void rows_run_send_cells(struct pane *p);

#endif
