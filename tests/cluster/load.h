/*
 * load.h - data shared by the threads of `load`: the threads, the objects, and the history that
 * they write. world.sh creates the objects in the store from the same numbers.
 */
#ifndef TESTS_CLUSTER_LOAD_H
#define TESTS_CLUSTER_LOAD_H

#include "cluster/client.h"

#include <stdatomic.h>

enum { IDENTITIES = 8, OWNERS = 4, SETS = 4, SET_ITEMS = 3, BASKETS = 200 };

struct load {
	const char *url;
	struct buf key;
	atomic_bool over;
	/* of reads that are counted */
	long wanted;
	atomic_long begun, failed, walks, slowest_us;
};

struct worker {
	struct load *load;
	struct client *client;
	unsigned number, done;
	uint64_t random;
};

/* The work of a thread from start to end. */
typedef void work_fn(struct worker *w);

work_fn link_and_unlink; /* identities that others want, too */
work_fn update_sets;     /* one value for several items, in one bulk update */
work_fn read_sets;       /* and are they one */
work_fn walk_baskets;
work_fn count_reads; /* until so many are done */

/* A unique name for the next operation. */
void worker_name(struct worker *w, const char *what, char name[40]);
/* Below n. */
unsigned worker_choose(struct worker *w, unsigned n);
/* One walk over all baskets; false when one was missed or met twice, or the load is over. A page
 * that fails is asked for again with the same cursor; `fails` counts those. */
bool walk_pages_once(struct worker *w, long *fails);
/* One line. */
void history(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
