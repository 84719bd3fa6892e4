/*
 * writes.h - the console's writes: journal, lock, the write in progress, unconfirmed ones, and the
 * context of a form. One for the console's whole life.
 *
 * Nothing is sent except through writes_send() and writes_ask_again(). Every result is recorded in
 * the journal, reported, and shown; a form that waits for it is notified first.
 */
#ifndef UI_WRITES_WRITES_H
#define UI_WRITES_WRITES_H

#include "app/identity/context.h"
#include "app/identity/write.h"
#include "ui/kit/console.h"
#include "ui/writes/demo_owners.h"
#include "ui/writes/write_lock.h"

struct writes {
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
struct writes *writes_new(struct console *c);
void writes_free(struct writes *w);

/* The launch's mask was turned: the lock and the journal follow. */
bool writes_mask(struct writes *w, struct err *err);

/* Reads what other consoles of this account have written since, and shows it. */
void writes_refresh(struct writes *w);
/* The facts known now, also from the baskets that were read. */
struct identity_context writes_context(struct writes *w);
/* Why nothing can be sent whatever is typed, as a sentence; NULL when nothing is in the way. */
const char *writes_bar(struct writes *w);
/* As above for an action; NULL for those that write nothing. */
const char *writes_bar_action(struct writes *w, enum action a);

/* Notes and sends. False: nothing was sent, err says why. */
bool writes_send(struct writes *w, const struct journal_write *what, struct err *err);
/* Asks again for one that is not known; once, until it is answered. */
void writes_ask_again(struct writes *w, unsigned number);
/* The demo's service is there: asks for its prepared owners. And its data was put back: what was
 * linked is not any more. */
void writes_demo_is_ready(struct writes *w);
void writes_demo_was_reset(struct writes *w);
/* How many are not known: of all services. */
size_t writes_unknown(const struct writes *w);
/* "1 write unknown"; nothing when all are known. */
void writes_say_unknown(const struct writes *w, struct buf *out);
/* "1 write is not known: J-0414", those that are under way too; nothing when all are known. */
void writes_name_unknown(const struct writes *w, struct buf *out);

#endif
