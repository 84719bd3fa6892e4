/*
 * plan_pane.h - a plan as a list of changes, each with its old and new value. The user types rules,
 * reviews the rows, edits them by hand, and sends the plan.
 */
#ifndef UI_PLAN_PLAN_PANE_H
#define UI_PLAN_PLAN_PANE_H

#include "ui/plan/draft.h"

/* A pane for a new plan, or for the stored draft of the same offers. */
struct pane *plan_pane_new(struct console *c, const struct new_plan_request *ask);
/* True if the pane already has rules: a draft that was closed and restored. */
bool plan_pane_has_rules(const struct pane *p);
/* Opens the prompt for the rules over the pane, which must be on the stack. */
void plan_pane_ask_rules(struct pane *p);
/* Reads the results of the plan with that seal and opens its rollback. Returns false if the plan
 * is not known here. */
bool plan_pane_open_rollback(struct console *c, struct str seal);

#endif
