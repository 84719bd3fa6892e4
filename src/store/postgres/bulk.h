/*
 * bulk.h - adds many baskets with COPY, in batches. The format is binary: a value's bytes are sent
 * as they are, after their number.
 */
#ifndef STORE_POSTGRES_BULK_H
#define STORE_POSTGRES_BULK_H

#include "base/buf.h"
#include "store/postgres/conn.h"
#include "store/records.h"

/* The batch that is not sent yet. All zero: empty. */
struct pg_bulk {
	struct buf baskets, ids; /* the rows of the two tables */
};

/* Adds a basket that is not there yet; sends the batch if it is large. */
bool pg_bulk_add(
    struct pg_bulk *b, struct pg_conn *c, const struct store_basket *basket, struct err *err);
/* Sends the rest. */
bool pg_bulk_finish(struct pg_bulk *b, struct pg_conn *c, struct err *err);
void pg_bulk_free(struct pg_bulk *b);

#endif
