/*
 * copy.h - copies the whole content of a store into another one, of the same or another engine.
 */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/store.h"

struct store_copy_counts {
	uint64_t baskets, items, owners, links, idempotency_answers, audit_entries;
	unsigned char digest[DIGEST_SIZE]; /* digest of all records, in the order copied */
};

/* Uses one transaction in each store: later writes to `from` are not in the copy. `to` must be
 * empty, its audit as well (ERR_CONFLICT). Afterwards everything is read back and compared; if
 * the copy differs, the function fails and the copy must not be used. */
bool store_copy(
    struct store *from, struct store *to, struct store_copy_counts *copied, struct err *err);

#endif
