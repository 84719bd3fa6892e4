/*
 * owners.h - 40 customers' owners in 33 subscription groups. The first ten are those of
 * situations.h.
 */
#ifndef DEMO_OWNERS_H
#define DEMO_OWNERS_H

#include "base/buf.h"

enum { OWNERS = 40, OWNER_GROUPS = 33 };

/* Appends {"id","root"} of owner `number`, and its id to *id. */
void owner_make(struct buf *out, struct buf *id, unsigned number);
void owner_add_id(struct buf *out, unsigned number);

#endif
