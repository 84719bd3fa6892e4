/*
 * rollback.h - builds the plan that reverts the applied changes of another one. Pure.
 */
#ifndef PLAN_ROLLBACK_H
#define PLAN_ROLLBACK_H

#include "plan/plan.h"

/* Adds the inverse of each row of `p` that was sent, is done and not outside --select; a row
 * that was changed after it was applied is refused with a reason. The rows of `p` must have
 * their states (recheck.h). */
void plan_fill_rollback(struct plan *back, const struct plan *p);

#endif
