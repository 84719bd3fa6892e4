/*
 * context.h - the data available when an identity is linked or unlinked, and the acting account.
 * Owns nothing.
 */
#ifndef APP_IDENTITY_CONTEXT_H
#define APP_IDENTITY_CONTEXT_H

#include "app/identity/identities.h"
#include "app/journal/journal.h"
#include "client/claims.h"

struct identity_context {
	const struct journal *journal;
	struct str service; /* address or name (app_context_append_service()) */
	const struct identities *identities;
	size_t baskets;              /* number of baskets read into `identities` */
	const struct claims *rights; /* claims of the token; NULL: opaque, or no token yet */
	struct str account;          /* the account of the user */
	int64_t now;
};

#endif
