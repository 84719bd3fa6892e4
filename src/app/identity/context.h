/*
 * context.h - what is known here when an identity is linked or unlinked, and by whom. Owns nothing.
 */
#ifndef APP_IDENTITY_CONTEXT_H
#define APP_IDENTITY_CONTEXT_H

#include "app/identity/identities.h"
#include "app/journal/journal.h"
#include "client/claims.h"

struct identity_context {
	const struct journal *journal;
	struct str service; /* as app_context_append_service() calls it */
	const struct identities *identities;
	size_t baskets;              /* that were read for them */
	const struct claims *rights; /* NULL: the token is opaque, or there is none yet */
	struct str account;          /* who works here */
	int64_t now;
};

#endif
