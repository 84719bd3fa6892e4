/*
 * identities.h - the identities linked to owners, as the service returns them: 75 in the tour,
 * MANY_IDENTITIES in `big`.
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

/* How many identities owner `number` has. */
unsigned identities_of(unsigned number);
/* Appends the record of one of them, and its id to *id. */
void identity_make(struct buf *out, struct buf *id, unsigned owner, unsigned index, int64_t now_ms);
/* Appends any identity as a record of twelve fields. */
void identity_write(struct buf *out, const struct demo_identity *identity);

#endif
