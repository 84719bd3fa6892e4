/*
 * identities.h - the 75 identities linked to the tour's owners, as the service returns them.
 */
#ifndef DEMO_IDENTITIES_H
#define DEMO_IDENTITIES_H

#include "base/buf.h"

#include <stdint.h>

struct demo_identity {
	struct str iss, sub;
	struct str owner, id;
	int64_t created; /* ms */
};

/* How many identities owner `number` of the tour has. */
unsigned identities_of(unsigned number);
/* Appends the record of one of them, and its id to *id. */
void identity_make(struct buf *out, struct buf *id, unsigned owner, unsigned index, int64_t now_ms);
/* Appends any identity as a record of twelve fields. */
void identity_write(struct buf *out, const struct demo_identity *identity);

#endif
