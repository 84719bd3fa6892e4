/*
 * plan_make.h - fills a plan from the catalog: selects the offers of a VIEW and applies the rules.
 */
#ifndef PLAN_MAKE_H
#define PLAN_MAKE_H

#include "list/view.h"
#include "plan/maker.h"

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
