/*
 * journal.h - every write that this account asked for, before it was sent and when it was answered:
 * the private file journal.jsonl, only ever added to, chained by hashes (chain.h), and kept
 * in memory with what became of each write.
 *
 * A write that was begun and has no outcome is unknown: its key is kept, so that it can be asked
 * again under the same one. Nothing is sent before journal_begin() has come back: then the line is
 * on the disk. Several processes may write at once. Never give it a token. Texts live until
 * journal_close(); a write's place in memory until the next one is begun. Times are ms since 1970.
 * A line that is not as it was sealed is said, and not believed.
 */
#ifndef APP_JOURNAL_JOURNAL_H
#define APP_JOURNAL_JOURNAL_H

#include "app/journal/chain.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "wire/mask.h"

enum { JOURNAL_REASON_MAX = 1000, JOURNAL_RECORD_MAX = 16384 };

/* How long a service knows a key: a write that is older cannot be asked again. */
extern const int64_t journal_key_lifetime;

enum journal_state { JOURNAL_UNKNOWN, JOURNAL_DONE, JOURNAL_REFUSED, JOURNAL_STATES };

struct journal_write_status {
	enum journal_state state;
	int64_t at;
	int http; /* 0: no answer */
	struct str code, request_id;
	struct str record; /* as answered; left out when it is over JOURNAL_RECORD_MAX bytes */
};

struct journal_write {
	unsigned number; /* from 1 on; J-0412 */
	int64_t at;
	struct str who, host, ssh;       /* account, machine, address of the SSH client */
	struct str environment, service; /* its name, and app_context_append_service() */
	bool unlink;
	struct str other; /* the action, if this version does not know it; else empty */
	struct str owner, iss, sub, reason;
	/* For a batch of a plan, instead of the three before: the plan's seal, "2 of 7: 1,000
	 * changes", and the approver, if one was required. */
	struct str plan, batch, approved;
	struct str key;  /* Idempotency-Key */
	unsigned undoes; /* a number, or 0 */

	struct journal_write_status outcome;
	unsigned undone_by;    /* a write that is done, or 0 */
	unsigned overtaken_by; /* of one that is unknown: a later one that says what is, or 0 */
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
	struct arena texts;
	struct journal_list writes; /* of identities, oldest first */
	/* Batches of plans, and writes of other actions, oldest first; they share their numbers. */
	struct journal_list batches;
	struct journal_list plain;        /* of one in memory: all, before there was a mask */
	size_t unknown;                   /* writes that nothing has overtaken */
	size_t unknown_batches;           /* that nothing has overtaken */
	size_t unknown_others;            /* of an action that is not known */
	unsigned changes;                 /* another number, something else is in it */
	size_t read_to;                   /* bytes of the file that were read */
	struct journal_head last, before; /* the last whole line of them, and the one before it */
	unsigned used;                    /* numbers up to it were given, as far as can be told */
	struct buf fault;                 /* what does not fit, as of journal_open(); else empty */
	const struct mask *mask;          /* or NULL */
	bool torn; /* half a line, of a process that was killed, was found and put aside */
};

/* Reads it. Without `keep`, for the demo and scripts, it begins empty and stays in memory. A
 * journal that is not whole opens all the same. journal_close() after false too. */
bool journal_open(struct journal *j, bool persistent, struct err *err);
/* Clears a journal in memory. Texts of its entries stay valid. */
void journal_reset(struct journal *j);
/* From now on people have pseudonyms in it: what is read, and what was. NULL: they have their names
 * again. The mask must outlive it. False when it could not be read again. */
bool journal_mask(struct journal *j, const struct mask *mask, struct err *err);
void journal_close(struct journal *j);
/* Reads what other processes have added since. */
bool journal_refresh(struct journal *j, struct err *err);

/* Notes a write that is about to be sent, and gives its number; who, host, ssh and number of *w are
 * not looked at. On false nothing may be sent. */
bool journal_begin(
    struct journal *j, const struct journal_write *w, unsigned *number, struct err *err);
/* Notes what became of it. An outcome that is known stays. */
bool journal_finish(
    struct journal *j, unsigned number, const struct journal_write_status *o, struct err *err);

/* ---- looking things up ---- */

/* "J-0412" */
void journal_number_write(struct buf *out, unsigned number);
bool journal_number_read(struct str text, unsigned *number);
/* NULL when there is none. */
const struct journal_write *journal_find(const struct journal *j, unsigned number);
/* The i-th, newest first; NULL after the last. */
const struct journal_write *journal_newest(const struct journal *j, size_t i);
/* As above for batches of plans and unknown actions, which only functions with such a name
 * return. */
const struct journal_write *journal_newest_batch(const struct journal *j, size_t i);
/* Either, by its number; NULL when there is none. */
const struct journal_write *journal_find_any(const struct journal *j, unsigned number);
/* One that is unknown and has this key, or NULL. */
const struct journal_write *journal_find_key(
    const struct journal *j, struct str service, struct str key);
bool journal_is_unknown(const struct journal_write *w);
/* The unknown ones of a service, newest first; STR_NONE: of all. vec_free() them. */
void journal_unknown(const struct journal *j, struct str service, struct journal_numbers *out);
/* The inverse of a write that is done and not undone, ready to begin; false for others. */
bool journal_inverse(struct journal *j, unsigned number, struct journal_write *out);
/* The links of an owner that are in force as far as is known here, newest first. */
void journal_links_of_owner(
    const struct journal *j, struct str service, struct str owner, struct journal_numbers *out);

#endif
