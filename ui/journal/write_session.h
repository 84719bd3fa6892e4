/*
 * write_session.h - the console's writes: the journal, the lock, the write in progress, unconfirmed
 * writes, and the context of a form. There is one for the console's whole life.
 *
 * Nothing is sent except through write_session_send() and write_session_retry(). Each result is
 * recorded in the journal and shown; a form that waits for it is notified first.
 */
#ifndef UI_JOURNAL_WRITE_SESSION_H
#define UI_JOURNAL_WRITE_SESSION_H

#include "identity/context.h"
#include "identity/write.h"
#include "ui/journal/demo_owners.h"
#include "ui/journal/write_lock.h"
#include "ui/kit/console.h"

struct write_session {
	struct console *console;
	struct journal journal;
	bool open; /* the journal could be read */
	struct identity_writer *writer;
	struct identities *identities;
	struct buf service; /* from app_context_append_service() */
	struct write_lock lock;
	char *account;
	unsigned waited_for;            /* the write that the form waits for, or 0 */
	struct demo_owners demo_owners; /* the demo's prepared owners */
};

/* Reads the journal. If it cannot be read, shows a message, and nothing can be written. */
struct write_session *write_session_new(struct console *c);
void write_session_free(struct write_session *w);

/* Call after masking was turned on or off: updates the lock and the journal. */
bool write_session_set_mask(struct write_session *w, struct err *err);

/* Reads writes that other consoles of this account have made, and updates the panes. */
void write_session_refresh(struct write_session *w);
/* The facts currently known about identities, including those from baskets. */
struct identity_context write_session_context(struct write_session *w);
/* Why nothing can be written at all, as a sentence; NULL if writing is possible. */
const char *write_session_why_not(struct write_session *w);
/* Like write_session_why_not() for an action; NULL for actions that write nothing. */
const char *write_session_why_not_action(struct write_session *w, enum action a);

/* Records the write in the journal and sends it. Returns false and sets err if nothing was sent. */
bool write_session_send(struct write_session *w, const struct journal_write *what, struct err *err);
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
