/*
 * link_dialog.h - the recovery link taken apart and checked, and whether it arrived: paste it
 * here once and the bytes are compared.
 */
#ifndef UI_BASKET_LINK_DIALOG_H
#define UI_BASKET_LINK_DIALOG_H

#include "ui/kit/console.h"

enum link_dialog_reason {
	LINK_DIALOG_SENT,   /* it just went out and waits to be proven */
	LINK_DIALOG_FAILED, /* a check failed: nothing was sent */
	LINK_DIALOG_LOOK,   /* nothing was asked for yet */
};

/* The actions on the basket after the dialog is closed. */
struct link_routes {
	void (*send)(struct console *c, struct str basket_id, unsigned confirmed);
	void (*raw_view)(struct console *c, struct str basket_id);
	void (*to_file)(struct console *c, struct str basket_id);
	void (*code)(struct console *c, struct str basket_id); /* for a camera */
	void (*note)(struct console *c, struct str basket_id);
	/* It went out and nothing says that it did not arrive: it is noted as sent. */
	void (*arrived)(struct console *c, struct str basket_id);
	unsigned checked; /* what send() is told when a failed check was read and accepted */
};

/* `ways` must outlive it. */
void link_dialog_open(struct console *c, struct str basket_id, enum link_dialog_reason why,
    const struct link_routes *routes);

#endif
