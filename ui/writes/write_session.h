/*
 * write_session.h - the console's writes: journal, lock, the write in progress, unconfirmed ones, and the
 * context of a form. One for the console's whole life.
 *
 * Nothing is sent except through write_session_send() and write_session_retry(). Every result is recorded in
 * the journal, reported, and shown; a form that waits for it is notified first.
 */
#ifndef UI_WRITES_WRITE_SESSION_H
#define UI_WRITES_WRITE_SESSION_H

#include "app/identity/context.h"
#include "app/identity/write.h"
#include "ui/kit/console.h"
#include "ui/writes/demo_owners.h"
#include "ui/writes/write_lock.h"

struct write_session {
	struct console *console;
	struct journal journal;
	bool open; /* the journal could be read */
	struct identity_writer *writer;
	struct identities *identities;
	struct buf service; /* as app_context_append_service() calls it */
	struct write_lock lock;
	char *account;
	unsigned waited_for;            /* the write that a form waits for, or 0 */
	struct demo_owners demo_owners; /* the demo's prepared owners */
};

/* Reads the journal; one that cannot be is said, and nothing can be written. */
struct write_session *write_session_new(struct console *c);
void write_session_free(struct write_session *w);

/* The launch's mask was turned: the lock and the journal follow. */
bool write_session_set_mask(struct write_session *w, struct err *err);

/* Reads what other consoles of this account have written since, and shows it. */
void write_session_refresh(struct write_session *w);
/* The facts known now, also from the baskets that were read. */
struct identity_context write_session_context(struct write_session *w);
/* Why nothing can be sent whatever is typed, as a sentence; NULL when nothing is in the way. */
const char *write_session_why_not(struct write_session *w);
/* As above for an action; NULL for those that write nothing. */
const char *write_session_why_not_action(struct write_session *w, enum action a);

/* Notes and sends. False: nothing was sent, err says why. */
bool write_session_send(struct write_session *w, const struct journal_write *what, struct err *err);
/* Asks again for one that is not known; once, until it is answered. */
void write_session_retry(struct write_session *w, unsigned number);
/* The demo's service is there: asks for its prepared owners. And its data was put back: what was
 * linked is not any more. */
void write_session_on_demo_ready(struct write_session *w);
void write_session_on_demo_reset(struct write_session *w);
/* How many are not known: of all services. */
size_t write_session_count_unknown(const struct write_session *w);
/* "1 write unknown"; nothing when all are known. */
void write_session_append_unknown_count(const struct write_session *w, struct buf *out);
/* "1 write is not known: J-0414", those that are under way too; nothing when all are known. */
void write_session_append_unknown_numbers(const struct write_session *w, struct buf *out);

#endif
