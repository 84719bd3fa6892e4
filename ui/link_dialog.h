/*
 * link_dialog.h - the recovery link taken apart and checked, and whether it arrived: paste it
 * here once and the bytes are compared.
 */
#ifndef UI_LINK_DIALOG_H
#define UI_LINK_DIALOG_H

#include "ui/console.h"

enum link_dialog_why {
	LINK_DIALOG_SENT,   /* it just went out and waits to be proven */
	LINK_DIALOG_FAILED, /* a check failed: nothing was sent */
	LINK_DIALOG_LOOK,   /* nothing was asked for yet */
};

void link_dialog_open(struct console *c, struct str basket_id, enum link_dialog_why why);

#endif
