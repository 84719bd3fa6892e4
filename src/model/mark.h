/*
 * mark.h - a watermark: the number of changes of the catalog and of the baskets that a client has
 * seen. The service sends it with responses and clients return it, so that no replica shows them
 * less.
 */
#ifndef MODEL_MARK_H
#define MODEL_MARK_H

#include "base/buf.h"

struct mark {
	int64_t catalog, baskets; /* 0: nothing yet */
};

/* "12-3400"; false for anything else, and *m is as it was. */
bool mark_parse(struct mark *m, struct str text);
void mark_write(struct buf *out, const struct mark *m);
/* Was everything that is in `other` seen by `m`, too? */
bool mark_reaches(const struct mark *m, const struct mark *other);
/* The watermark of a client that has seen both. */
struct mark mark_join(const struct mark *a, const struct mark *b);

#endif
