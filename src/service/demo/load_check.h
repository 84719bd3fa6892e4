/*
 * load_check.h - checks the catalog of a store as it is with a file's objects, and reports the
 * problems of the objects that the file has: references to nothing, sums, prices.
 */
#ifndef SERVICE_DEMO_LOAD_CHECK_H
#define SERVICE_DEMO_LOAD_CHECK_H

#include "service/demo/load.h"

#include "base/index.h"
#include "base/vec.h"

/* The objects of the catalog in a file. */
struct loaded_items {
	struct index *by_key; /* number of the last line of an object, by load_item_key() */
	VEC(struct load_place) places;
	/* Refused lines: the texts in them that begin with a slash, as paths do. */
	struct index *refused_paths;
	bool has_refused;
};

/* Within the transaction that stored the file's objects. Passes on the problems of these objects
 * in the order of their places, without notes, and counts those that are unsure. Rules are those of
 * model/check.h. */
bool load_check(struct store_tx *tx, const struct loaded_items *loaded, load_fault_fn *on_problem,
    void *ctx, size_t *unsure, struct err *err);
/* Appends a key that is unique in the catalog. */
void load_item_key(struct buf *out, const struct store_item *item);
/* The number of characters. */
size_t load_count_characters(struct str text);

#endif
