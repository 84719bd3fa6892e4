/*
 * compared.h - the catalog that is seen as a snapshot, and an earlier one that it is held against.
 */
#ifndef APP_COMPARED_H
#define APP_COMPARED_H

#include "app/catalog.h"
#include "app/snapshot.h"

/* Owns both until compared_free(). */
struct compared {
	struct snapshot snapshot;
	char *name; /* of its file, without folders; to be cleaned */
};

/* A snapshot from a file; NULL says why. */
struct compared *compared_load(const char *path, struct err *err);
void compared_free(struct compared *c);
/* Appends what an item cost then, as a sentence, nothing where it cost nothing; false when it was
 * not there. `ascii` is text_clean()'s. */
bool compared_price(struct buf *out, const struct compared *c, struct str path, bool ascii);

/* Adds the whole catalog, sorted; it must be read to its end. Edits nothing: the same catalog
 * gives the file that `snapshot save` writes. */
void compared_add_catalog(struct snapshot *s, const struct catalog *c);

#endif
