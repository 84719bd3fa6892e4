/*
 * seen_ids.h - detects items that come twice: if new items arrive during reading, a service that
 * counts from the newest sends the last items of a page again on the next one; and a restarted list
 * sends all of them again.
 *
 * An item is identified by its path and id. Repeats come soon, so a long list is not remembered
 * completely: at least the last SEEN_IDS_MAX items are.
 */
#ifndef LIST_SEEN_IDS_H
#define LIST_SEEN_IDS_H

#include "base/index.h"

enum { SEEN_IDS_MAX = 49152 }; /* fills three quarters of an index with a power-of-two size */

struct seen_ids {
	bool paged;                /* ids that repeat on the same page count as different items */
	uint32_t page;             /* the current page; set by the caller */
	struct index *ids, *older; /* the latest ids, and the ones before; NULL: none */
	size_t n;                  /* number of latest ids */
	size_t repeats;            /* number of repeats found */
};

void seen_ids_free(struct seen_ids *o);
/* True if the item came before, and remembers it. An item without an id and a path is always
 * new. */
bool seen_ids_check(struct seen_ids *o, struct str json);

#endif
