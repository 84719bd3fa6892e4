/*
 * plan_usage.h - counts offers in open baskets, which are those not completed.
 *
 * Fed with baskets one by one; keeps counts and paths, nothing about people.
 */
#ifndef APP_PLAN_PLAN_USAGE_H
#define APP_PLAN_PLAN_USAGE_H

#include "app/plan/plan.h"
#include "base/index.h"
#include "model/basket.h"
#include "model/check.h"

/* Zero-initialise it. */
struct plan_usage {
	struct index *at; /* of a path in `n` */
	VEC(uint32_t) n;
	size_t baskets; /* that are open */
};

void plan_usage_add(struct plan_usage *h, const struct basket *basket);
uint32_t plan_usage_count(const struct plan_usage *h, struct str path);
void plan_usage_free(struct plan_usage *h);

/* Appends what the charges of a plan's rows come to at the start of those baskets, before and after
 * it: "GBP 119.88 before, 125.88 after; EUR …"; nothing where none is due at the start. */
void plan_usage_append_totals(struct buf *out, const struct plan *p, const struct check_items *offers);

#endif
