/*
 * baseline.h - an earlier snapshot to compare the catalog with, and the current catalog as a
 * snapshot.
 */
#ifndef SNAPSHOT_BASELINE_H
#define SNAPSHOT_BASELINE_H

#include "catalog/catalog.h"
#include "snapshot/snapshot.h"

/* Owns both until baseline_free(). */
struct baseline {
	struct snapshot snapshot;
	char *name; /* name of its file, without folders; clean it before drawing */
};

/* Loads a snapshot from a file; returns NULL and sets err on failure. */
struct baseline *baseline_load(const char *path, struct err *err);
void baseline_free(struct baseline *c);
/* Appends the price of an item in the snapshot, as a sentence, or nothing if it had none;
 * returns false if the item did not exist. `ascii` is passed to text_clean(). */
bool baseline_append_price(struct buf *out, const struct baseline *c, struct str path, bool ascii);

/* Adds the whole catalog, sorted; it must be read to its end. JSON is not edited: the same
 * catalog gives the file that `snapshot save` writes. */
void baseline_add_catalog(struct snapshot *s, const struct catalog *c);

#endif
