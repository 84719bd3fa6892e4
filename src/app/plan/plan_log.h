/*
 * plan_log.h - what became of a plan, in a private file beside it: FILE.applied.
 *
 * JSON lines, only ever added to: the seal of the plan that it is of; for each batch its rows,
 * before they are sent, and what was read of them afterwards. A line that a killed process left
 * half written says nothing: then its rows are known to have been sent, and no more.
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

/* Reads the file beside `plan_path`, where there is one, and sets what it says of each row. False
 * when it cannot be read, or is another plan's. plan_log_close() after false too. */
bool plan_log_open(struct plan_log *l, struct plan *p, const char *plan_path, struct err *err);
void plan_log_close(struct plan_log *l);

/* These are about to be sent: on false they may not be. */
bool plan_log_begin(
    struct plan_log *l, struct plan *p, const struct plan_batch *b, struct err *err);
/* Notes state, after and why of the batch's rows and of those beside them. */
bool plan_log_settle(
    struct plan_log *l, const struct plan *p, const struct plan_batch *b, struct err *err);

#endif
