/*
 * link_dialog.h - shows the parts of a recovery link and its checks. Also tests whether a sent link
 * arrived: the user pastes it here once, and the bytes are compared.
 */
#ifndef UI_BASKET_LINK_DIALOG_H
#define UI_BASKET_LINK_DIALOG_H

#include "ui/kit/console.h"

enum link_dialog_reason {
	LINK_DIALOG_SENT,   /* the link was just sent; the user is asked to paste it */
	LINK_DIALOG_FAILED, /* a check failed: nothing was sent */
	LINK_DIALOG_REVIEW, /* opened to look at the link; nothing was sent */
};

/* The actions that the dialog offers for the basket; they run after it is closed. */
struct link_dialog_actions {
	void (*send)(struct console *c, struct str basket_id, unsigned confirmed);
	void (*show_raw_view)(struct console *c, struct str basket_id);
	void (*write_to_file)(struct console *c, struct str basket_id);
	void (*show_qr_code)(struct console *c, struct str basket_id); /* shows a QR code */
	void (*copy_note)(struct console *c, struct str basket_id);
	/* Records the link as sent. Called if it arrived, or if its arrival was not checked. */
	void (*confirm_arrival)(struct console *c, struct str basket_id);
	unsigned accepted_flag; /* passed to send() if the user accepted a failed check */
};

/* `routes` must outlive the dialog. */
void link_dialog_open(struct console *c, struct str basket_id, enum link_dialog_reason why,
    const struct link_dialog_actions *routes);

#endif
