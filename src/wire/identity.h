/*
 * identity.h - external identities on the wire.
 */
#ifndef WIRE_IDENTITY_H
#define WIRE_IDENTITY_H

#include "base/buf.h"

/* Appends {"id_token":{"iss":…,"sub":…}}: what a link and an unlink are asked with. Both must be
 * UTF-8: a bad byte would become another identity's character. */
void identity_body_write(struct buf *out, struct str iss, struct str sub);

#endif
