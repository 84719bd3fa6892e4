/*
 * known.h - the known facts about an owner, an issuer and a subject: from the journal and from the
 * baskets that were read. The API cannot list links, so each line names its source. Pure.
 */
#ifndef IDENTITY_KNOWN_H
#define IDENTITY_KNOWN_H

#include "identity/context.h"
#include "list/doc.h"
#include "model/identity_check.h"

/* Appends a line for each known fact, and one for each warning or error. */
void identity_known_doc(struct doc *d, const struct identity_fields *identity, bool unlink,
    const struct identity_context *context);

/* The rights of a person who signs in with a linked identity; ends with NULL. */
extern const char *const identity_rights[];

/* The subscription that the token is bound to; STR_NONE if it covers all, or if that is not
 * known. */
struct str token_root_of(const struct claims *rights);
/* Appends whether this token may unlink. `rights` NULL: the token is opaque. */
void append_unlink_permission(struct buf *out, const struct claims *rights);

/* The newest completed write of this identity: a link, or an unlink. NULL if there is none. */
const struct journal_write *identity_newest_write(
    const struct identity_context *context, const struct identity_fields *identity);

#endif
