/*
 * claims.h - what a token says of itself, signed or not, decoded to be shown and never verified:
 * only the service can tell whether it is true.
 *
 * Texts are claims_free()'s, which wipes them: a token's claims are about a person.
 */
#ifndef CLIENT_CLAIMS_H
#define CLIENT_CLAIMS_H

#include "base/arena.h"
#include "base/buf.h"

#include <stdint.h>

struct json_value;

struct claims {
	struct buf json; /* decoded */
	struct arena texts;
	const struct json_value *tree; /* all of them, in `texts`; NULL when they were not read */
	struct str iss, sub, owner, scope, root; /* STR_NONE where there is none, or no text */
	int64_t exp;                             /* ms since 1970, WHEN_NONE */
};

/* False if the text is not a token in compact form with claims: it is opaque. claims_free()
 * after false too. */
bool claims_read(struct claims *c, struct str token);
/* As above for claims as plain JSON: alone, as an `id_token`, or as the `data` of an identity
 * record, whose owner is read too. */
bool claims_read_json(struct claims *c, struct str json);
void claims_free(struct claims *c);
/* Is one of these names a right in one of these claims? A claim is a dotted path
 * ("realm_access.roles"), or its whole name where that has dots; it is a text of words, or a list of
 * texts. Both lists end with NULL. False says nothing: the right may come in another claim. */
bool claims_has_right(const struct claims *c, const char *const *claims, const char *const *names);

#endif
