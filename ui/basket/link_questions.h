/*
 * link_questions.h - what is asked before a link goes its way, to a clipboard, in a note or to a program:
 * one question after the other, each once.
 */
#ifndef UI_BASKET_LINK_QUESTIONS_H
#define UI_BASKET_LINK_QUESTIONS_H

#include "ui/basket/contact.h"

/* What was asked and answered before a link goes out, as bits. */
enum send_confirmed {
	SEND_CHECKS = 1, /* a check of the link failed */
	SEND_NEWER = 2,  /* the same person has a newer basket */
	SEND_AGAIN = 4,  /* the person was contacted within contact-pause */
	SEND_FLAGGED = 8, /* a text of the basket is not what it looks like */
	SEND_CONTACT = 16, /* the person is not to be contacted, or did not consent */
};

/* Asks the first thing that stands between a link that passes its checks and its way out, and was not
 * confirmed yet; answered yes, `go` is called with that confirmed. False: there is nothing to ask. */
bool link_asks(
    struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go);

#endif
