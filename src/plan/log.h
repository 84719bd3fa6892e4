/*
 * log.h - the results of a plan, in a private file next to it: FILE.applied.
 *
 * JSON lines, only appended: the plan's seal; for each batch its rows, before they are sent, and
 * their state as read afterwards. A partial last line of a killed process is ignored: then its rows
 * are only known to have been sent.
 */
#ifndef PLAN_LOG_H
#define PLAN_LOG_H

#include "base/vec.h"
#include "plan/request.h"

/* A batch in the log. */
struct plan_sent_batch {
	struct str key;   /* its Idempotency-Key, as in the journal */
	VEC(size_t) rows; /* indexes in the plan */
};

/* Zero-initialised, it keeps no file: results are in memory only. */
struct plan_log {
	struct buf path;
	bool exists; /* the file exists: part of the plan was sent */
	bool has_partial_line;
	bool is_locked;
	int lock_fd; /* of the log's file, if is_locked */
	VEC(struct plan_sent_batch) sent; /* as read when the log was opened */
};

/* Reads the log next to `plan_path`, if it exists, and sets the state of each row. Returns false
 * if it cannot be read, or belongs to another plan. Call plan_log_close() even after a failure. */
bool plan_log_open(struct plan_log *l, struct plan *p, const char *plan_path, struct err *err);
/* As plan_log_open(), and keeps others from sending the plan until plan_log_unlock() or
 * plan_log_close(). Call it before plan_log_begin(). ERR_CONFLICT if another run is sending it. */
bool plan_log_open_to_send(
    struct plan_log *l, struct plan *p, const char *plan_path, struct err *err);
/* Lets others send the plan again. */
void plan_log_unlock(struct plan_log *l);
void plan_log_close(struct plan_log *l);

/* Records that the rows of a batch are about to be sent with this key. If it returns false, they
 * must not be sent. */
bool plan_log_begin(struct plan_log *l, struct plan *p, const struct plan_batch *b, struct str key,
    struct err *err);
/* The batch that was sent with this key when the log was opened, or NULL. */
const struct plan_sent_batch *plan_log_find_sent(const struct plan_log *l, struct str key);
/* Records state, after and why of the batch's rows and of the other rows of their offers. */
bool plan_log_finish(
    struct plan_log *l, const struct plan *p, const struct plan_batch *b, struct err *err);

#endif
