/*
 * owners.h - 40 customers' owners in 33 subscription groups.
 */
#ifndef DEMO_OWNERS_H
#define DEMO_OWNERS_H

#include "base/buf.h"

enum { OWNERS = 40, OWNER_GROUPS = 33 };

/* Appends {"id","root"} of owner `number`, and its id to *id. */
void owner_make(struct buf *out, struct buf *id, unsigned number);

#endif
