/*
 * owners.h - customers' owners and their subscription groups, beyond those of the tour.
 */
#ifndef DEMO_BIG_OWNERS_H
#define DEMO_BIG_OWNERS_H

#include "base/buf.h"

enum { OWNERS = 40, MANY_OWNERS = 20000, MANY_IDENTITIES = 45000 }; /* OWNERS: the tour's */

/* Appends {"id","root"} of owner `number`, at least OWNERS. */
void owner_make(struct buf *out, unsigned number);
void owner_add_id(struct buf *out, unsigned number);

#endif
