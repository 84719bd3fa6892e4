/*
 * replica.h - reads from a replica of the store, which may lag: never more than the reader allows,
 * and never behind data that the reader has seen.
 */
#ifndef STORE_REPLICA_H
#define STORE_REPLICA_H

#include "store/store.h"

/* A reader's requirements for the data. */
struct store_terms {
	int64_t since_us;  /* all that there was at some moment later than this; clock_ticks_us() */
	struct watermark least; /* and at least this much */
	int64_t until;     /* the reading fails then; clock_ticks(), 0: no such limit */
	bool primary;      /* never from the replica */
};

/* From now on readers with terms read from the replica at this URL where they can. It need not be
 * there yet. ERR_USAGE for a store that has none, and for a URL that names none; ERR_IO where it is
 * there and is a copy of another store. */
bool store_set_replica(struct store *s, struct str url, struct err *err);
bool store_has_replica(const struct store *s);

/* As store_begin() for a reader, from the replica where that keeps the terms. */
bool store_begin_reading(
    struct store *s, struct store_tx *tx, const struct store_terms *terms, struct err *err);
/* The current revisions, under these terms, outside a transaction: one query serves all callers
 * at the same time. */
bool store_revision_since(
    struct store *s, const struct store_terms *terms, struct store_revision *out, struct err *err);

#endif
