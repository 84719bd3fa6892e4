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
	/* reads to be counted */
	long wanted;
	atomic_long begun, failed, walks, slowest_us;
};

struct worker {
	struct load *load;
	struct client *client;
	unsigned number, done;
	uint64_t random;
};

/* The work of a thread, from start to end. */
typedef void work_fn(struct worker *w);

work_fn link_and_unlink; /* identities that other threads want too */
work_fn update_sets;     /* one value for several items, in one bulk update */
work_fn read_sets;       /* checks that all items have the same value */
work_fn walk_baskets;
work_fn count_reads; /* until the wanted number of reads is done */

/* A unique name for the next operation. */
void worker_name(struct worker *w, const char *what, char name[40]);
/* A random number below n. */
unsigned worker_choose(struct worker *w, unsigned n);
/* Walks over all baskets once; false if a basket was missed or returned twice, or the load has
 * ended. A page that fails is requested again with the same cursor; `fails` counts those. */
bool walk_pages_once(struct worker *w, long *fails);
/* Writes one line of the history. */
void history(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
