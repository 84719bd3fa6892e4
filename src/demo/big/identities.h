/*
 * identities.h - the identities linked to owners, except the tour's, in the form that the service
 * returns.
 */
#ifndef DEMO_BIG_IDENTITIES_H
#define DEMO_BIG_IDENTITIES_H

#include "base/buf.h"

#include <stdint.h>

/* The number of identities of owner `number`, which must be at least OWNERS. */
unsigned identities_of(unsigned number);
/* Appends the record of identity `index` of an owner. */
void identity_make(struct buf *out, unsigned owner, unsigned index, int64_t now_ms);

#endif
