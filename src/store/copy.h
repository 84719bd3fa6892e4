/*
 * copy.h - all that a store holds, put into another one: of whatever kind each is.
 */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "store/store.h"

struct store_copy_counts {
	uint64_t baskets, items, owners, links, answers, entries;
	unsigned char digest[DIGEST_SIZE]; /* of everything, in its order */
};

/* In one transaction of each: what is written to `from` meanwhile is not in the copy. `to` must
 * be empty, the audit too (ERR_CONFLICT). Afterwards all of it is read back and compared: where it
 * differs the error says so, and the copy is not to be used. */
bool store_copy(
    struct store *from, struct store *to, struct store_copy_counts *copied, struct err *err);

#endif
