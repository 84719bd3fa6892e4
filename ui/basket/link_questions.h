/*
 * link_questions.h - what is asked before a link goes its way, to a clipboard, in a note or to a program:
 * one question after the other, each once.
 */
#ifndef UI_BASKET_LINK_QUESTIONS_H
#define UI_BASKET_LINK_QUESTIONS_H

#include "ui/basket/contact.h"

/* The questions confirmed before a link is sent, as bits. */
enum send_confirmed {
	SEND_CHECKS = 1, /* a check of the link failed */
	SEND_NEWER = 2,  /* the same person has a newer basket */
	SEND_AGAIN = 4,  /* the person was contacted within contact-pause */
	SEND_FLAGGED = 8, /* a text of the basket is not what it looks like */
	SEND_COMPLETED = 32, /* it was completed, or another one of the person */
	SEND_REREAD = 64, /* the user goes on though it could not be read again */
	SEND_CONTACT = 16, /* the person is not to be contacted, or did not consent */
};

/* Asks the first unconfirmed question before a link that passes its checks is sent; if answered
 * yes, calls `go` with it confirmed. A basket that was read too long ago is read again first.
 * False: there is no question. */
bool link_confirm(
    struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go);
/* The first ones alone, for the ways that hand nothing out by themselves: is the basket still as it was
 * read, is it open, may the person be contacted? */
bool link_confirm_basket(
    struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go);

#endif
