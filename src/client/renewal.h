/*
 * renewal.h - one renewal of a stored sign-in. It holds the sign-in's lock, so that one console of
 * the account asks the issuer and the others use the result.
 *
 * The file is rewritten once before the issuer is asked: if there is no space for the new token,
 * the old one is not used up. Signals are held from sending the refresh token until
 * the new one is stored. Owns none of the objects it works with.
 */
#ifndef CLIENT_RENEWAL_H
#define CLIENT_RENEWAL_H

#include "client/oauth.h"
#include "client/sign_in_store.h"

struct renewal_params {
	struct io_watch io;
	struct oauth *oauth;
	struct sign_in_store *store;
	struct str rejected_token; /* an access token that is no longer valid, or empty; copied */
};

struct renewal;
/* The tokens are valid during the call. err.code is "signed_out" if the user must sign in. If
 * both tokens and err are set, the tokens are usable but could not be stored. */
typedef void renewal_done_fn(void *ctx, const struct stored_sign_in *tokens, const struct err *err);

/* Calls `done` once, either within this call (then NULL is returned) or from the loop; the
 * renewal is freed then. */
struct renewal *renewal_start(const struct renewal_params *order, renewal_done_fn *done, void *ctx);
/* True if the refresh token was sent and the new one is not stored yet: quitting now may end the
 * sign-in of all consoles. False for NULL, and after signals were held long enough. */
bool renewal_is_critical(const struct renewal *r);
/* Cancels the renewal; `done` is not called. NULL is allowed. */
void renewal_stop(struct renewal *r);

/* Converts an issuer's response to a sign-in. Missing parts are taken from *before, which may be
 * NULL. */
void renewal_fill_sign_in(struct stored_sign_in *to, const struct oauth_rules *rules,
    const struct oauth_tokens *got, const struct stored_sign_in *before);
/* True if the sign-in was issued by this issuer to this client: its refresh token must not be
 * sent to another. */
bool renewal_is_of_issuer(const struct stored_sign_in *tokens, const struct oauth_rules *rules);
/* True if the access token is not about to expire. */
bool renewal_is_fresh(const struct stored_sign_in *tokens);

#endif
