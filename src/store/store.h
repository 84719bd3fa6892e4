/*
 * store.h - the service's data store, as a contract that every engine must keep. The caller does
 * not depend on the engine; store_open() chooses it by the URL.
 *
 * All reads and writes happen within a transaction. Several threads may have one each; a
 * transaction is used by one thread at a time. A reader sees the state at its beginning. Writers
 * about the same subject are serialised. store_end() makes a write visible and durable as a whole,
 * or not at all. A failure is ERR_UPSTREAM (the store is unreachable or refuses) unless the
 * function says otherwise; it may be reported by a later call of the same transaction, at the
 * latest by store_end(). store_is_full(), store_failure_is_retryable() and
 * store_outcome_is_unknown() return the kind of failure; nothing was written unless the last.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/digest.h"
#include "store/failures.h"
#include "store/records.h"

struct store;
enum store_access { STORE_READ, STORE_WRITE };

struct store_tx {
	struct store *store;
	enum store_access access;
	void *connection;     /* used by the engine */
	int64_t deadline;     /* reader: its deadline; clock_ticks(), 0: none */
	const struct store_basket_query *page; /* reader: the only list that it reads, or NULL */
	unsigned audit_chain; /* writer: the audit chain that it appends to */
	bool chain_locked;
	/* writer: whether the catalog or baskets changed, and the hash of the catalog's changes
	 * so far, which becomes the next commit id */
	bool catalog_changed, baskets_changed;
	unsigned char changes_digest[DIGEST_SIZE];
	struct watermark written_changes; /* set by store_end(); 0 for a list that did not change */
	uint64_t data_version;            /* reader: at its beginning or earlier; 0: not known */
};

/* `url` is `sqlite:FILE`, `sqlite::memory:` or `postgresql://…`. Creates what is missing.
 * Returns NULL and sets err if it fails: ERR_USAGE if the URL names no store, ERR_IO if the
 * store cannot be opened. Close with store_close(). */
struct store *store_open(struct str url, struct err *err);
bool store_check_url(struct str url, struct err *err); /* is it of a known kind? */
/* Like store_open(), but a missing store is an error. */
struct store *store_open_existing(struct str url, struct err *err);
/* Permissions of store_open_with_flags(), as bits. Without one: ERR_IO and the remedy. */
enum store_permission {
	STORE_MAY_CREATE = 1,  /* create a missing store */
	STORE_MAY_MIGRATE = 2, /* migrate the tables of an older version */
	STORE_MAY_ALL = 3,
};
struct store *store_open_with_flags(struct str url, unsigned may, struct err *err);
void store_close(struct store *s);
/* Makes all current and later calls fail. Can be called from any thread, before store_close(). */
void store_interrupt(struct store *s);

/* True if a write is possible now. Call it outside of a transaction; cheap while writes succeed. */
bool store_has_room(struct store *s, struct err *err);

bool store_begin(struct store *s, struct store_tx *tx, enum store_access access, struct err *err);
/* Like store_begin() for a reader: after the time `until`, reads fail. `page`: see store_tx. */
bool store_begin_until(struct store *s, struct store_tx *tx, int64_t until,
    const struct store_basket_query *page, struct err *err);
/* Names the subject of a write, before any read, and waits for other writers of that subject.
 * Writers without a subject exclude each other. Writes to the catalog use store_catalog_subject. */
bool store_lock_chain(struct store_tx *tx, struct str about, struct err *err);
extern const struct str store_catalog_subject;
/* Ends the transaction; false if a commit failed. A changed catalog gets a new commit id. */
bool store_end(struct store_tx *tx, bool commit, struct err *err);

bool store_is_empty(struct store_tx *tx, bool *empty, struct err *err);
/* Deletes baskets, catalog, owners, links and answers; the audit and the commit id chain
 * continue. Item numbers start again, so an old cursor may lead elsewhere. */
bool store_clear(struct store_tx *tx, struct err *err);

/* ---- baskets ---- */

/* Passes at most q->limit baskets to `take`, in order. The cost depends on the page, not on the
 * list. Paging through the list visits each basket exactly once if it stays listed, even if
 * others come and go meanwhile. */
bool store_list_baskets(struct store_tx *tx, const struct store_basket_query *q,
    store_basket_fn *take, void *ctx, struct err *err);
/* Adds a basket or replaces the one with this id. ERR_INVALID if it exceeds a limit. */
bool store_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err);

/* ---- revisions ---- */

/* The revisions that this transaction sees; a list with the same revision has the same items. */
bool store_read_revision(struct store_tx *tx, struct store_revision *out, struct err *err);
/* The current revisions, outside of a transaction and without waiting: they include every write
 * acknowledged before the call, by any process. Returns false if store_revision() was not called
 * since the last change, or if the engine does not know. */
bool store_get_known_revision(struct store *s, struct store_revision *out);
/* Call after a series of store_get_known_revision(), which keep SQLite from reusing its WAL. */
void store_release_snapshot(struct store *s);

/* ---- catalog ---- */

/* Ordered by path, then id, bytewise. The same guarantees as for baskets, but a filter by tag or
 * attributes also reads items that it skips. */
bool store_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err);
/* The number of matching items, regardless of q->limit and q->after. */
bool store_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err);
/* The items with exactly this path in any list except the journeys. */
bool store_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err);
/* Adds an item or replaces the one with the same list, path and id, keeping its number. *changed
 * (may be NULL) is set to whether the content differs. ERR_INVALID if it exceeds a limit. */
bool store_put_item(
    struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err);

/* ---- identities ---- */

/* Adds an owner. ERR_INVALID if it exceeds a limit. */
bool store_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err);
/* Appends an owner's subscription root; sets *found to whether the owner exists. */
bool store_find_owner(
    struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err);
/* All current and former links of this identity. */
bool store_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err);
/* Adds or replaces a link. An identity has at most one active link; a second is ERR_CONFLICT. */
bool store_put_link(struct store_tx *tx, const struct store_link *link, struct err *err);

/* ---- stored answers and audit ---- */

/* Finds the stored answer for this caller's key, if it is younger than `not_before`. */
bool store_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err);
/* Stores an answer and deletes some that are older than `not_before`. If a newer answer is
 * stored already, the error is store_failure_is_retryable(): another writer was faster. */
bool store_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, int64_t not_before, struct err *err);

/* Appends an entry to a chain of the audit; its chain, number and hash are set here. */
bool store_append_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err);
/* All entries, one chain after the other, oldest first within each. */
bool store_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err);
/* The number and hash of a chain's last entry, from the head, which is stored separately. */
bool store_read_audit_head(
    struct store_tx *tx, unsigned chain, struct store_head *head, struct err *err);
/* Maintenance, about once a minute, if the store has several audit chains: appends a checkpoint
 * to chain 0 with the heads of all chains, so that no chain can be forged alone, and deletes
 * expired data. */
bool store_needs_maintenance(const struct store *s);
bool store_maintain(struct store *s, int64_t now, struct err *err);

#endif
