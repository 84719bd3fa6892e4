/*
 * link_questions.h - the questions to confirm before a link goes to a clipboard, a note or a
 * program. They are asked one after the other, each only once; the reasons for them are found by
 * basket/send_check.h, again after each answer.
 */
#ifndef UI_BASKET_LINK_QUESTIONS_H
#define UI_BASKET_LINK_QUESTIONS_H

#include "basket/send_check.h"
#include "ui/basket/recheck.h"
#include "ui/kit/console.h"

/* Collects the reasons to ask, with the console's time and contact log. */
void link_check(const struct console *c, const struct basket_row *row, struct send_check *check);
/* Asks about the first reason that is not `confirmed` (enum send_reason), for a link that passes
 * its own checks. If the answer is yes, calls `go` with that bit added to `confirmed`. Reloads a
 * basket first that was read too long ago. Returns false if there is no question to ask. */
bool link_confirm(
    struct console *c, const struct basket_row *row, unsigned confirmed, confirmed_fn *go);
/* Only the questions about the basket, for actions that do not send the link itself: is the
 * basket unchanged, is it open, may the person be contacted? */
bool link_confirm_basket(
    struct console *c, const struct basket_row *row, unsigned confirmed, confirmed_fn *go);

/*
 * The links of several marked baskets: those that may be sent, and the counts of those left out.
 * Rows belong to the console and are valid until its list changes.
 */

struct link_batch {
	struct buf links; /* one link per line */
	VEC(const struct basket_row *) rows;
	size_t without_link_count, failed_count;
	size_t recently_contacted_count,
	    newer_basket_count;  /* contacted recently; has a newer basket */
	size_t no_contact_count; /* left out: the person must not be contacted */
	size_t bought_count;     /* this or another basket of the person is (or may be) completed */
	size_t without_consent_count, unknown_consent_count;
};

/* Counts the basket, and adds its link if it may be sent. Returns false if it is left out. */
bool link_batch_add(struct link_batch *b, struct console *c, struct str id);
/* Appends the reasons to ask for confirmation, such as "Of these 3 links 1 goes to a recently
 * contacted person, 1 …". Returns false if there are none. */
bool link_batch_append_warnings(struct buf *words, const struct link_batch *b);
/* Wipes the links. */
void link_batch_free(struct link_batch *b);

#endif
