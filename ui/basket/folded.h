/*
 * folded.h - lists that are made of all baskets that were read: persons, groups. As of which
 * baskets one is, and what such panes have in common: reading older ones, reading again.
 */
#ifndef UI_BASKET_FOLDED_H
#define UI_BASKET_FOLDED_H

#include "ui/rows/rows_pane.h"

/* As of which rows. */
struct folded {
	const struct basket_row *rows;
	size_t n;
	unsigned moves, estimated, marked;
	bool is_built;
};

/* Are the rows elsewhere than they were, or others? Then nothing that points at them may be used.
 */
bool folded_is_outdated(const struct folded *f, const struct baskets *b);
/* Has it to be made now? While many are being read, not for every page. Takes note of the rows as
 * they are when it has; `anew` says whether those from before have other numbers. */
bool folded_is_due(struct folded *f, const struct baskets *b, bool *anew);

/* Appends "240 baskets read · more on the service" after other counts. */
void folded_counts(const struct rows_pane *r, struct buf *out);
/* The progress or the failure, in the words of pane 1. */
bool folded_status(const struct pane *p, struct buf *out, enum role *role);
bool folded_cancel(struct pane *p);
void folded_describe_empty(const struct rows_pane *r, struct doc *d);
/* Why not now: what such panes have keys for. */
const char *folded_why_not(const struct pane *p, enum action a);
/* R, and m. */
extern const struct pane_action folded_actions[];

#endif
