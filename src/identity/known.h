/*
 * known.h - the known facts about an owner, an issuer and a subject: from the journal and from the
 * baskets that were read. The API cannot list links, so each line names its source. Pure.
 */
#ifndef IDENTITY_KNOWN_H
#define IDENTITY_KNOWN_H

#include "base/vec.h"
#include "identity/context.h"
#include "list/doc.h"
#include "model/identity_check.h"

/* Appends a line for each known fact, and one for each warning or error. `claims`: those pasted
 * with the identity; NULL: none. */
struct pasted_claims;
void identity_write_known_doc(struct doc *d, const struct identity_fields *identity, bool unlink,
    const struct pasted_claims *claims, const struct identity_context *context);

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

/*
 * The issuers found in baskets and in the journal's links, with their counts. Texts are
 * borrowed from both. Pure.
 */

struct issuer {
	struct str iss;
	size_t use_count;
};

struct issuers {
	struct index *issuer_index;
	VEC(struct issuer) list; /* the most frequent first */
};

struct issuer_list {
	struct str *v;
	size_t n, cap;
};

/* Appends the text shown next to a typed issuer: "known here, 31 times". Returns false if it is
 * not known. */
bool issuer_append_known_count(
    struct buf *out, const struct identity_context *context, struct str iss);
/* Lists the issuers that start with a prefix, each once, the most frequent first. The caller
 * frees out->v. */
void issuers_collect_with_prefix(
    const struct identity_context *context, struct str prefix, struct issuer_list *out);

#endif
