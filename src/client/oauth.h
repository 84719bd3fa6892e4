/*
 * oauth.h - requests to a token issuer: its endpoints (OpenID discovery, RFC 8414), a code for
 * another device (RFC 8628), tokens for a code, a refresh token or a secret (RFC 6749), and
 * revocation (RFC 7009).
 *
 * Has its own transport, so that no API data goes to the issuer and no issuer data to the API. One
 * request at a time. Responses come from the loop and are wiped when `done` returns. An issuer's
 * message that repeats a token, a code or a secret is not shown. Issuer metadata is used only if it
 * names exactly the configured issuer, and only addresses that are https or on this machine.
 */
#ifndef CLIENT_OAUTH_H
#define CLIENT_OAUTH_H

#include "client/transport.h"

#include <stdint.h>

/* The configuration of an issuer. Texts are borrowed. */
struct oauth_rules {
	const char *issuer; /* NULL: no discovery, only the addresses below */
	const char *client_id;
	const char *secret_file;        /* NULL: a client without a secret */
	const char *scope;              /* NULL: not sent */
	const char *audience;           /* the issuer's name for the API, or NULL */
	const char *resource_indicator; /* the API's URI according to RFC 8707, or NULL */
	int redirect_port;              /* port to which the browser returns; 0: any free port */
	const char *token_url, *device_url, *authorize_url; /* override discovery; or NULL */
	const char *resource; /* URL of the API for which the tokens are valid */
	struct transport_rules transport_rules;
};

/* How a user, or this program itself, signs in. Borrowed. */
struct sign_in_rules {
	struct oauth_rules oauth;
	const char *file;        /* file of the sign-in; its lock file is next to it */
	const char *secret_name; /* name in the desktop's secret service (not in file), or NULL */
	bool uses_client_secret; /* signs in with a client secret, without a user; nothing is stored
				  */
};

struct oauth;

struct oauth *oauth_new(const struct io_watch *io, const struct oauth_rules *rules);
void oauth_free(struct oauth *o);
const struct oauth_rules *oauth_rules(const struct oauth *o);

/* Discovers the issuer's endpoints. Asks the issuer once; later calls succeed at once. err: the
 * endpoints could not be found. */
typedef void oauth_done_fn(void *ctx, const struct err *err);
void oauth_discover(struct oauth *o, oauth_done_fn *done, void *ctx);
/* Valid after discovery; NULL if the issuer has no such endpoint. */
const char *oauth_authorize_url(const struct oauth *o);
/* True if the issuer announces that its redirects carry its name (RFC 9207): a redirect without
 * the name then comes from another party. */
bool oauth_sends_issuer(const struct oauth *o);
bool oauth_has_device_endpoint(const struct oauth *o);

/* The response of a token endpoint. If the issuer refused, err.code is the standard's error code
 * ("slow_down", "invalid_grant"); if no response came, err.kind is ERR_NETWORK. */
struct oauth_tokens {
	struct str access_token, refresh_token, scope; /* refresh and scope may be STR_NONE */
	int64_t expires_in_s; /* lifetime of the access token; -1: not given */
};
typedef void oauth_tokens_fn(void *ctx, const struct oauth_tokens *tokens, const struct err *err);
void oauth_refresh(struct oauth *o, struct str refresh, oauth_tokens_fn *done, void *ctx);
void oauth_request_with_secret(struct oauth *o, oauth_tokens_fn *done, void *ctx);
void oauth_exchange_device_code(
    struct oauth *o, struct str device_code, oauth_tokens_fn *done, void *ctx);
void oauth_exchange_code(struct oauth *o, struct str code, struct str verifier, struct str redirect,
    oauth_tokens_fn *done, void *ctx);

/* A code that the user types on another device. */
struct oauth_device {
	struct str device_code, user_code, address;
	struct str address_with_code; /* may be STR_NONE */
	int64_t expires_in_s, interval_s;
};
typedef void oauth_device_fn(void *ctx, const struct oauth_device *device, const struct err *err);
void oauth_request_device_code(struct oauth *o, oauth_device_fn *done, void *ctx);

/* Any response counts as success, also an error: a token that the issuer does not know needs no
 * revoking. Sets err to ERR_NOT_FOUND if
 * the issuer has no revocation endpoint. */
void oauth_revoke(struct oauth *o, struct str refresh, oauth_done_fn *done, void *ctx);

/* Cancels the request in progress; its callback is not called. */
void oauth_cancel(struct oauth *o);

/* True if the address may receive a code, a token or a secret, or be opened by the user. */
bool oauth_is_safe_address(struct str address, bool insecure);

#endif
