/*
 * plan_pane.h - a plan as a list: each change with what it was and would be, made by rules that are
 * typed over it, looked at, put right by hand, and sent.
 */
#ifndef UI_PLAN_PLAN_PANE_H
#define UI_PLAN_PLAN_PANE_H

#include "ui/plan/draft.h"

/* For the stack; it begins by asking for rules. */
struct pane *plan_pane_new(struct console *c, const struct plan_ask *ask);
/* As above for an existing draft: it belongs to the pane until it is sent. */
struct pane *plan_pane_of(struct console *c, struct draft *d);
/* One that was left comes back as it was. */
bool plan_pane_has_rules(const struct pane *p);
/* Asks for the rules, over the pane that was pushed. */
void plan_pane_ask_rules(struct pane *p);
/* Reads what became of the plan of that seal, and opens the way back; false: it is not known here.
 */
bool plan_pane_open_rollback(struct console *c, struct str seal);

#endif
