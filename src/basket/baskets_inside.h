/*
 * baskets_inside.h - functions shared by baskets.c, baskets_read.c and baskets_rows.c, not for
 * other files.
 */
#ifndef BASKET_BASKETS_INSIDE_H
#define BASKET_BASKETS_INSIDE_H

#include "basket/baskets.h"

/* baskets_rows.c: true if the view shows the row. */
bool baskets_matches_view(const struct baskets *b, const struct basket_row *row);
/* Sorts newly appended rows into the shown ones. */
void baskets_sort(struct baskets *b);
/* Applies the filter to all rows, or only removes shown rows that no longer match and keeps
 * their order. */
void baskets_filter(struct baskets *b, bool all);
/* Sets each row's later_purchase. Free the grouping with baskets_free_persons(). */
void baskets_mark_purchases(struct baskets *b);
/* True if the filter or the order may change with a basket's status. */
bool baskets_depend_on_status(const struct baskets *b);
void baskets_free_persons(struct baskets *b);

/* baskets_read.c: notifies the listener of a change; less often while pages arrive quickly. */
void baskets_notify_changed(struct baskets *b);
/* Stops reading and drops all rows and pages. */
void baskets_clear(struct baskets *b);

#endif
