/*
 * plan_maker.h - builds the rows of a plan, for any source of new values: one per charge and per
 * attribute, each with its request name, the hash of its offer, its other effects, its notes for
 * review, and the reason if it cannot be sent.
 */
#ifndef APP_PLAN_PLAN_MAKER_H
#define APP_PLAN_PLAN_MAKER_H

#include "app/catalog/catalog.h"
#include "app/list/view.h"
#include "app/plan/plan.h"
#include "app/plan/plan_attribute.h"

struct plan_maker {
	struct plan *plan;
	const struct listing *list; /* every offer */
	struct check_items offers;  /* the same, in the order of their paths */
	bool stale; /* the offer was changed since the user saw it: for the next rows */
};

/* An offer as it was read: what it is, and its JSON. */
struct planned_offer {
	const struct catalog_item *item;
	struct str json;
};

/* The catalog must be linked, and stay as it is. */
void plan_maker_init(struct plan_maker *m, struct plan *p, const struct catalog *c);
/* Numbers of the offers in the list, as a VIEW shows them. */
struct plan_selection {
	VEC(uint32_t) at;
};
/* The view is taken. False where a term of it cannot be. */
bool plan_maker_select(const struct plan_maker *m, struct plan_selection *out, struct view *view,
    int64_t now, struct err *err);
struct planned_offer planned_offer(const struct plan_maker *m, size_t at);
/* A row for a charge: with its new value, or the reason why there is none. Nothing of others. */
void plan_maker_charge(const struct plan_maker *m, const struct planned_offer *offer,
    const struct charge *c, enum price_rule_result outcome, struct str text);
/* A row for an attribute, unless it is so already. */
void plan_maker_attribute(const struct plan_maker *m, const struct planned_offer *offer,
    const struct attribute_rule *rule, const struct attribute_convention *habit);

#endif
