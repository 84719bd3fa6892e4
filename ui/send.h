/*
 * send.h - gets texts into the clipboard of the person in front of the terminal, and says what
 * was done: sent, through what, how many bytes, how it ends. Never "copied": nobody answers.
 */
#ifndef UI_SEND_H
#define UI_SEND_H

#include "ui/console.h"

/* What was asked and answered before a link goes out, as bits. */
enum send_confirmed {
	SEND_CHECKS = 1, /* a check of the link failed */
	SEND_NEWER = 2,  /* the same person has a newer basket */
	SEND_AGAIN = 4,  /* it was sent within a day */
	SEND_FLAGGED = 8 /* a text of the basket is not what it looks like */
};

/* Sends a basket's recovery link, asking first where there is a reason to. */
void send_link(struct console *c, struct str basket_id, unsigned confirmed);
/* The links of several baskets, one a line; those that fail a check are left out and counted. What
 * one link would be asked is asked once for all, unless `confirmed`. */
void send_links(struct console *c, const char *const *ids, size_t n, bool confirmed);
/* Any other text; `what` names it: "the e-mail". */
void send_text(struct console *c, struct str text, const char *what);
/* The link alone on the screen. */
void send_bare(struct console *c, struct str basket_id);
/* The link to a private file; says where. */
void send_to_file(struct console *c, struct str basket_id);
/* Puts the text on the route without a word; false with err when it could not go. */
bool send_raw(struct console *c, struct str text, struct err *err);

#endif
