/*
 * link_batch.h - the links of several marked baskets: which of them may go, and how many do not.
 *
 * Rows are the console's and live until its list changes. Owns the links until link_batch_free().
 */
#ifndef UI_BASKET_LINK_BATCH_H
#define UI_BASKET_LINK_BATCH_H

#include "ui/kit/console.h"

struct link_batch {
	struct buf links; /* one a line */
	VEC(const struct basket_row *) rows;
	size_t none, failed;
	size_t again, older; /* contacted lately; not the newest of their person */
	size_t no_contact;   /* left out: not to be contacted */
	size_t bought;       /* completed, or the person completed another one; or maybe so */
	size_t no_consent;
};

/* Counts the basket, and takes its link where it may go; false where it is left out. */
bool link_batch_add(struct link_batch *b, struct console *c, struct str id);
/* Appends "Of these 3 links 1 goes to a recently contacted person, 1 …": the reasons to confirm.
 * False: there are none. */
bool link_batch_append_warnings(struct buf *words, const struct link_batch *b);
void link_batch_free(struct link_batch *b);

#endif
