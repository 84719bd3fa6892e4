/*
 * usage.h - counts offers in open baskets, which are those not completed.
 *
 * Baskets are added one by one; only counts and paths are stored, nothing about people.
 */
#ifndef PLAN_USAGE_H
#define PLAN_USAGE_H

#include "base/index.h"
#include "model/basket.h"
#include "model/check.h"
#include "plan/plan.h"

/* Zero-initialise it. */
struct plan_usage {
	struct index *path_index; /* from path to index in `basket_counts` */
	VEC(uint32_t) basket_counts;
	size_t open_basket_count; /* number of open baskets */
};

void plan_usage_add(struct plan_usage *h, const struct basket *basket);
/* Adds an open basket by the paths of its items, one per line. */
void plan_usage_add_paths(struct plan_usage *h, struct str paths);
uint32_t plan_usage_count(const struct plan_usage *h, struct str path);
void plan_usage_free(struct plan_usage *h);

/* Appends the total due at the start of those baskets for the charges in the plan, before and
 * after it: "GBP 119.88 before, 125.88 after; EUR …"; nothing if none is due at the start. */
void plan_usage_append_totals(
    struct buf *out, const struct plan *p, const struct check_items *offers);

#endif
