/*
 * audit_check.h - verifies the audit. Each chain is followed from its first entry to its stored
 * head, and compared with the checkpoints, which tie the chains together.
 */
#ifndef STORE_AUDIT_CHECK_H
#define STORE_AUDIT_CHECK_H

#include "store/store.h"

struct audit_verdict {
	int64_t entry_count;
	/* Entries without their object and detail. Their time, user, operation and outcome are those
	 * that an erasure found: what they were before cannot be proved. */
	int64_t redacted_count;
	unsigned audit_chain_count; /* number of chains with entries */
	unsigned char
	    hash[DIGEST_SIZE]; /* hash of chain 0's last entry, which covers all other chains */
	bool has_hash;         /* false: chain 0 has no entries */
	const char *problem;   /* what is wrong; NULL: the audit is intact */
	int64_t audit_chain;   /* chain with the problem */
	int64_t broken_entry_number; /* number of the entry with the problem */
};

/* `last`: a hash in hex, recorded earlier, that the audit must still contain; p NULL: none.
 * Returns false only if the store failed; problems of the audit are in *verdict. */
bool audit_check(
    struct store_tx *tx, struct str last, struct audit_verdict *verdict, struct err *err);

#endif
