/*
 * time_placeholder.h - a watermark: the number of changes of the catalog and of the baskets that a
 * client has seen. The service sends it with responses and clients return it, so that no replica
 * shows them less.
 */
#ifndef MODEL_WATERMARK_H
#define MODEL_WATERMARK_H

#include "base/buf.h"

struct watermark {
	int64_t catalog, baskets; /* 0: nothing yet */
};

/* "12-3400"; false for anything else, and *m is as it was. */
bool watermark_parse(struct watermark *m, struct str text);
void watermark_write(struct buf *out, const struct watermark *m);
/* Was everything that is in `other` seen by `m`, too? */
bool watermark_covers(const struct watermark *m, const struct watermark *other);
/* The watermark of a client that has seen both. */
struct watermark watermark_max(const struct watermark *a, const struct watermark *b);

#endif
