/*
 * renewal.h - one renewal of a stored sign-in: under its lock, so that one of the account's
 * consoles asks the issuer and the others use the result.
 *
 * The file is rewritten once before the issuer is asked: if there is no room for the new token, the
 * old one is not consumed. From sending the refresh token until the new one is stored, signals are
 * held (signal_hold.h). Owns none of the objects it works with.
 */
#ifndef CLIENT_RENEWAL_H
#define CLIENT_RENEWAL_H

#include "client/oauth.h"
#include "client/sign_in_store.h"

struct renewal_params {
	struct io_watch io;
	struct oauth *oauth;
	struct sign_in_store *store;
	struct str held; /* an access token that is not good any more, or empty; copied */
};

struct renewal;
/* The tokens are valid during the call. err.code is "signed_out" if the user must sign in.
 * Tokens with an err are valid, but could not be stored. */
typedef void renewal_fn(void *ctx, const struct stored_sign_in *tokens, const struct err *err);

/* `done` comes once, at once or from the loop; the renewal is gone then. NULL: it was at once. */
struct renewal *renewal_start(const struct renewal_params *order, renewal_fn *done, void *ctx);
/* Was the refresh token sent, and the new one not kept yet? To stop now may end the sign-in of all
 * consoles. False once the signals waited long enough, and for NULL. */
bool renewal_is_critical(const struct renewal *r);
/* NULL is allowed. */
void renewal_stop(struct renewal *r);

/* Converts an issuer's response to a sign-in; missing parts are taken from *before (or NULL). */
void renewal_fill_sign_in(struct stored_sign_in *to, const struct oauth_rules *rules,
    const struct oauth_tokens *got, const struct stored_sign_in *before);
/* Did this issuer issue it to this client? Its refresh token must not be sent to another. */
bool renewal_is_of_issuer(const struct stored_sign_in *tokens, const struct oauth_rules *rules);
/* Does it last a moment longer? */
bool renewal_is_fresh(const struct stored_sign_in *tokens);

#endif
