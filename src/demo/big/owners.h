/*
 * owners.h - the owners of customers and their subscription groups, except the tour's.
 */
#ifndef DEMO_BIG_OWNERS_H
#define DEMO_BIG_OWNERS_H

#include "base/buf.h"

enum { OWNERS = 40, MANY_OWNERS = 20000, MANY_IDENTITIES = 45000 }; /* OWNERS: the tour's owners */

/* Appends {"id","root"} of owner `number`, which must be at least OWNERS. */
void owner_make(struct buf *out, unsigned number);
void owner_add_id(struct buf *out, unsigned number);

#endif
