/*
 * plan_held.h - counts offers in open baskets, which are those not completed.
 *
 * Fed with baskets one by one; keeps counts and paths, nothing about people.
 */
#ifndef APP_PLAN_PLAN_HELD_H
#define APP_PLAN_PLAN_HELD_H

#include "app/plan/plan.h"
#include "base/index.h"
#include "model/basket.h"
#include "model/check.h"

/* Zero-initialise it. */
struct plan_held {
	struct index *at; /* of a path in `n` */
	VEC(uint32_t) n;
	size_t baskets; /* that are open */
};

void plan_held_add(struct plan_held *h, const struct basket *basket);
uint32_t plan_held_of(const struct plan_held *h, struct str path);
void plan_held_free(struct plan_held *h);

/* Appends what the charges of a plan's rows come to at the start of those baskets, before and after
 * it: "GBP 119.88 before, 125.88 after; EUR …"; nothing where none is due at the start. */
void plan_held_sums(struct buf *out, const struct plan *p, const struct check_items *offers);

#endif
