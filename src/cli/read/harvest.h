/*
 * harvest.h - the whole catalog read over a line, for commands that need all of it.
 */
#ifndef CLI_READ_HARVEST_H
#define CLI_READ_HARVEST_H

#include "app/snapshot/snapshot.h"
#include "cli/read/walk.h"

/* Which kinds, by bit. */
#define HARVEST(kind) (1u << SNAPSHOT_##kind)
/* Whether standalone offers are published, too: two reads more. */
#define HARVEST_PUBLISHED (1u << SNAPSHOT_KINDS)
#define HARVEST_ALL ((2u << SNAPSHOT_KINDS) - 1)
/* Every list, without the journeys. */
#define HARVEST_ITEMS ((1u << SNAPSHOT_JOURNEYS) - 1)

struct harvest {
	struct snapshot snapshot;
	char commit[COMMIT_MAX]; /* the revision it was read at; "" where none is told */
};

/* Reads page after page of every kind, sorted at the end. When the catalog changes meanwhile it is
 * read again, three times at most; then ERR_CONFLICT. Anything else that ends a read early is its
 * error; *tries counts as in a walk's end. harvest_free() after false too. */
bool harvest_read(
    struct harvest *h, struct connection *connection, unsigned kinds, int *tries, struct err *err);
void harvest_free(struct harvest *h);
/* Its items, read: as many, in its order. What cannot be read, and the journeys, are items without
 * members. */
struct catalog_item *harvest_items(const struct harvest *h, struct arena *a);

#endif
