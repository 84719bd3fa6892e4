/*
 * recheck.h - compares a plan with the current offers: which changes remain to be sent.
 *
 * An offer that differs by a byte from the planned one is no longer the one the user reviewed: its
 * rows are dropped and listed. plan/log.h records the changes made by this plan itself.
 */
#ifndef PLAN_RECHECK_H
#define PLAN_RECHECK_H

#include "list/pager.h"
#include "model/catalog.h"
#include "plan/plan.h"
#include "plan/request.h"

/*
 * The offers of a plan as the service has them now: read page by page, without
 * keeping any other offers.
 *
 * After a complete read, it can request only the offers modified since, by the service's own clock:
 * cheap, but only as reliable as the service's timestamps. Loop thread only.
 */

struct plan_offer {
	struct str path;
	struct str json, hash; /* as sent, and its SHA-256 in hex; empty: the offer is missing */
	struct catalog_item item;
};

struct plan_offers {
	struct client *client;
	struct pager pager;
	struct arena text_arena;
	struct index *path_index; /* from path to index in the list */
	VEC(struct plan_offer) offers;
	int64_t newest_modified; /* latest `modified` of all offers read; WHEN_NONE: none has one */
	bool reads_only_changes; /* only changes are being read: those modified after
				    `modified_after` */
	int64_t modified_after;  /* WHEN_NONE: all offers */
	struct buf reading_digest; /* digest of the last reading, to compare with the next */
	bool is_stable;            /* the last two readings are identical */
	struct err err;            /* why reading failed */
	int attempt_count;
	void (*on_done)(void *ctx);
	void *ctx;
};

/* `done` is called from the loop when a reading has finished or failed. */
struct plan_offers *plan_offers_new(
    struct client *client, const struct plan *p, void (*done)(void *ctx), void *ctx);
void plan_offers_free(struct plan_offers *o);
/* Reads all offers; with `since`, only those modified since the last reading, if the service
 * supports it. */
void plan_offers_read(struct plan_offers *o, bool since);
/* The revision of the catalog that was read; empty if none is given, or if it changed during the
 * reading. */
struct str plan_offers_commit(const struct plan_offers *o);
/* True if the catalog changed between the first page and the last, unless the previous reading
 * was identical. */
bool plan_offers_changed(const struct plan_offers *o);

/* The states of a row. */
extern const char plan_state_as_planned[], plan_state_done[], plan_state_done_already[],
    plan_state_changed[], plan_state_gone[], plan_state_refused[];

/* Sets `state`, `hash_now` and `pending` of each row from index `from` on; only rows that are as
 * planned and not skipped are pending. The offers must have been read. */
void plan_recheck(struct plan *p, size_t from, const struct plan_offers *offers);
/* The number of rows in that state, without those outside --select. */
size_t count_plan_rows_in_state(const struct plan *p, const char *state);

/* True if the state is that the change was made, was made already, or is not wanted any more. */
bool plan_row_is_settled(const struct plan_row *row);
/* True if the row's own value is still as this plan expects, although the plan changed other
 * values of its offer. Then the row takes the offer's new hash. */
bool plan_row_is_unchanged_elsewhere(const struct plan_row *row);
/* The result of a batch, judged by the offers read after it. */
enum plan_reply { PLAN_REPLY_DONE, PLAN_REPLY_REFUSED, PLAN_REPLY_NONE };
/* Sets state and hash of the batch's rows, and the hash of other rows of the same offers, which
 * only this plan has changed. Rows with a `service_reason` were refused individually; `no` is the
 * reason if all were refused. Returns how many are done. */
size_t plan_batch_evaluate(struct plan *p, const struct plan_batch *b,
    const struct plan_offers *offers, enum plan_reply said, struct str no);

/* True if all rows of the batch have their new values. */
bool plan_batch_is_applied(
    const struct plan *p, const struct plan_batch *b, const struct plan_offers *offers);

#endif
