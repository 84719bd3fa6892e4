/*
 * identity_check.h - what is wrong or odd about an owner, an issuer and a subject before they are
 * sent: issuer and subject are compared byte by byte for ever after. Pure.
 */
#ifndef MODEL_IDENTITY_CHECK_H
#define MODEL_IDENTITY_CHECK_H

#include "base/buf.h"

enum { IDENTITY_BYTES_MAX = 255 };

struct identity_fields {
	struct str owner, iss, sub, reason;
};

enum identity_verdict {
	IDENTITY_OK,
	IDENTITY_SUSPICIOUS, /* may be sent, but should be looked at */
	IDENTITY_INVALID,    /* is not sent */
};

/* Adds what is wrong or odd, one sentence a line; the worst of it is given back. */
enum identity_verdict identity_check(struct buf *out, const struct identity_fields *fields);
/* Appends what people would take an issuer for: without its scheme, a slash at its end and the
 * difference of capitals. Two that differ and have one core are easily mixed up. */
void identity_append_issuer_core(struct buf *out, struct str iss);

/* The last four characters, by which people compare owners and subjects; all of a shorter one. */
struct str identity_tail(struct str text);
/* "…8841", not cleaned. */
void identity_tail_write(struct buf *out, struct str text);
/* Appends a name of both that no other two have, to look them up by: side by side alone they could
 * be parted elsewhere. */
void identity_name_write(struct buf *out, struct str iss, struct str sub);

#endif
