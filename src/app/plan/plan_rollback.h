/*
 * plan_back.h - the plan that takes back what another one has really changed. Pure.
 */
#ifndef APP_PLAN_PLAN_ROLLBACK_H
#define APP_PLAN_PLAN_ROLLBACK_H

#include "app/plan/plan.h"

/* Adds the inverse of each row of `p` that was sent, is done and not outside --select; a row
 * that was changed since it was applied is refused by name. The rows of `p` must have their
 * states (plan_recheck.h). */
void plan_fill_rollback(struct plan *back, const struct plan *p);

#endif
