/*
 * identity.h - external identities in JSON.
 */
#ifndef WIRE_IDENTITY_H
#define WIRE_IDENTITY_H

#include "base/buf.h"

/* Appends {"id_token":{"iss":…,"sub":…}}, the body of link and unlink requests. Both texts must
 * be UTF-8: a replaced byte would make it a different identity. */
void identity_body_write(struct buf *out, struct str iss, struct str sub);

#endif
