/*
 * plan_recheck.h - compares a plan with the current offers: which changes remain to be sent.
 *
 * An offer that differs by a byte from the planned one is no longer the one the user reviewed: its
 * rows are dropped and listed. plan_log.h records the changes made by this plan itself.
 */
#ifndef PLAN_RECHECK_H
#define PLAN_RECHECK_H

#include "plan/offers.h"
#include "plan/request.h"

/* The states of a row. */
extern const char plan_as_planned[], plan_done[], plan_done_already[], plan_changed[], plan_gone[],
    plan_refused[];

/* Sets `state`, `now` and `pending` of each row from index `from` on; only rows that are as
 * planned and not skipped are pending. The offers must have been read. */
void plan_recheck(struct plan *p, size_t from, const struct plan_offers *offers);
/* The number of rows in that state, without those outside --select. */
size_t count_plan_rows_in_state(const struct plan *p, const char *state);

/* True if the row's own value is still as this plan expects, although the plan changed other
 * values of its offer. Then the row takes the offer's new hash. */
bool plan_row_is_unchanged_elsewhere(const struct plan_row *row);
/* The result of a batch, judged by the offers read after it. */
enum plan_reply { PLAN_REPLY_DONE, PLAN_REPLY_REFUSED, PLAN_REPLY_NONE };
/* Sets state and hash of the batch's rows, and the hash of other rows of the same offers, which
 * only this plan has changed. Rows with a `why` were refused individually; `no` is the reason if
 * all were refused. Returns how many are done. */
size_t plan_batch_evaluate(struct plan *p, const struct plan_batch *b,
    const struct plan_offers *offers, enum plan_reply said, struct str no);

/* True if all rows of the batch have their new values. */
bool plan_batch_is_applied(
    const struct plan *p, const struct plan_batch *b, const struct plan_offers *offers);

#endif
