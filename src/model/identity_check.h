/*
 * identity_check.h - finds errors and oddities in an owner, an issuer and a subject before they are
 * sent. The check is strict because issuer and subject are compared byte by byte from then on.
 * Pure.
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
	IDENTITY_SUSPICIOUS, /* may be sent, but should be reviewed */
	IDENTITY_INVALID,    /* must not be sent */
};

/* Appends the problems, one sentence per line. Returns the most severe verdict. */
enum identity_verdict identity_check(struct buf *out, const struct identity_fields *fields);
/* As identity_check(), for the subject alone; the sentences lack their first word. */
enum identity_verdict identity_check_subject(struct buf *out, struct str sub);
/* Appends the part of an issuer that people recognize: without scheme and final slash, in lower
 * case. Different issuers with the same core are easily confused. */
void identity_append_issuer_core(struct buf *out, struct str iss);

/* The last four characters, by which people compare owners and subjects; the whole text if it is
 * shorter. */
struct str identity_tail(struct str text);
/* Appends the last four characters, "…8841", uncleaned. */
void identity_tail_write(struct buf *out, struct str text);
/* Appends a lookup key that is unique for this issuer and subject; plain concatenation would be
 * ambiguous. */
void identity_name_write(struct buf *out, struct str iss, struct str sub);

#endif
