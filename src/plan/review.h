/*
 * review.h - notes for the review of a complete plan: suspicious prices, by themselves and
 * compared with their siblings, and other effects of a change.
 *
 * Siblings are offers with the same name, or of the same campaign with the same products, by
 * charges with the same name: the same thing in another market or currency. Prices are compared as
 * they would be after the whole plan, and only differences caused by the plan are noted.
 */
#ifndef PLAN_REVIEW_H
#define PLAN_REVIEW_H

#include "plan/change_rules.h"
#include "plan/usage.h"

struct plan_review_context {
	struct check_items offers;      /* all offers, sorted by path */
	enum price_direction direction; /* direction of the rules */
	int threshold_percent;          /* percent; 0: none */
	const char *environment;        /* name of the environment that sets the threshold */
	const struct plan_usage *usage; /* open baskets; NULL: not read */
};

void plan_review(struct plan *p, const struct plan_review_context *with);
/* The part of plan_review() that compares siblings. */
void plan_review_siblings(struct plan *p, struct check_items offers);
/* Adds the warnings about the price of one row, by itself and compared with its siblings. */
void plan_review_row(struct plan *p, struct plan_row *row, const struct plan_review_context *with);

#endif
