/*
 * removal.h - removes records from a store: those that have grown old, and those of a person. Each
 * function but the last works in a write transaction.
 */
#ifndef STORE_REMOVAL_H
#define STORE_REMOVAL_H

#include "store/store.h"

/* The detail of an audit entry that was redacted; its target is empty then, and its hash stays. */
#define STORE_REDACTED_DETAIL "{\"erased\":true}"

/* Operations of audit entries that no request makes. */
#define STORE_ERASE_OPERATION "erase"
#define STORE_BACKUP_OPERATION "backup"

/* Deletes at most `limit` baskets created before that time, either open or completed ones, oldest
 * first; those without a time stay. */
bool store_drop_old_baskets(struct store_tx *tx, bool completed, int64_t before, size_t limit,
    int64_t *dropped, struct err *err);
bool store_drop_link(
    struct store_tx *tx, struct str iss, struct str sub, struct str owner, struct err *err);
bool store_drop_answer(
    struct store_tx *tx, const struct store_caller *caller, struct str key, struct err *err);
/* Removes an entry's target and detail. audit_check() accepts that if an entry
 * STORE_ERASE_OPERATION has a member "entries" of its detail with "CHAIN/NUMBER" and
 * chain_hash_redacted() in hex. */
bool store_redact_audit(struct store_tx *tx, const struct store_audit *entry, struct err *err);

/* A text that must be gone from the store's bytes, and the number of times that it is left. */
struct scrub_text {
	struct str text;
	uint64_t found;
};

/* Writes out deletions, so that nothing of the deleted records is left in free space; call it
 * outside of a transaction. Appends a sentence to *beyond for each place that the store cannot
 * clean. Counts how often each text remains, if the engine can tell. SQLite rewrites its file if
 * one does: other writers wait meanwhile. */
struct scrub_report {
	bool must_rewrite; /* set by the caller: rewrite the file in any case */
	bool was_counted;
	bool was_rewritten;
	struct buf beyond;
};
bool store_scrub(struct store *s, struct scrub_text *texts, size_t n, struct scrub_report *report,
    struct err *err);

#endif
