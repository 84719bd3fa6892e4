/*
 * link_questions.h - the questions to confirm before a link goes to a clipboard, a note or a
 * program. They are asked one after the other, each only once.
 */
#ifndef UI_BASKET_LINK_QUESTIONS_H
#define UI_BASKET_LINK_QUESTIONS_H

#include "ui/basket/contact.h"

/* The questions confirmed before a link is sent, as bits. */
enum send_confirmed {
	SEND_FAILED_CHECK = 1,      /* a check of the link failed */
	SEND_NEWER_BASKET = 2,      /* the same person has a newer basket */
	SEND_RECENT_CONTACT = 4,    /* the person was contacted within contact-pause */
	SEND_MISLEADING_TEXT = 8,   /* a text in the basket contains misleading characters */
	SEND_COMPLETED_BASKET = 32, /* this or another basket of the person was completed */
	SEND_NOT_RELOADED = 64,     /* the user accepted that the basket could not be reloaded */
	SEND_UNWANTED_CONTACT = 16, /* the person must not be contacted, or did not consent */
};

/* Asks the first unconfirmed question before a link that passes its checks is sent. If the
 * answer is yes, calls `go` with that bit added to `confirmed`. Reloads a basket first that was
 * read too long ago. Returns false if there is no question to ask. */
bool link_confirm(
    struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go);
/* Only the questions about the basket, for actions that do not send the link itself: is the
 * basket unchanged, is it open, may the person be contacted? */
bool link_confirm_basket(
    struct console *c, const struct basket_row *row, unsigned confirmed, contact_fn *go);

#endif
