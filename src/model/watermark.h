/*
 * watermark.h - a watermark: the number of changes of the catalog and of the baskets that a client
 * has seen. The service sends it with responses and clients send it back, so that no replica
 * answers from older data.
 */
#ifndef MODEL_WATERMARK_H
#define MODEL_WATERMARK_H

#include "base/buf.h"

struct watermark {
	int64_t catalog_changes, basket_changes; /* 0: no change seen yet */
};

/* Parses "12-3400". Returns false for anything else, with *m unchanged. */
bool watermark_parse(struct watermark *m, struct str text);
void watermark_write(struct buf *out, const struct watermark *m);
/* True if `m` has seen every change that is in `other`. */
bool watermark_covers(const struct watermark *m, const struct watermark *other);
/* The watermark of a client that has seen both. */
struct watermark watermark_max(const struct watermark *a, const struct watermark *b);

#endif
