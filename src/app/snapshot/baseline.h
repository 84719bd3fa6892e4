/*
 * baseline.h - the catalog that is seen as a snapshot, and an earlier one that it is held against.
 */
#ifndef APP_SNAPSHOT_BASELINE_H
#define APP_SNAPSHOT_BASELINE_H

#include "app/catalog/catalog.h"
#include "app/snapshot/snapshot.h"

/* Owns both until baseline_free(). */
struct baseline {
	struct snapshot snapshot;
	char *name; /* of its file, without folders; to be cleaned */
};

/* A snapshot from a file; NULL says why. */
struct baseline *baseline_load(const char *path, struct err *err);
void baseline_free(struct baseline *c);
/* Appends what an item cost then, as a sentence, nothing where it cost nothing; false when it was
 * not there. `ascii` is text_clean()'s. */
bool baseline_append_price(struct buf *out, const struct baseline *c, struct str path, bool ascii);

/* Adds the whole catalog, sorted; it must be read to its end. Edits nothing: the same catalog
 * gives the file that `snapshot save` writes. */
void baseline_add_catalog(struct snapshot *s, const struct catalog *c);

#endif
