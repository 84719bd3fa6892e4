/*
 * folded.h - common code of the lists that are derived from all baskets (persons, groups, sent links): the set
 * of rows a list was built from, its status, and the keys that read older baskets or reload.
 */
#ifndef UI_BASKET_FOLDED_H
#define UI_BASKET_FOLDED_H

#include "basket/sent_links.h"
#include "ui/rows/rows_pane.h"

/* The state of the basket rows that a list was built from. */
struct derived_list_state {
	const struct basket_row *rows;
	size_t n;
	unsigned order_version, estimate_version, contact_version;
	bool is_built;
};

/* True if the basket rows were moved or replaced since the list was built; pointers to them must
 * not be used then. */
bool derived_list_is_outdated(const struct derived_list_state *f, const struct baskets *b);
/* True if the list must be rebuilt now; records the state of the rows if so. While many baskets
 * are being read, it is not rebuilt for every page. Sets *anew if row indexes from the last
 * build are no longer valid. */
bool derived_list_needs_rebuild(struct derived_list_state *f, const struct baskets *b, bool *anew);

/* Makes the list of sent links from the contact log and the baskets that were read. */
void sent_links_make_now(struct sent_links *l, const struct console *c);
/* Appends this account as those rows name it: masked, while people are. */
void sent_links_append_account(struct buf *out, const struct console *c);

/* Appends "240 baskets read · more on the service" after other counts. */
void derived_list_append_counts(const struct rows_pane *r, struct buf *out);
/* The progress or the failure, worded as in pane 1. */
bool derived_list_append_status(const struct pane *p, struct buf *out, enum role *role);
bool derived_list_cancel(struct pane *p);
void derived_list_describe_empty(const struct rows_pane *r, struct doc *d);
/* Why the action cannot run now, for the keys that these panes share. */
const char *derived_list_why_not(const struct pane *p, enum action a);
/* The actions shared by these panes: reload, read older baskets, go to siblings, filter. */
extern const struct pane_action derived_list_actions[];

#endif
