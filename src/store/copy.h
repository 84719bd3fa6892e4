/*
 * copy.h - copies the whole content of a store into another one, of the same or another engine, or
 * reads all of it.
 */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/store.h"

struct store_copy_counts {
	uint64_t baskets, items, owners, links, feeds, idempotency_answers, audit_entries;
	unsigned char digest[DIGEST_SIZE]; /* digest of all records, in the order copied */
};

/* Uses one transaction in each store: later writes to `from` are not in the copy. `to` must be
 * empty, its audit as well (ERR_CONFLICT). Afterwards everything is read back and compared; if
 * the copy differs, the function fails and the copy must not be used. */
bool store_copy(
    struct store *from, struct store *to, struct store_copy_counts *copied, struct err *err);
/* Replaces the baskets, catalog, owners and links of `to` by those of `from`. The feeds, answers and
 * audit of `to` stay. The caller ends both transactions. */
bool store_copy_data(struct store_tx *from, struct store_tx *to, struct err *err);
/* Appends the first damage in the store's own files; nothing if they are sound, or a server's. */
bool store_find_damage(struct store_tx *tx, struct buf *out, struct err *err);
/* Reads every record and counts them. ERR_PROTOCOL if the JSON of a basket or an item is damaged. */
bool store_check_records(struct store *s, struct store_copy_counts *read, struct err *err);

#endif
