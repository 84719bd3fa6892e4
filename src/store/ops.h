/*
 * ops.h - the functions that a store engine implements, one for each function of store.h. store.c
 * checks limits and computes commit ids and the audit's hashes, so that all engines do it alike.
 */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include "store/audit.h"
#include "store/figures.h"
#include "store/removal.h"

#include <pthread.h>
#include <stdatomic.h>

struct store_ops {
	/* The number of audit chains that the engine writes to. An engine that serialises its
	 * writers needs only one. */
	unsigned audit_chain_count;
	/* Locks the chain tx->audit_chain until the transaction ends. NULL: a writer locks all
	 * chains. */
	bool (*lock_chain)(struct store_tx *tx, struct err *err);
	bool (*begin)(struct store_tx *tx, struct err *err); /* may read tx->page, too */
	bool (*end)(struct store_tx *tx, bool commit, struct err *err);
	void (*close)(struct store *s);
	void (*interrupt)(struct store *s);
	bool (*has_free_space)(struct store *s, struct err *err);
	/* Returns a number that differs after each commit of any process, without waiting for
	 * writers; 0: not known. NULL: never known. `repeated`: more calls follow soon, then
	 * release_snapshot(). */
	uint64_t (*get_data_version)(struct store *s, bool repeated);
	void (*release_snapshot)(
	    struct store *s); /* store_release_snapshot(); NULL if get_data_version is */
	/* Set the URL of a replica, and begin a read on it; the read fails if the replica lacks
	 * data that is required. NULL: no replicas. */
	bool (*set_replica)(struct store *s, struct str url, struct err *err);
	bool (*begin_on_replica)(struct store_tx *tx, const struct watermark *least);
	/* Fills in all metrics except the counts of reads. */
	void (*get_figures)(struct store *s, struct store_figures *out);
	/* Deletes the engine's own expired data. NULL: none. */
	bool (*delete_expired_data)(struct store_tx *tx, struct err *err);
	/* Appends the first damage that the engine finds in its own files; nothing if they are
	 * sound. NULL: they are its server's. */
	bool (*find_damage)(struct store_tx *tx, struct buf *out, struct err *err);
	bool (*is_empty)(struct store_tx *tx, bool *empty, struct err *err);
	bool (*clear)(struct store_tx *tx, struct err *err);

	bool (*list_baskets)(struct store_tx *tx, const struct store_basket_query *q,
	    store_basket_fn *take, void *ctx, struct err *err);
	bool (*put_basket)(struct store_tx *tx, const struct store_basket *b, struct err *err);
	bool (*find_basket)(struct store_tx *tx, struct str id, store_basket_fn *take, void *ctx,
	    bool *found, struct err *err);
	bool (*remove_basket)(struct store_tx *tx, struct str id, bool *removed, struct err *err);

	bool (*list_items)(struct store_tx *tx, const struct store_item_query *q,
	    store_item_fn *take, void *ctx, struct err *err);
	bool (*count_items)(struct store_tx *tx, const struct store_item_query *q, uint64_t *count,
	    struct err *err);
	bool (*find_items)(
	    struct store_tx *tx, struct str path, store_item_fn *take, void *ctx, struct err *err);
	bool (*put_item)(
	    struct store_tx *tx, const struct store_item *item, bool *changed, struct err *err);

	bool (*remove_item)(struct store_tx *tx, enum store_list list, struct str path,
	    struct str id, bool *removed, struct err *err);

	bool (*read_feed)(struct store_tx *tx, struct str source, int64_t *seq, struct err *err);
	bool (*put_feed)(
	    struct store_tx *tx, struct str source, int64_t seq, int64_t at, struct err *err);

	bool (*put_owner)(struct store_tx *tx, struct str id, struct str root, struct err *err);
	bool (*find_owner)(
	    struct store_tx *tx, struct str id, struct buf *root, bool *found, struct err *err);
	bool (*remove_owner)(struct store_tx *tx, struct str id, bool *removed, struct err *err);
	bool (*list_links)(struct store_tx *tx, struct str iss, struct str sub, store_link_fn *take,
	    void *ctx, struct err *err);
	bool (*put_link)(struct store_tx *tx, const struct store_link *link, struct err *err);

