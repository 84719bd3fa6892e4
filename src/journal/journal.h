/*
 * journal.h - all writes requested by this account, recorded before they are sent and after the
 * response: the private file journal.jsonl, append-only, chained by hashes (chain.h), and kept in
 * memory with the result of each write.
 *
 * A write that was started and has no result is unknown: its key is stored, so that
 * identity/write.h can retry it with the same key. Send nothing before journal_begin() has
 * returned: then the line is on disk. Several processes may write at once. Never store a token in
 * it. Texts live until journal_close(); a pointer to a write is valid until the next write begins.
 * Times are ms since 1970. A line that does not match its hash is reported and ignored.
 */
#ifndef JOURNAL_JOURNAL_H
#define JOURNAL_JOURNAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "journal/chain.h"
#include "wire/mask.h"

enum { JOURNAL_REASON_SIZE_MAX = 1000, JOURNAL_RECORD_SIZE_MAX = 16384 };

/* How long a service remembers a key: older writes cannot be retried. */
extern const int64_t journal_key_lifetime_ms;

enum journal_state { JOURNAL_UNKNOWN, JOURNAL_DONE, JOURNAL_REFUSED, JOURNAL_STATES };

struct journal_write_status {
	enum journal_state state;
	int64_t recorded_at;
	int http_status; /* HTTP status, 0: no response */
	struct str code, request_id;
	struct str record; /* as received; dropped if over JOURNAL_RECORD_SIZE_MAX bytes */
};

/* The code of a batch of which the service refused some changes, or all of them. */
#define JOURNAL_PARTLY_DONE "changes_refused"

#define JOURNAL_FILE "journal.jsonl" /* in the state folder */

struct journal_write {
	unsigned number; /* from 1 on; shown as J-0412 */
	int64_t recorded_at;
	struct str who, host, ssh;       /* account, machine, address of the SSH client */
	struct str environment, service; /* name and address (app_context_append_service_name()) */
	bool is_unlink;
	struct str
	    unsupported_action; /* an action that this version does not support, or "api" */
	struct str request; /* for "api": method and path, as in "PUT /svc/x"; else empty */
	struct str owner, iss, sub, reason;
	/* For a batch of a plan, instead of the members above: the plan's seal, "2 of 7: 1,000
	 * changes", and the approver, if one was required. */
	struct str plan, batch, approved;
	struct str undone_plan; /* the seal of the plan that this batch's plan undoes; or empty */
	struct str key;         /* Idempotency-Key */
	unsigned undoes; /* number of the write it undoes, for a plan of its first batch; or 0 */

	struct journal_write_status status;
	unsigned undone_by;    /* number of the completed write that undid it, or 0 */
	bool is_partly_undone; /* `undone_by` undid some changes of the plan, not all */
	unsigned settled_by;   /* if unknown: number of a later write that settles it, or 0 */
};

struct journal_list {
	struct journal_write *v;
	size_t n, cap;
};

/* Numbers of writes. */
struct journal_numbers {
	unsigned *v;
	size_t n, cap;
};

struct journal {
	bool persistent;
	struct arena text_arena;
	struct journal_list writes; /* writes of identities, oldest first */
	/* Batches of plans, and writes with unsupported actions, oldest first; numbered together
	 * with `writes`. */
	struct journal_list batches;
	struct journal_list unmasked_writes; /* in memory only: unmasked copies of all writes */
	size_t unknown_write_count;          /* unknown writes not settled by a later one */
	size_t unknown_batch_count;          /* unknown batches not settled by a later one */
	size_t unknown_unsupported_count;    /* unknown writes with unsupported actions */
	unsigned version;                    /* changes whenever the content changes */
	size_t read_offset;                  /* bytes of the file read so far */
	struct journal_head last_head;       /* the last complete line */
	struct journal_head previous_head;   /* the line before it */
	unsigned highest_number;             /* highest number in use, as far as known */
	unsigned last_own_number;            /* the last write begun by this process, or 0 */
	struct buf chain_errors;             /* chain errors found by journal_open(); else empty */
	const struct mask *mask;             /* or NULL */
	bool tail_moved_aside; /* a partial line of a killed process was moved aside */
};

/* Reads the journal. Unless `persistent`, as in the demo and scripts, it starts empty and stays
 * in memory. A damaged journal opens anyway. Call journal_close() even after a failure. */
bool journal_open(struct journal *j, bool persistent, struct err *err);
/* Clears a journal in memory. Texts of its entries stay valid. */
void journal_reset(struct journal *j);
/* Shows people by pseudonyms from now on, in existing and new entries. NULL restores their
 * names. The mask must outlive the journal. Returns false if the file could not be read again. */
bool journal_mask(struct journal *j, const struct mask *mask, struct err *err);
void journal_close(struct journal *j);
/* Reads the lines added by other processes. */
bool journal_refresh(struct journal *j, struct err *err);

/* Records a write before it is sent, and assigns its number; who, host, ssh and number of *w are
 * ignored. If it returns false, nothing may be sent. */
bool journal_begin(
    struct journal *j, const struct journal_write *w, unsigned *number, struct err *err);
/* Records the result of a write. A known result is not replaced. */
bool journal_finish(
    struct journal *j, unsigned number, const struct journal_write_status *o, struct err *err);

/* ---- lookups ---- */

/* Appends the number as "J-0412"; and parses it. */
void journal_number_write(struct buf *out, unsigned number);
bool journal_number_read(struct str text, unsigned *number);
/* Finds a write of an identity by number, or NULL. */
const struct journal_write *journal_find(const struct journal *j, unsigned number);
/* The i-th write, newest first; NULL after the last. */
const struct journal_write *journal_nth_newest(const struct journal *j, size_t i);
/* The i-th batch of a plan or write with an unsupported action, newest first. Only functions
 * with "batch" or "any" in their names return these. */
const struct journal_write *journal_nth_newest_batch(const struct journal *j, size_t i);
/* Finds an entry of either kind by number, or NULL. */
const struct journal_write *journal_find_any(const struct journal *j, unsigned number);
/* Finds an unknown write with this key, or NULL. */
const struct journal_write *journal_find_key(
    const struct journal *j, struct str service, struct str key);
bool journal_is_unknown(const struct journal_write *w);
/* The unknown writes of a service, newest first; STR_NONE: of all services. Free with
 * vec_free(). */
void journal_collect_unknown(
    const struct journal *j, struct str service, struct journal_numbers *out);
/* Builds the inverse of a write that is done and not undone, ready to begin. Returns false for
 * others. */
bool journal_make_inverse(struct journal *j, unsigned number, struct journal_write *out);
/* The links of an owner that are in force according to this journal, newest first. */
void journal_collect_owner_links(
    const struct journal *j, struct str service, struct str owner, struct journal_numbers *out);

#endif
