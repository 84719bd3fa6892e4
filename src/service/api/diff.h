/*
 * diff.h - what a bulk update's diff does to one catalog item. Pure: JSON in, JSON out; whatever is
 * not named keeps its bytes.
 */
#ifndef SERVICE_API_DIFF_H
#define SERVICE_API_DIFF_H

#include "base/buf.h"
#include "base/err.h"

struct diff_stamp {
	int64_t now;     /* ms */
	struct str user; /* who changes it */
};

/* Appends the item with `attributes` (an object: text sets, null removes) applied. *changed tells
 * whether anything differs; then version, dates and user are new too, otherwise it is the same
 * bytes. False with err (REFUSE_INVALID, and the code that goes into the `failed` list) when one
 * attribute cannot be set; then *out is of no use. */
bool diff_apply(struct buf *out, bool *changed, struct str item, struct str attributes,
    const struct diff_stamp *stamp, struct err *err);

#endif
