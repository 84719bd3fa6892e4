/*
 * plan_look.h - what is to be looked at in a plan whose rows are all there: prices that smell, by
 * themselves and beside those of their siblings, and what else they reach.
 *
 * Siblings are offers of the same name, or of the same campaign with the same products, by charges
 * of the same name: the same thing in another market or currency. They are compared as they would
 * be once all of the plan is sent, and only what the plan itself brings about is said.
 */
#ifndef APP_PLAN_PLAN_LOOK_H
#define APP_PLAN_PLAN_LOOK_H

#include "app/plan/change_rules.h"
#include "app/plan/plan_held.h"

struct plan_looking {
	struct check_items offers;    /* all, in the order of their paths */
	enum price_direction direction; /* of the rules */
	int threshold;                /* percent; 0: none */
	const char *environment;      /* whose threshold it is */
	const struct plan_held *held; /* the open baskets; NULL: they were not read */
};

void plan_look(struct plan *p, const struct plan_looking *with);
/* The part that looks at siblings. */
void plan_look_at_siblings(struct plan *p, struct check_items offers);

#endif
