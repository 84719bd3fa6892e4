/*
 * plan_log.h - the results of a plan, in a private file next to it: FILE.applied.
 *
 * JSON lines, only appended: the plan's seal; for each batch its rows, before they are sent, and
 * their state as read afterwards. A partial line of a killed process counts as missing: then its
 * rows are known to have been sent, and no more.
 */
#ifndef APP_PLAN_PLAN_LOG_H
#define APP_PLAN_PLAN_LOG_H

#include "app/plan/plan_request.h"

/* All zero it keeps nothing: what is known of the rows is in memory alone. */
struct plan_log {
	struct buf path;
	bool there; /* something of the plan was sent */
	bool torn;
};

/* Reads the log next to `plan_path`, if there is one, and sets the state of each row. False if
 * it cannot be read, or belongs to another plan. plan_log_close() after false too. */
bool plan_log_open(struct plan_log *l, struct plan *p, const char *plan_path, struct err *err);
void plan_log_close(struct plan_log *l);

/* These are about to be sent: on false they may not be. */
bool plan_log_begin(
    struct plan_log *l, struct plan *p, const struct plan_batch *b, struct err *err);
/* Records state, after and why of the batch's rows and of the other rows of their offers. */
bool plan_log_finish(
    struct plan_log *l, const struct plan *p, const struct plan_batch *b, struct err *err);

#endif
