/*
 * oauth.h - requests to a token issuer: its endpoints (OpenID discovery, RFC 8414), a code for
 * another device (RFC 8628), tokens for a code, a refresh token or a secret (RFC 6749), and
 * revocation (RFC 7009).
 *
 * Owns a transport of its own, so that nothing of the API's goes to the issuer and nothing of the
 * issuer's to the API. One request at a time; responses come from the loop and are wiped when
 * `done` returns; messages of the issuer that repeat a token, a code or a secret are not shown. Its
 * metadata is used only if it names exactly the configured issuer, and only addresses that are
 * https or on this machine.
 */
#ifndef CLIENT_OAUTH_H
#define CLIENT_OAUTH_H

#include "client/transport.h"

#include <stdint.h>

/* Borrowed. */
struct oauth_rules {
	const char *issuer; /* NULL: the addresses below are all there is */
	const char *client_id;
	const char *secret_file; /* or NULL: a program without a secret */
	const char *scope;       /* or NULL */
	const char *audience;    /* the API, by the name that the issuer has for it; or NULL */
	const char *resource_indicator; /* the same by RFC 8707 */
	int redirect_port;       /* where a browser comes back to; 0: any that is free */
	const char *token_url, *device_url, *authorize_url; /* over what the issuer says; or NULL */
	const char *resource; /* the API that the tokens are for */
	struct transport_rules transport;
};

struct oauth;

struct oauth *oauth_new(const struct io_watch *io, const struct oauth_rules *rules);
void oauth_free(struct oauth *o);
const struct oauth_rules *oauth_rules(const struct oauth *o);

/* Asks the issuer where its endpoints are, once; afterwards `done` is called at once. err: it cannot
 * be told. */
typedef void oauth_done_fn(void *ctx, const struct err *err);
void oauth_discover(struct oauth *o, oauth_done_fn *done, void *ctx);
/* Known after that, and NULL where it has none. */
const char *oauth_authorize_url(const struct oauth *o);
/* The issuer announces that its redirects carry its name (RFC 9207): a redirect without it comes
 * from another party. */
bool oauth_sends_issuer(const struct oauth *o);
bool oauth_has_device_endpoint(const struct oauth *o);

/* The response of a token endpoint, with its texts; for a refusal err.code is the standard's
 * word ("slow_down", "invalid_grant"), and without a response err.kind is ERR_NETWORK. */
struct oauth_tokens {
	struct str access, refresh, scope; /* refresh and scope may be STR_NONE */
	int64_t expires_in_s;              /* of the access token; -1: not said */
};
typedef void oauth_tokens_fn(void *ctx, const struct oauth_tokens *tokens, const struct err *err);
void oauth_refresh(struct oauth *o, struct str refresh, oauth_tokens_fn *done, void *ctx);
void oauth_request_with_secret(struct oauth *o, oauth_tokens_fn *done, void *ctx);
void oauth_exchange_device_code(
    struct oauth *o, struct str device_code, oauth_tokens_fn *done, void *ctx);
void oauth_exchange_code(struct oauth *o, struct str code, struct str verifier, struct str redirect,
    oauth_tokens_fn *done, void *ctx);

/* A code to be typed elsewhere. */
struct oauth_device {
	struct str device_code, user_code, address, whole_address; /* the last may be STR_NONE */
	int64_t expires_in_s, interval_s;
};
typedef void oauth_device_fn(void *ctx, const struct oauth_device *device, const struct err *err);
void oauth_request_device_code(struct oauth *o, oauth_device_fn *done, void *ctx);

/* `done` is called with any response: an unknown token counts as revoked, too. Without such an
 * endpoint err is ERR_NOT_FOUND. */
void oauth_revoke(struct oauth *o, struct str refresh, oauth_done_fn *done, void *ctx);

/* No more answers for what is under way. */
void oauth_cancel(struct oauth *o);

/* May a code, a token or a secret go there, or a person be sent there? */
bool oauth_is_safe_address(struct str address, bool insecure);

#endif
