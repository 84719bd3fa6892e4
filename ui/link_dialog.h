/*
 * link_dialog.h - the recovery link taken apart and checked, and whether it arrived: paste it
 * here once and the bytes are compared.
 */
#ifndef UI_LINK_DIALOG_H
#define UI_LINK_DIALOG_H

#include "ui/console.h"

/* `sent`: it just went out and waits to be proven; else a check failed and nothing was sent. */
void link_dialog_open(struct console *c, struct str basket_id, bool sent);

#endif