	bool (*find_answer)(struct store_tx *tx, const struct store_caller *caller, struct str key,
	    int64_t not_before, struct store_answer *answer, bool *found, struct err *err);
	bool (*put_answer)(struct store_tx *tx, const struct store_caller *caller, struct str key,
	    const struct store_answer *answer, int64_t not_before, struct err *err);
	bool (*drop_answers)(struct store_tx *tx, int64_t before, struct err *err);

	bool (*put_audit)(struct store_tx *tx, const struct store_audit *entry, struct err *err);
	/* Lists one chain; sets *go_on to false if `take` ended the list. */
	bool (*list_audit)(struct store_tx *tx, unsigned audit_chain, store_audit_fn *take,
	    void *ctx, bool *go_on, struct err *err);

	bool (*list_audit_newest)(struct store_tx *tx, const struct store_audit_query *q,
	    store_audit_fn *take, void *ctx, struct err *err);

	/* Finds an entry in a chain number that no service uses. NULL: the engine cannot contain
	 * one. */
	bool (*find_stray_audit)(
	    struct store_tx *tx, int64_t *audit_chain, int64_t *seq, bool *found, struct err *err);

	/* The heads of the catalog, of the baskets and of each audit chain; seq is 0 if there is
	 * none yet. A writer that has read a head locks it until its end. */
	bool (*get_head)(
	    struct store_tx *tx, const char *name, struct store_head *head, struct err *err);
	bool (*put_head)(
	    struct store_tx *tx, const char *name, const struct store_head *head, struct err *err);
	bool (*list_heads)(struct store_tx *tx, store_head_fn *take, void *ctx, struct err *err);

	/* Delete records, for store/removal.h; redact_audit() replaces an entry's target and detail
	 * by "" and STORE_REDACTED_DETAIL. */
	bool (*drop_old_baskets)(struct store_tx *tx, bool completed, int64_t before, size_t limit,
	    int64_t *dropped, struct err *err);
	bool (*drop_link)(struct store_tx *tx, struct str iss, struct str sub, struct str owner,
	    struct err *err);
	bool (*drop_answer)(struct store_tx *tx, const struct store_caller *caller, struct str key,
	    struct err *err);
	bool (*redact_audit)(struct store_tx *tx, unsigned audit_chain, int64_t seq, struct err *err);
	/* store_scrub() */
	bool (*scrub)(struct store *s, struct scrub_text *texts, size_t n,
	    struct scrub_report *report, struct err *err);

	/* For copies: list all records of a kind in the order of their key, add an item with its
	 * number or a basket that is not there yet, and finish adding them (NULL: no need). */
	bool (*list_owners)(struct store_tx *tx, store_owner_fn *take, void *ctx, struct err *err);
	bool (*list_all_links)(
	    struct store_tx *tx, store_link_fn *take, void *ctx, struct err *err);
	bool (*list_feeds)(struct store_tx *tx, store_feed_fn *take, void *ctx, struct err *err);
	bool (*list_answers)(
	    struct store_tx *tx, store_answer_fn *take, void *ctx, struct err *err);
	bool (*copy_item)(struct store_tx *tx, const struct store_item *item, struct err *err);
	bool (*finish_item_copy)(struct store_tx *tx, struct err *err);
	bool (*copy_basket)(struct store_tx *tx, const struct store_basket *b, struct err *err);
	bool (*finish_basket_copy)(struct store_tx *tx, struct err *err);
};

struct store {
	const struct store_ops *ops;
	bool has_replica;
	atomic_ullong reads, replica_reads; /* read transactions so far */
	atomic_ullong seen_version;         /* the last result of get_data_version() */
	struct { /* the last revision read, and the data version it belongs to */
		pthread_mutex_t lock;
		uint64_t data_version; /* 0: none */
		struct store_revision revision;
	} known_revision;
	struct { /* the revision that was last read from the database, and when */
		pthread_mutex_t lock;
		int64_t at_us;
		struct store_revision revision;
	} last_read;
};

#endif
