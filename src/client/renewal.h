/*
 * renewal.h - one renewal of a sign-in that is kept: under its lock, so that of all consoles of the
 * account one asks the issuer and the others take what it got.
 *
 * What is kept is written once before the issuer is asked: where there is no room for the new token,
 * the old one is not used up. From the moment the refresh token is sent until the new one is kept,
 * signals wait (signal_hold.h). Owns nothing of what it works with.
 */
#ifndef CLIENT_RENEWAL_H
#define CLIENT_RENEWAL_H

#include "client/kept.h"
#include "client/oauth.h"

struct renewal_order {
	struct io_watch io;
	struct oauth *oauth;
	struct kept *kept;
	struct str held; /* an access token that is not good any more, or empty; copied */
};

struct renewal;
/* The tokens live as long as the call. err.code is "signed_out" where somebody must sign in. Tokens
 * with an err are good, but could not be kept. */
typedef void renewal_fn(void *ctx, const struct kept_tokens *tokens, const struct err *err);

/* `done` comes once, at once or from the loop; the renewal is gone then. NULL: it was at once. */
struct renewal *renewal_start(const struct renewal_order *order, renewal_fn *done, void *ctx);
/* Was the refresh token sent, and the new one not kept yet? To stop now may end the sign-in of all
 * consoles. False once the signals waited long enough, and for NULL. */
bool renewal_must_finish(const struct renewal *r);
/* NULL is allowed. */
void renewal_stop(struct renewal *r);

/* What an issuer gave, as a sign-in; what it did not say stays as *before has it (or NULL). */
void renewal_take(struct kept_tokens *to, const struct oauth_rules *rules,
    const struct oauth_tokens *got, const struct kept_tokens *before);
/* Did this issuer give it, to this client? Nobody else is told of its refresh token. */
bool renewal_is_of_issuer(const struct kept_tokens *tokens, const struct oauth_rules *rules);
/* Does it last a moment longer? */
bool renewal_is_good(const struct kept_tokens *tokens);

#endif
