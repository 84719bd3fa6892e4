/*
 * effect.h - the effect of a plan in sums: by currency and interval, because amounts of two
 * currencies, or weekly and yearly ones, have no common sum. Pure.
 */
#ifndef PLAN_EFFECT_H
#define PLAN_EFFECT_H

#include "model/check.h"
#include "plan/plan.h"

/* The sum of one currency and interval. */
struct plan_effect {
	struct str currency;
	struct buf interval; /* "monthly", "once"; empty if it is not known */
	int64_t sum;         /* valid unless `overflowed` */
	size_t price_count;
	bool overflowed;
};

struct plan_effects {
	VEC(struct plan_effect) v;
	size_t attribute_count; /* changes of other attributes than prices */
};

/* Collects the sums of the rows that are not refused. Currencies are borrowed from the plan. */
void plan_effects_collect(
    struct plan_effects *out, const struct plan *p, const struct check_items *offers);
void plan_effects_free(struct plan_effects *all);
/* Appends "+24.73", or "too large to add up". */
void plan_effect_append_sum(struct buf *out, const struct plan_effect *e);
/* Appends "3 other changes"; nothing if only prices change. */
void plan_effects_append_attributes(struct buf *out, const struct plan_effects *all);

/* Appends one line per currency and interval, without a newline at the end: "GBP monthly +12.40 on
 * 14 prices". The intervals come from the offers' charges. Attributes are counted: "3 other
 * changes". Refused rows do not count. */
void plan_append_effect(struct buf *out, const struct plan *p, const struct check_items *offers);
/* Appends the smallest and the largest change among the rows without a warning, and the open
 * baskets that have them: "22 others  raises of 0.49 to 8.99, on 58 open baskets"; nothing if
 * all rows have a warning. */
void plan_append_others(struct buf *out, const struct plan *p);

#endif
