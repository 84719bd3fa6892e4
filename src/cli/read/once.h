/*
 * once.h - baskets that come again: where some arrive while others are read, a service that counts
 * from the newest gives the last of a page once more on the next one.
 */
#ifndef CLI_READ_ONCE_H
#define CLI_READ_ONCE_H

#include "base/index.h"

struct once {
	struct index *ids; /* of what came; NULL: nothing did */
	size_t again;      /* so many came before */
};

void once_free(struct once *o);
/* Did an item of this id come before? One without an id never did. */
bool once_came_before(struct once *o, struct str json);

#endif
