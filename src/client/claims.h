/*
 * claims.h - decodes the claims of an access token, for display only. Nothing is verified: only the
 * service can do that.
 *
 * claims_free() frees the texts and wipes them, since they are personal data.
 */
#ifndef CLIENT_CLAIMS_H
#define CLIENT_CLAIMS_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

struct cJSON;

struct claims {
	struct buf json; /* the decoded claims */
	struct arena text_arena;
	const struct cJSON
	    *root_value; /* all claims, in `text_arena`; NULL if nothing was decoded */
	struct str iss, sub, owner, scope, root; /* STR_NONE if missing or not a string */
	struct str aud, email; /* audiences are separated by ", "; STR_NONE if missing */
	int64_t exp;           /* ms since 1970; WHEN_NONE if missing */
};

/* Decodes a compact JWT. Returns false if the token is opaque. Call claims_free() in either
 * case. */
bool claims_read(struct claims *c, struct str token);
/* Like claims_read(), for claims in plain JSON: an `id_token`, or the `data` of an identity
 * record, whose owner is read as well. */
bool claims_read_json(struct claims *c, struct str json);
void claims_free(struct claims *c);
/* rights_has_one() for these claims. False is not conclusive: the right may be in another claim. */
bool claims_has_right(const struct claims *c, const char *const *claims, const char *const *names);

#endif
