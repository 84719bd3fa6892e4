/*
 * write.h - one link or unlink: noted in the journal, sent, and noted again. Console and
 * commands write nothing else in another way.
 *
 * What is begun is always settled, or stays unknown in the journal: nothing that is sent can be
 * called back. A writer owns the writes that are under way; freeing it forgets them, the journal
 * does not. Client and journal are the caller's and must outlive it.
 */
#ifndef APP_IDENTITY_WRITE_H
#define APP_IDENTITY_WRITE_H

#include "app/journal/journal.h"
#include "base/clock.h"
#include "client/client.h"

/* What became of one. */
struct write_result {
	unsigned number; /* in the journal; 0 when it could not be noted, and so was not sent */
	enum client_outcome outcome;
	struct err err;      /* why it is not done */
	struct err unnoted;  /* the outcome could not be noted: for the journal it is unknown */
	int status;          /* of HTTP; 0 when there was none */
	struct str body;     /* of the answer; until the callback comes back */
	char request_id[64]; /* empty when there was none */
};
typedef void written_fn(void *ctx, const struct write_result *w);

struct identity_writer;

/* The clock is whose time stands in the journal. */
struct identity_writer *identity_writer_new(
    struct client *client, struct journal *j, const struct clock *clock);
void identity_writer_free(struct identity_writer *w);

/* Notes and sends one: number, who, host and ssh of *what are not looked at; without a key it is
 * given one of its own. When the journal has a write of its key that is not known, it is that one
 * which is asked again. `done` is called once, from the loop. False: nothing was sent. */
bool identity_write(struct identity_writer *w, const struct journal_write *what, written_fn *done,
    void *ctx, struct err *err);
/* Asks again for a write that is not known, under its own key. What refuses the asking says nothing
 * of the write: that stays unknown (retry.h). */
void identity_write_again(struct identity_writer *w, unsigned number, written_fn *done, void *ctx);
/* How many are under way, and not known yet by what others have noted. */
size_t identity_writes(const struct identity_writer *w);
bool identity_is_under_way(const struct identity_writer *w, unsigned number);

#endif
