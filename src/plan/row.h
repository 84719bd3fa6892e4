/*
 * row.h - the columns of a plan's rows in a list.
 */
#ifndef PLAN_ROW_H
#define PLAN_ROW_H

#include "list/columns.h"
#include "list/rows.h"
#include "plan/plan.h"

extern const struct view_resource plan_resource;

enum { PLAN_LARGEST_CHANGES_MAX = 3 };
/* Finds the done rows with the largest relative change, largest first; returns how many. */
size_t plan_rows_find_largest(
    const struct plan *p, const struct plan_row *out[PLAN_LARGEST_CHANGES_MAX]);
/* True if the row is about a charge, false if about an attribute. */
bool plan_row_is_price(const struct plan_row *row);
/* The two values of a row: an absent value has a NULL pointer, unlike an empty text. */
struct str plan_row_old_value(const struct plan_row *row);
struct str plan_row_new_value(const struct plan_row *row);
/* Appends the price change in words: "Digital Basic, monthly: GBP 3.99 before, 4.19 now
 * (+0.20)". */
void plan_row_append_sentence(struct buf *out, const struct plan_row *row);
/* Appends the difference of a row's prices: "+0.50", "-1.00"; nothing if it is refused. */
void plan_row_append_difference(struct buf *out, const struct plan_row *row);

/* Columns of a plan that a list need not show, as bits: charge and currency if several prices have
 * the same ones; notes once all changes are done. */
uint32_t plan_needless_columns(const struct plan *p);
/* Appends the charge and the currency if several prices have the same ones: ", monthly GBP". */
void plan_append_shared_charge(struct buf *out, const struct plan *p);

#endif
