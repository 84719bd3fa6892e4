/*
 * feed.h - applies the lines of a feed to a store, in short transactions, so that other writers go
 * on. Each transaction stores the last sequence number of its sources as well: a feed that was
 * killed is sent again, and each line is applied once.
 *
 * Not thread-safe, except the pace.
 */
#ifndef SERVICE_FEED_FEED_H
#define SERVICE_FEED_FEED_H

#include "base/vec.h"
#include "service/feed/line.h"

#include <pthread.h>

/* Shared by all feeds of a process: one batch at a time, and after each a pause for others. */
struct feed_pace {
	pthread_mutex_t lock;
	int64_t next_batch_us; /* clock_ticks_us() */
	size_t batch_lines;    /* as many as are stored in a few milliseconds */
};

void feed_pace_init(struct feed_pace *p);
void feed_pace_free(struct feed_pace *p);

/* Receives each line with its outcome, in order, once it is durable. */
typedef void feed_result_fn(void *ctx, const struct feed_line *line);

struct feed_settings {
	struct store *store;
	struct feed_pace *pace;
	struct str source;                /* of lines without one; "": none */
	const char *subject, *request_id; /* for the audit */
	const char
	    *refusals[OBJECT_KINDS]; /* why lines of a kind are refused; NULL: they are not */
	feed_result_fn *on_result;
	void *ctx;
};

struct feed {
	const struct feed_settings *settings;
	struct arena arena;
	VEC(struct feed_line) lines; /* read, not yet applied */
	size_t bytes, line_count;
	size_t counts[FEED_OUTCOMES];
	struct watermark written_changes; /* of all batches */
};

void feed_init(struct feed *f, const struct feed_settings *settings);
void feed_free(struct feed *f);
/* Reads the next line of the input; blank lines only count. The text must be valid until
 * feed_apply(). */
void feed_add(struct feed *f, struct str text);
/* The next line cannot be read; this is the reason. */
void feed_add_refused(struct feed *f, const char *reason);
/* Applies the lines that were added. Returns false if the store failed: some lines may have been
 * applied, and sending all of them again is safe. */
bool feed_apply(struct feed *f, struct err *err);
/* True if enough lines wait for a batch. */
bool feed_is_full(const struct feed *f);

#endif
