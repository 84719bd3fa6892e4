/*
 * link_questions.h - the questions to confirm before a link goes to a clipboard, a note or a
 * program. They are asked one after the other, each only once; the reasons for them are found by
 * basket/send_check.h, again after each answer.
 */
#ifndef UI_BASKET_LINK_QUESTIONS_H
#define UI_BASKET_LINK_QUESTIONS_H

#include "basket/send_check.h"
#include "ui/basket/recheck.h"

/* Collects the reasons to ask, with the console's time and contact log. */
void link_check(const struct console *c, const struct basket_row *row, struct send_check *check);
/* Asks about the first reason that is not `confirmed` (enum send_reason), for a link that passes its
 * own checks. If the answer is yes, calls `go` with that bit added to `confirmed`. Reloads a basket
 * first that was read too long ago. Returns false if there is no question to ask. */
bool link_confirm(
    struct console *c, const struct basket_row *row, unsigned confirmed, confirmed_fn *go);
/* Only the questions about the basket, for actions that do not send the link itself: is the
 * basket unchanged, is it open, may the person be contacted? */
bool link_confirm_basket(
    struct console *c, const struct basket_row *row, unsigned confirmed, confirmed_fn *go);

#endif
