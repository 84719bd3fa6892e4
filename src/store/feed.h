/*
 * feed.h - store functions for a feed of data: removing records, and the last sequence number that
 * was applied of each source.
 */
#ifndef STORE_FEED_H
#define STORE_FEED_H

#include "store/store.h"

enum { STORE_SOURCE_SIZE_MAX = 100 /* bytes of a source's name */ };

/* Passes the basket with this id to `take`; sets *found to whether there is one. */
bool store_find_basket(struct store_tx *tx, struct str id, store_basket_fn *take, void *ctx,
    bool *found, struct err *err);
/* Removes a record; *removed is false if there was none. A list that is being paged continues. */
bool store_remove_basket(struct store_tx *tx, struct str id, bool *removed, struct err *err);
bool store_remove_item(struct store_tx *tx, enum store_list list, struct str path, struct str id,
    bool *removed, struct err *err);
/* ERR_CONFLICT if an identity is linked to the owner. Former links stay: they decide to whom such
 * an identity may be linked. */
bool store_remove_owner(struct store_tx *tx, struct str id, bool *removed, struct err *err);

/* The last sequence number of a source; -1 if there is none yet. */
bool store_read_feed(struct store_tx *tx, struct str source, int64_t *seq, struct err *err);
/* `at`: the current time, ms. */
bool store_put_feed(
    struct store_tx *tx, struct str source, int64_t seq, int64_t at, struct err *err);

#endif
