/*
 * write.h - one link or unlink: recorded in the journal, sent, and recorded again. Console and
 * commands write only through this.
 *
 * A write that was begun always gets a result, or stays not confirmed in the journal: nothing that
 * was sent can be cancelled. A writer owns the writes in progress; freeing it drops them, but not
 * their journal entries. Client and journal are the caller's and must outlive it.
 */
#ifndef APP_IDENTITY_WRITE_H
#define APP_IDENTITY_WRITE_H

#include "app/journal/journal.h"
#include "base/clock.h"
#include "client/client.h"

/* The result of a write. */
struct write_result {
	unsigned number; /* in the journal; 0 when it could not be noted, and so was not sent */
	enum client_write_status outcome;
	struct err err;      /* why it is not done */
	struct err journal_err; /* the outcome could not be noted: for the journal it is unknown */
	int status;          /* of HTTP; 0 when there was none */
	struct str body;     /* of the answer; until the callback comes back */
	char request_id[64]; /* empty when there was none */
};
typedef void write_result_fn(void *ctx, const struct write_result *w);

struct identity_writer;

/* The journal's times come from the clock. */
struct identity_writer *identity_writer_new(
    struct client *client, struct journal *j, const struct clock *clock);
void identity_writer_free(struct identity_writer *w);

/* Notes and sends one: number, who, host and ssh of *what are not looked at; without a key it is
 * given one of its own. When the journal has a write of its key that is not known, it is that one
 * which is asked again. `done` is called once, from the loop. False: nothing was sent. */
bool identity_write(struct identity_writer *w, const struct journal_write *what,
    write_result_fn *done, void *ctx, struct err *err);
/* Retries a write that is not confirmed, with its own key. A refusal of the retry says nothing
 * about the write: it stays not confirmed (retry.h). */
void identity_write_retry(
    struct identity_writer *w, unsigned number, write_result_fn *done, void *ctx);
/* How many are under way, and not known yet by what others have noted. */
size_t identity_count_pending(const struct identity_writer *w);
bool identity_is_pending(const struct identity_writer *w, unsigned number);

#endif
