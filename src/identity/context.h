/*
 * context.h - the data available when an identity is linked or unlinked, and the acting account.
 * Owns nothing.
 */
#ifndef IDENTITY_CONTEXT_H
#define IDENTITY_CONTEXT_H

#include "base/str.h"

struct claims;
struct identities;
struct journal;

struct identity_context {
	const struct journal *journal;
	struct str service; /* address or name (app_context_append_service_name()) */
	const struct identities *identities;
	size_t basket_count;               /* number of baskets read into `identities` */
	const struct claims *token_claims; /* claims of the token; NULL: opaque, or no token yet */
	struct str account;                /* the account of the user */
	int64_t now;
};

#endif
