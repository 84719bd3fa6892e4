/*
 * write_session.h - the console's writes: the journal, the lock, the write in progress, unconfirmed
 * writes, and the context of a form. There is one for the console's whole life.
 *
 * Nothing is sent except through write_session_send() and write_session_retry(). Each result is
 * recorded in the journal and shown; a form that waits for it is notified first. identity/write.h
 * makes the requests and decides what may be retried.
 */
#ifndef UI_JOURNAL_WRITE_SESSION_H
#define UI_JOURNAL_WRITE_SESSION_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "identity/context.h"
#include "identity/write.h"
#include "ui/kit/console.h"

#include <stdint.h>

/*
 * Whether this console may write: locked until the user gives a reason, then
 * unlocked for some minutes. A read-only console never unlocks. Pure.
 *
 * The end is a time that is compared, not a timer: no event occurs when it is reached.
 */

enum { WRITE_LOCK_MINUTES = 10 };

struct write_lock {
	bool read_only, masked;
	int64_t unlocked_until; /* ms since 1970; 0: locked */
	struct buf reason;      /* the reason given for unlocking */
};

void write_lock_free(struct write_lock *l);
bool write_lock_is_open(const struct write_lock *l, int64_t now);
/* Unlocks; if already unlocked, the end does not change. */
void write_lock_open(struct write_lock *l, struct str reason, int64_t now);
void write_lock_close(struct write_lock *l);
/* Appends "unlocked until 18:12 (INC-4711)", "locked" or "read-only". */
void write_lock_append_state(struct buf *out, const struct write_lock *l, int64_t now, bool utc);
/* The reason why no write can be sent at all; NULL if writing is possible. The token's
 * permissions are checked by the service. */
const char *write_lock_why_not(const struct write_lock *l);

/*
 * The owners that the demo's service prepares for trying out links: their names,
 * ids and stories. The form offers them, since no endpoint lists owners. Owns its texts.
 */

struct demo_owner {
	struct str name, owner, story;
	struct str iss, sub; /* an identity to try with this owner */
};

struct demo_owners {
	struct arena text_arena;
	VEC(struct demo_owner) list;
};

/* Adds one item of the service's response. */
void demo_owners_add(struct demo_owners *s, struct str json);
void demo_owners_free(struct demo_owners *s);
/* The demo owner with that id, or NULL. */
const struct demo_owner *demo_owners_find(const struct demo_owners *s, struct str owner);

struct write_session {
	struct console *console;
	struct journal journal;
	bool is_journal_open; /* the journal could be read */
	struct identity_writer *writer;
	struct identities *identities;
	struct buf service; /* from app_context_append_service_name() */
	struct write_lock lock;
	char *account;
	unsigned awaited_write_number;  /* the write that the form waits for, or 0 */
	struct demo_owners demo_owners; /* the demo's prepared owners */
};

/* Reads the journal. If it cannot be read, shows a message, and nothing can be written. */
struct write_session *write_session_new(struct console *c);
void write_session_free(struct write_session *w);

/* Call after masking was turned on or off: updates the lock, the journal and the identities. */
bool write_session_set_mask(struct write_session *w, struct err *err);

/* Reads writes that other consoles of this account have made, and updates the panes. */
void write_session_refresh(struct write_session *w);
/* The facts currently known about identities, including those from baskets. */
struct identity_context write_session_context(struct write_session *w);
/* Why nothing can be written at all, as a sentence; NULL if writing is possible. */
const char *write_session_why_not(struct write_session *w);
/* Like write_session_why_not(), also if the last write has no response yet. */
const char *write_session_why_not_now(struct write_session *w);

/* Records the write in the journal and sends it. Returns false and sets err if nothing was sent. */
bool write_session_send(struct write_session *w, const struct journal_write *what, struct err *err);
/* Appends why the service refused a write: "the identity belongs to another owner (409)". */
void write_session_append_refusal(
    struct buf *out, const struct console *c, const struct err *err);
/* Retries an unconfirmed write, unless a retry is already in progress. */
void write_session_retry(struct write_session *w, unsigned number);
/* Call when the demo's service is ready: requests its prepared owners. The next is for after its
 * data was reset: earlier links no longer exist. */
void write_session_on_demo_ready(struct write_session *w);
void write_session_on_demo_reset(struct write_session *w);
/* Counts the unconfirmed writes, of all services. */
size_t write_session_count_unknown(const struct write_session *w);
/* "1 write not confirmed"; nothing if all are confirmed. */
void write_session_append_unknown_count(const struct write_session *w, struct buf *out);
/* "1 write is not known: J-0414", including writes in progress; nothing if all are confirmed. */
void write_session_append_unknown_numbers(const struct write_session *w, struct buf *out);

#endif
