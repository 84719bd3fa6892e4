/*
 * plan_recheck.h - compares a plan with the current offers: which changes remain to be sent.
 *
 * An offer that differs by a byte from the planned one is no longer the one the user reviewed: its
 * rows are dropped and listed. plan_log.h has the changes made by this plan itself.
 */
#ifndef APP_PLAN_PLAN_RECHECK_H
#define APP_PLAN_PLAN_RECHECK_H

#include "app/plan/plan_offers.h"
#include "app/plan/plan_request.h"

/* The states of a row. */
extern const char plan_as_planned[], plan_done[], plan_done_already[], plan_changed[], plan_gone[],
    plan_refused[];

/* Sets the state of each row from that one on, and whether it is due: only what is as planned and
 * not skipped is. The offers were read. */
void plan_recheck(struct plan *p, size_t from, const struct plan_offers *offers);
/* How many rows are in that state, without those outside --select. */
size_t count_plan_rows_in_state(const struct plan *p, const char *state);

/* Is the row, of an offer that this plan changes elsewhere, still as this plan knows it? Then the
 * offer's new hash is the row's, too. */
bool plan_row_is_unchanged_elsewhere(const struct plan_row *row);
/* The result of a batch, according to the offers read after it. */
enum plan_reply { PLAN_REPLY_DONE, PLAN_REPLY_REFUSED, PLAN_REPLY_NONE };
/* Sets state and after of its rows, and after of skipped rows of the same offers: their offer was
 * changed by this plan alone. Rows that have a `why` were refused one by one; `no` says why
 * all were. Gives how many are done. */
size_t plan_batch_evaluate(struct plan *p, const struct plan_batch *b, const struct plan_offers *offers,
    enum plan_reply said, struct str no);

/* Is all of it so? */
bool plan_batch_is_applied(
    const struct plan *p, const struct plan_batch *b, const struct plan_offers *offers);

#endif
