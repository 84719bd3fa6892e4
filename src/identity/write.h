/*
 * write.h - performs one link or unlink: records it in the journal, sends it, and records the
 * result. Console and commands write only through this.
 *
 * A write that was started always gets a result, or stays not confirmed in the journal: a request
 * that was sent cannot be cancelled. A writer owns the writes in progress; freeing it drops them,
 * but not their journal entries. Client and journal are the caller's and must outlive it.
 */
#ifndef IDENTITY_WRITE_H
#define IDENTITY_WRITE_H

#include "base/clock.h"
#include "client/client.h"
#include "journal/journal.h"

struct write_result {
	unsigned write_number; /* in the journal; 0: not recorded, and so not sent */
	enum client_write_status write_status;
	struct err err;         /* why it was not done */
	struct err journal_err; /* recording failed, so the write is not confirmed */
	int http_status;        /* HTTP status; 0: no response */
	struct str body;        /* response body; valid until the callback returns */
	char request_id[64];    /* empty if there is none */
};
typedef void write_result_fn(void *ctx, const struct write_result *w);

struct identity_writer;

/* `clock` provides the times in the journal. */
struct identity_writer *identity_writer_new(
    struct client *client, struct journal *j, const struct clock *clock);
void identity_writer_free(struct identity_writer *w);

/* Records and sends a write; number, who, host and ssh of *what are ignored. Without a key it
 * gets a new one. If the journal has an unconfirmed write with the same key, that one is retried
 * instead. `done` is called once, from the loop. Returns false if nothing was sent. */
bool identity_write(struct identity_writer *w, const struct journal_write *what,
    write_result_fn *done, void *ctx, struct err *err);
/* Retries a write that is not confirmed, with its own key. A refusal of the retry says nothing
 * about the write: it stays not confirmed. */
void identity_write_retry(
    struct identity_writer *w, unsigned number, write_result_fn *done, void *ctx);
/* The earlier link whose record the response to this done link repeats: the identity was linked
 * already, and nothing changed. NULL if there is none in the journal. */
const struct journal_write *identity_find_repeated_link(
    const struct journal *j, const struct journal_write *link);
/* The number of writes in progress, without those whose result another process has recorded. */
size_t identity_count_pending(const struct identity_writer *w);
bool identity_is_pending(const struct identity_writer *w, unsigned number);

/*
 * Decides whether a write without a response may be retried, and what the response to the
 * retry means. identity_write_retry() sends it with the same Idempotency-Key: a service that
 * remembers the key answers as it did the first time, so nothing is done twice.
 */

/* Returns false and sets err if it cannot be retried: it was sent to another service, or so long
 * ago that its key has expired. */
bool identity_can_retry(
    const struct journal_write *what, struct str service, int64_t now, struct err *err);

#endif
