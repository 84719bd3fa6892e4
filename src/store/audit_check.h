/*
 * audit_check.h - is the audit whole? Each lane is followed from its first entry to its noted end,
 * and the knots that tie the lanes together are held against them.
 */
#ifndef STORE_AUDIT_CHECK_H
#define STORE_AUDIT_CHECK_H

#include "store/store.h"

struct audit_verdict {
	int64_t entries;
	unsigned audit_chains; /* that have any */
	unsigned char
	    hash[DIGEST_SIZE]; /* of chain 0's last entry, which covers all others */
	bool has_hash;         /* knot ties; false: lane 0 has none */
	const char *problem;   /* NULL: whole; else what is wrong with */
	int64_t audit_chain;   /* the entry in this lane */
	int64_t broken_at;     /* of this number */
};

/* `last`: a hash, in hex, that was noted some time and must be met; p NULL: none. False only when
 * the store failed. */
bool audit_check(
    struct store_tx *tx, struct str last, struct audit_verdict *verdict, struct err *err);

#endif
