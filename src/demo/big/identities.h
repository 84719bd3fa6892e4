/*
 * identities.h - the identities linked to owners beyond those of the tour, as the service returns
 * them.
 */
#ifndef DEMO_BIG_IDENTITIES_H
#define DEMO_BIG_IDENTITIES_H

#include "base/buf.h"

#include <stdint.h>

/* How many identities owner `number`, at least OWNERS, has. */
unsigned identities_of(unsigned number);
/* Appends the record of one of them. */
void identity_make(struct buf *out, unsigned owner, unsigned index, int64_t now_ms);

#endif
