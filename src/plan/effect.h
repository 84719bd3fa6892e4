/*
 * effect.h - the effect of a plan in sums: by currency and interval, because amounts of two
 * currencies, or weekly and yearly ones, have no common sum. Pure.
 */
#ifndef PLAN_EFFECT_H
#define PLAN_EFFECT_H

#include "model/check.h"
#include "plan/plan.h"

/* Appends one line per currency and interval, without a newline at the end: "GBP monthly +12.40 on
 * 14 prices". The intervals come from the offers' charges. Attributes are counted: "3 other
 * changes". Refused rows do not count. */
void plan_append_effect(struct buf *out, const struct plan *p, const struct check_items *offers);
/* Appends the smallest and the largest change among the rows without a warning, and the open
 * baskets that have them: "22 others  raises of 0.49 to 8.99, on 58 open baskets"; nothing if
 * all rows have a warning. */
void plan_append_others(struct buf *out, const struct plan *p);

#endif
