/*
 * seen_ids.h - items that come again: where some arrive while others are read, a service that counts from
 * the newest gives the last of a page once more on the next one; and a list that is begun anew gives
 * all of them.
 *
 * An item is known by its path and id. They come soon again, so that of a long list not all are kept:
 * the last SEEN_IDS_MAX at least.
 */
#ifndef APP_LIST_SEEN_IDS_H
#define APP_LIST_SEEN_IDS_H

#include "base/index.h"

enum { SEEN_IDS_MAX = 49152 }; /* three quarters of a power of two fill their index */

struct seen_ids {
	bool paged;    /* two of one page are two items: only later pages have one again */
	uint32_t page; /* that is being taken; the caller's */
	struct index *ids, *older; /* of what came last, and before that; NULL: nothing did */
	size_t n;                  /* of the ids in the first */
	size_t repeats;              /* so many came before */
};

void seen_ids_free(struct seen_ids *o);
/* Did this item come before? One without an id and a path never did. */
bool seen_ids_check(struct seen_ids *o, struct str json);

#endif
