/*
 * plan_row.h - a plan's rows in a list: its columns.
 */
#ifndef APP_PLAN_PLAN_ROW_H
#define APP_PLAN_PLAN_ROW_H

#include "app/list/columns.h"
#include "app/list/rows.h"
#include "app/plan/plan.h"

extern const struct view_resource plan_resource;

enum { PLAN_LARGEST = 3 };
/* The rows that are done and change most, in proportion, the largest first; gives how many. */
size_t plan_rows_find_largest(const struct plan *p, const struct plan_row *out[PLAN_LARGEST]);
/* Is it one of a charge, or one of an attribute? */
bool plan_row_is_price(const struct plan_row *row);
/* Its two values: an empty text is there, what is nothing at all has no pointer. */
struct str plan_row_old(const struct plan_row *row);
struct str plan_row_new(const struct plan_row *row);
/* Appends what a customer pays for it: "Digital Basic, monthly: GBP 3.99 before, 4.19 now (+0.20)".
 */
void plan_row_append_sentence(struct buf *out, const struct plan_row *row);
/* Appends what all rows that would be sent change together, by currency: "GBP +4.20, EUR -0.30". */
void plan_rows_append_totals(struct buf *out, const struct plan *p);
/* Appends what a row changes its charge by: "+0.50", "-1.00"; nothing where it is refused. */
void plan_row_append_difference(struct buf *out, const struct plan_row *row);

#endif
