/*
 * make.h - fills a plan from the catalog: selects the offers of a VIEW and applies the rules.
 */
#ifndef PLAN_MAKE_H
#define PLAN_MAKE_H

#include "catalog/catalog.h"
#include "list/view.h"
#include "plan/attribute.h"
#include "plan/plan.h"

/*
 * Builds the rows of a plan, whatever the source of the new values: one per charge
 * and per attribute, each with its request name, the hash of its offer, its other effects, its
 * notes for review, and the reason if it cannot be sent.
 */

struct plan_maker {
	struct plan *plan;
	const struct listing *offer_listing; /* every offer */
	struct check_items offers;           /* the same offers, sorted by path */
	bool changed_meanwhile; /* set by the caller for the next rows: the offer changed meanwhile
				 */
};

/* An offer and its JSON as read. */
struct planned_offer {
	const struct catalog_item *item;
	struct str json;
};

/* The catalog must be linked and must not change. */
void plan_maker_init(struct plan_maker *m, struct plan *p, const struct catalog *c);
/* The offers that a VIEW shows, as indexes into the list, in view order. */
struct plan_selection {
	VEC(uint32_t) positions;
};
/* Takes ownership of the view. Returns false if one of its terms is invalid. */
bool plan_maker_select(const struct plan_maker *m, struct plan_selection *out, struct view *view,
    int64_t now, struct err *err);
struct planned_offer planned_offer_at(const struct plan_maker *m, size_t at);
/* Adds a row for a charge that changes, with its new value, or that is refused, with the reason. */
void plan_maker_add_charge(const struct plan_maker *m, const struct planned_offer *offer,
    const struct charge *c, enum price_rule_result outcome, struct str text);
/* Adds a row for an attribute, unless it has the new value already. */
void plan_maker_add_attribute(const struct plan_maker *m, const struct planned_offer *offer,
    const struct attribute_rule *rule, const struct attribute_convention *habit);

/* Adds rows for the offers of the VIEW, in its order: charges and attributes that the rules
 * change, and those that match but cannot change. A value that is already right has no row. The
 * catalog must be linked. Takes ownership of the view. */
bool plan_fill(struct plan *p, const struct catalog *c, struct view *view,
    const struct change_rules *rules, struct err *err);
/* Adds a row for each charge of those offers, with its old value as the new one: a sheet to
 * edit. */
bool plan_fill_as_is(struct plan *p, const struct catalog *c, struct view *view, struct err *err);
/* As plan_fill() for the offers with these paths, in their order; unknown paths are skipped. */
void plan_fill_paths(struct plan *p, const struct catalog *c, const struct str *paths, size_t n,
    const struct change_rules *rules);

#endif
