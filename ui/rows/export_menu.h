/*
 * export_menu.h - `e`: what is shown, as a file or in the clipboard.
 */
#ifndef UI_ROWS_EXPORT_MENU_H
#define UI_ROWS_EXPORT_MENU_H

#include "ui/rows/rows_pane.h"

/* Asks how, and where to; then says what was written. */
void export_menu_open(struct rows_pane *r);

#endif
