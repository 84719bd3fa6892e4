/*
 * link_batch.h - the links of several marked baskets: collects those that may be sent, and counts
 * those left out.
 *
 * Rows belong to the console and are valid until its list changes. The batch owns the links until
 * link_batch_free().
 */
#ifndef UI_BASKET_LINK_BATCH_H
#define UI_BASKET_LINK_BATCH_H

#include "ui/kit/console.h"

struct link_batch {
	struct buf links; /* one link per line */
	VEC(const struct basket_row *) rows;
	size_t without_link_count, failed_count;
	size_t recently_contacted_count,
	    newer_basket_count;  /* contacted recently; has a newer basket */
	size_t no_contact_count; /* left out: the person must not be contacted */
	size_t bought_count;     /* this or another basket of the person is (or may be) completed */
	size_t without_consent_count;
};

/* Counts the basket, and adds its link if it may be sent. Returns false if it is left out. */
bool link_batch_add(struct link_batch *b, struct console *c, struct str id);
/* Appends the reasons to ask for confirmation, such as "Of these 3 links 1 goes to a recently
 * contacted person, 1 …". Returns false if there are none. */
bool link_batch_append_warnings(struct buf *words, const struct link_batch *b);
void link_batch_free(struct link_batch *b);

#endif
