/*
 * stream.h - feeds the lines of a file, pipe or terminal as they arrive.
 */
#ifndef SERVICE_FEED_STREAM_H
#define SERVICE_FEED_STREAM_H

#include "service/feed/feed.h"

/* Called when results are complete so far, before more input is waited for. Returns false and
 * sets err to end the feed. */
typedef bool feed_flush_fn(void *ctx, struct err *err);

/* Reads lines to the end of fd. They are applied when enough are there, or when the input pauses.
 * Returns false if reading, the store or `flush` failed. */
bool feed_stream(struct feed *f, int fd, feed_flush_fn *flush, void *ctx, struct err *err);

#endif
