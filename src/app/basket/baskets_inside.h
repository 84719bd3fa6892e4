/*
 * baskets_inside.h - what the files of baskets.h need of each other: baskets.c of baskets_read.c,
 * and both of baskets_rows.c.
 */
#ifndef APP_BASKET_BASKETS_INSIDE_H
#define APP_BASKET_BASKETS_INSIDE_H

#include "app/basket/baskets.h"

/* baskets_rows.c: does the view show it? */
bool baskets_matches_view(const struct baskets *b, const struct basket_row *row);
/* Sorts rows that were appended after the shown ones into their places. */
void baskets_sort(struct baskets *b);
/* All rows anew, or what is shown already, in its order, but for what does not match any more. */
void baskets_filter(struct baskets *b, bool all);

/* baskets_read.c: notifies the listener of a change; while pages come quickly, only now and
 * then. */
void baskets_notify_changed(struct baskets *b);
/* Ends what is read, and forgets what was. */
void baskets_clear(struct baskets *b);

#endif
