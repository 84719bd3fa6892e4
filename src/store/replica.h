/*
 * replica.h - reads from a replica of the store. A replica may lag, but a reader never gets older
 * data than it allows, nor older than it has already seen.
 */
#ifndef STORE_REPLICA_H
#define STORE_REPLICA_H

#include "store/store.h"

/* A reader's requirements for the data. */
struct store_terms {
	int64_t min_read_at_us;         /* include all data stored at some moment after this;
					   clock_ticks_us() */
	struct watermark min_watermark; /* includes at least these changes */
	int64_t deadline;               /* deadline of the read; clock_ticks(), 0: none */
	bool primary_only;              /* never read from the replica */
};

/* From now on, reads with terms use the replica at this URL if they can. The replica need not be
 * up yet. Fails with ERR_USAGE if the URL is invalid or the engine has no replicas, and with
 * ERR_IO if the replica is a copy of another store. */
bool store_set_replica(struct store *s, struct str url, struct err *err);
bool store_has_replica(const struct store *s);

/* Like store_begin() for a reader, on the replica if it meets the terms. */
bool store_begin_reading(
    struct store *s, struct store_tx *tx, const struct store_terms *terms, struct err *err);
/* Reads a page of baskets and the revision that it belongs to, like store_begin_reading(),
 * store_read_revision() and store_list_baskets(). PostgreSQL is asked once. */
bool store_read_baskets(struct store *s, const struct store_terms *terms,
    const struct store_basket_query *q, struct store_revision *revision, store_basket_fn *take,
    void *ctx, struct err *err);
/* The current revisions under these terms, outside of a transaction. Callers at the same time
 * share one query. */
bool store_find_revision_since(
    struct store *s, const struct store_terms *terms, struct store_revision *out, struct err *err);

#endif
