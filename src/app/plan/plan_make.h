/*
 * plan_make.h - a plan from a catalog that was read: which charges a VIEW and rules mean, and what
 * they would cost.
 */
#ifndef APP_PLAN_PLAN_MAKE_H
#define APP_PLAN_PLAN_MAKE_H

#include "app/catalog/catalog.h"
#include "app/list/view.h"
#include "app/plan/plan.h"
#include "model/price_rule.h"

/* Adds a row for each charge of the offers that the VIEW shows, in its order: those that the rules
 * change, and those that they mean and cannot change. What is that already has none. The catalog
 * must be linked. The view is taken. */
bool plan_fill(struct plan *p, const struct catalog *c, struct view *view,
    const struct price_rules *rules, struct err *err);

#endif
