/*
 * once.h - baskets that come again: where some arrive while others are read, a service that counts
 * from the newest gives the last of a page once more on the next one.
 *
 * They come soon again, so that of a long list not all ids are kept: the last ONCE_IDS at least.
 */
#ifndef CLI_READ_ONCE_H
#define CLI_READ_ONCE_H

#include "base/index.h"

enum { ONCE_IDS = 16384 };

struct once {
	struct index *ids, *older; /* of what came last, and before that; NULL: nothing did */
	size_t n;                  /* of the ids in the first */
	size_t again;              /* so many came before */
};

void once_free(struct once *o);
/* Did an item of this id come before? One without an id never did. */
bool once_came_before(struct once *o, struct str json);

#endif
