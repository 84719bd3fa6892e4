/*
 * send_menu.h - the menu of the other texts of baskets that can be sent to the clipboard: e-mail,
 * name, company, external id, ids and rows.
 */
#ifndef UI_BASKET_SEND_MENU_H
#define UI_BASKET_SEND_MENU_H

#include "ui/rows/rows_pane.h"

/* Opens it for the marked rows, one text per line, or for the selected one. */
void send_menu_open(const struct rows_pane *r);

#endif
