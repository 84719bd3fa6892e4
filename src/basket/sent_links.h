/*
 * sent_links.h - the baskets whose recovery link was sent, by the contact log, and what became of
 * each: one row per basket, for its last link. Pure.
 *
 * A row is a basket row whose `created` is the time of the link, so that since=, day, week and the
 * like are about sending. A basket that the service no longer lists has only its id, time and
 * account: a service does not say whether it was bought, expired or deleted.
 */
#ifndef BASKET_SENT_LINKS_H
#define BASKET_SENT_LINKS_H

#include "basket/row.h"
#include "contact/contact_log.h"

struct sent_links {
	VEC(struct basket_row) rows; /* the last link first */

	/* private */
	struct arena text_arena;
};

/* Finds the baskets of all links of the log among the rows that were read. `whole`: no other basket
 * exists, so that one that is missing is gone. Texts of the rows are those of the log and of the
 * baskets, and must outlive the list. `mask`: for the accounts that sent them; NULL: not masked. */
void sent_links_make(struct sent_links *l, const struct contact_log *log,
    const struct basket_row *baskets, size_t n, bool whole, const struct mask *mask);
void sent_links_free(struct sent_links *l);
/* Appends "12 open, 4 completed, 2 gone"; results that are not known only if there are any. */
void sent_link_append_results(struct buf *out, const uint32_t counts[SENT_LINK_RESULTS]);
/* Appends the link as JSON. */
void sent_link_write(struct buf *out, const struct basket_row *row);
/* True if the VIEW lists sent links, or groups of them. */
bool view_is_of_sent_links(const struct view *view);

/* Facts that the API does not have, for the screen and stderr. */
extern const char sent_links_limits_text[];

extern const struct column sent_link_columns[];
extern const struct row_ops sent_link_row_ops;

#endif
