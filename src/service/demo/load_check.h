/*
 * load_check.h - checks the catalog of a store as it is with a file's objects, and reports the
 * problems of the objects that the file has: references to nothing, sums, prices.
 */
#ifndef SERVICE_DEMO_LOAD_CHECK_H
#define SERVICE_DEMO_LOAD_CHECK_H

#include "service/demo/load.h"

#include "base/index.h"

/* Within the transaction that stored the file's objects. `lines` has the line of each path;
 * journeys have that of the store's path for them. Problems are passed on in the order of the
 * lines; notes are not. Rules are those of model/check.h. */
bool load_check(struct store_tx *tx, const struct index *lines, load_fault_fn *on_problem,
    void *ctx, struct err *err);

#endif
