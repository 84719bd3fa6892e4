/*
 * owners.h - customers' owners and their subscription groups. The tour has the first 40 in 33
 * groups, of which ten are those of situations.h.
 */
#ifndef DEMO_OWNERS_H
#define DEMO_OWNERS_H

#include "base/buf.h"

enum { OWNERS = 40, OWNER_GROUPS = 33, MANY_OWNERS = 20000, MANY_IDENTITIES = 45000 };

/* Appends {"id","root"} of owner `number`, and its id to *id. */
void owner_make(struct buf *out, struct buf *id, unsigned number);
void owner_add_id(struct buf *out, unsigned number);

#endif
