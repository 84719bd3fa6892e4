/*
 * send_menu.h - Y: a menu of the other texts of a basket that can be sent to the clipboard.
 */
#ifndef UI_BASKET_SEND_MENU_H
#define UI_BASKET_SEND_MENU_H

#include "ui/kit/console.h"

void send_menu_open(struct console *c, struct str basket_id);

#endif
