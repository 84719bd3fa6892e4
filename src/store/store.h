/*
 * store.h - the service's data store, as a contract that every engine must keep. No floor above
 * knows which engine it uses; store_open() chooses by the URL.
 *
 * Everything is read and written within a transaction. Several threads may have one each; a
 * transaction is used by one thread at a time. A reader's view stays as it was at the beginning.
 * Writers about the same subject are serialised; a write becomes visible and durable as a whole,
 * when store_end() has committed, or not at all. A failure is ERR_UPSTREAM (the store is
 * unreachable or refuses) unless the function says otherwise, and may be reported by a later call
 * of the same transaction, at the latest by store_end(). store_is_full(), store_is_retryable() and
 * store_is_unknown() return the kind of failure; otherwise nothing was written.
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
	void *connection; /* the store's own */
	int64_t until;    /* of a reader: it fails then; clock_ticks(), 0: no such limit */
	unsigned audit_chain; /* of a writer: the audit's chain that it adds to */
	bool chain_locked;
	/* of a writer: the catalog's changes so far, which make the next commit id; and whether
	 * there are other baskets */
	bool catalog_changed, baskets_changed;
	unsigned char changes[DIGEST_SIZE];
	struct watermark written; /* set by store_end(); 0 for what did not change */
	/* of a reader: what there was at its beginning, or later */
	bool has_state;
	struct store_state state;
};

/* `sqlite:FILE`, `sqlite::memory:` or `postgresql://…`. Creates what is missing. NULL with err set:
 * ERR_USAGE for a URL that names no store, ERR_IO when it cannot be opened. Close with
 * store_close(). */
struct store *store_open(struct str url, struct err *err);
/* As above, but a missing file is an error. */
struct store *store_open_existing(struct str url, struct err *err);
/* As above with permissions, as bits: an action without permission is ERR_IO with the remedy. */
enum store_may {
	STORE_MAY_CREATE = 1,  /* make a store that is not there */
	STORE_MAY_MIGRATE = 2, /* bring the tables of an older program to this one's */
	STORE_MAY_ALL = 3,
};
struct store *store_open_with(struct str url, unsigned may, struct err *err);
void store_close(struct store *s);
/* From any thread, before store_close(): what waits for the store fails, and all that follows. */
void store_interrupt(struct store *s);

/* Could something be written now? Asked outside of a transaction; cheap while writes succeed. */
bool store_has_room(struct store *s, struct err *err);

bool store_begin(struct store *s, struct store_tx *tx, enum store_access access, struct err *err);
/* As above with a deadline: reads after it fail. */
bool store_begin_until(struct store *s, struct store_tx *tx, enum store_access access,
    int64_t until, struct err *err);
/* Names the subject of a write, before any read: waits for other writers about the same subject.
 * A writer that names none conflicts with all others that name none. Writes to the catalog are
 * about store_about_catalog. */
bool store_lock_chain(struct store_tx *tx, struct str about, struct err *err);
extern const struct str store_about_catalog;
/* Ends it in any case; false when a commit did not happen. A writer that changed the catalog
 * makes a new commit id here. */
bool store_end(struct store_tx *tx, bool commit, struct err *err);

bool store_is_empty(struct store_tx *tx, bool *empty, struct err *err);
/* Forgets baskets, catalog, owners, links and answers; the audit and the chain of commit ids go on.
 * Numbers of items begin anew: a cursor of before may lead elsewhere. */
bool store_clear(struct store_tx *tx, struct err *err);

/* ---- baskets ---- */

/* Gives at most q->limit baskets, in order. The cost depends on the page, not on the list. A
 * basket that stays listed is met exactly once by a walk, whatever comes and goes meanwhile. */
bool store_list_baskets(struct store_tx *tx, const struct store_basket_query *q,
    store_basket_fn *take, void *ctx, struct err *err);
/* Adds a basket, or replaces the one with this id. ERR_INVALID when it is over a limit. */
bool store_put_basket(struct store_tx *tx, const struct store_basket *b, struct err *err);

/* ---- what there is now ---- */

/* The names of what this transaction sees; a list that has the same name has the same items. */
bool store_revision(struct store_tx *tx, struct store_revision *out, struct err *err);
/* The current revisions, outside a transaction and without waiting: they include everything
 * acknowledged before the call, by any process. False if store_revision() was not called since
 * the last change, or the store cannot tell. */
bool store_revision_known(struct store *s, struct store_revision *out);

/* ---- catalog ---- */

/* In order of path, then id, bytewise. The same promises as for baskets; only tags and attributes
 * make it look at items that it passes over. */
bool store_list_items(struct store_tx *tx, const struct store_item_query *q, store_item_fn *take,
    void *ctx, struct err *err);
/* How many there are, whatever q->limit and q->after say. */
bool store_count_items(
    struct store_tx *tx, const struct store_item_query *q, uint64_t *count, struct err *err);
/* The items with exactly this path, in whatever list, the journeys apart. */
bool store_find_items(
    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err);
/* Adds an item, or replaces the one with this list, path and id, which keeps its number.
 * *changed tells whether anything is different now (may be NULL). ERR_INVALID over a limit. */
bool store_put_item(
    struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err);

/* ---- identities ---- */

/* ERR_INVALID over a limit. */
bool store_put_owner(struct store_tx *tx, struct str id, struct str root, struct err *err);
/* Appends the subscription root of an owner; *found tells whether there is one. */
bool store_find_owner(
    struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err);
/* Every link that this identity has or had. */
bool store_list_links(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
    void *ctx, struct err *err);
/* Adds or replaces the link of this issuer, subject and owner. At most one link of an identity is
 * active: a second one is ERR_CONFLICT. */
bool store_put_link(struct store_tx *tx, const struct store_link *link, struct err *err);

/* ---- what was answered and what was done ---- */

/* The answer that is kept for this caller's key, which is younger than `not_before`. */
bool store_find_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    int64_t not_before, struct store_answer *answer, bool *found, struct err *err);
/* Stores it, and deletes some that are older than `not_before`. If a newer one is stored
 * already, the error is store_is_retryable(): another writer was faster. */
bool store_put_answer(struct store_tx *tx, const struct store_caller *caller, struct str key,
    const struct store_answer *answer, int64_t not_before, struct err *err);

/* Appends an entry to a chain of the audit: its lane, number and hash are made here. */
bool store_append_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err);
/* All entries, one lane after the other, each oldest first. */
bool store_list_audit(struct store_tx *tx, store_audit_fn *take, void *ctx, struct err *err);
/* The number and hash of a lane's last entry as they were noted apart from the entries. */
bool store_audit_head(struct store_tx *tx, unsigned chain, struct store_head *head, struct err *err);
/* Maintenance about once a minute, if the store has several audit chains: adds an entry to chain
 * 0 with the heads of all chains, so that none can be rebuilt alone; and deletes expired data. */
bool store_needs_maintenance(const struct store *s);
bool store_maintain(struct store *s, int64_t now, struct err *err);

#endif
