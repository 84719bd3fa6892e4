/*
 * diff.h - applies the diff of a bulk update to one catalog item. Pure functions from JSON to JSON;
 * members that the diff does not name keep their bytes.
 */
#ifndef SERVICE_API_DIFF_H
#define SERVICE_API_DIFF_H

#include "base/buf.h"
#include "base/err.h"

struct diff_stamp {
	int64_t now;     /* ms */
	struct str user; /* the user who makes the change */
};

/* Appends the item with `attributes` applied (an object: a text sets an attribute, null removes
 * it). *changed is set to whether anything differs: if so, version, dates and user are updated,
 * otherwise the bytes are the same. If an attribute cannot be set, returns false with err
 * (REFUSE_INVALID, and the code for the `failed` list) and *out must not be used. */
bool diff_apply(struct buf *out, bool *changed, struct str item, struct str attributes,
    const struct diff_stamp *stamp, struct err *err);

#endif
