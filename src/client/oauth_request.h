/*
 * oauth_request.h - a request to an issuer and its response: builds the form, retries after a
 * passing fault, and words a refusal without repeating secrets. For oauth.c.
 *
 * Owns only members of struct oauth.
 */
#ifndef CLIENT_OAUTH_REQUEST_H
#define CLIENT_OAUTH_REQUEST_H

#include "client/oauth.h"
#include "wire/json.h"

enum { OAUTH_TIMEOUT_MS = 20000 };

enum issuer_endpoint {
	ISSUER_TOKEN,
	ISSUER_DEVICE,
	ISSUER_AUTHORIZE,
	ISSUER_REVOKE,
	ISSUER_ENDPOINTS
};

/* The callbacks of the request in progress: at most one function is set. */
struct oauth_callbacks {
	oauth_done_fn *on_done;
	oauth_tokens_fn *on_tokens;
	oauth_device_fn *on_device;
	void *ctx;
	bool may_retry; /* a token request may be retried after a temporary failure */
};

struct oauth {
	struct io_watch io;
	struct oauth_rules rules; /* its texts are copies */
	struct transport *transport;
	char *endpoint_urls[ISSUER_ENDPOINTS];
	bool endpoints_discovered, sends_secret_in_form, sends_issuer;
	unsigned transfer_id, timer;
	struct oauth_callbacks callbacks;
	struct err deferred_err;            /* error to report from the loop */
	enum issuer_endpoint last_endpoint; /* endpoint of the last POST */
	transfer_done_fn *on_answer;        /* receives its response */
	int attempt_count;                  /* how often the request was sent */
	int64_t requested_at;
	struct buf form, basic_credentials; /* body and credentials of the request in progress */
	/* hidden in messages; sent_secret is the token or code */
	struct buf sent_token_or_code, verifier, client_secret;
};

/* Wipes the form and all secrets of the request. */
void oauth_clear_request(struct oauth *o);
/* Starts a form; it is empty if `grant` is NULL. */
void oauth_begin_form(struct oauth *o, const char *grant);
void oauth_add_field(struct buf *form, const char *name, struct str value);
/* Adds a value that must not appear in messages; *hidden stores it until the response. */
void oauth_add_secret(struct oauth *o, struct buf *hidden, const char *name, struct str value);
/* Posts the form to an endpoint of the issuer; `done` gets the response. */
void oauth_post(struct oauth *o, enum issuer_endpoint where, transfer_done_fn *done);
/* Sends the same form again. An io_timer_fn for struct oauth. */
void oauth_send_form(void *arg);
/* True if a retry with `send` is scheduled, so that this response must be ignored. */
bool oauth_retry(struct oauth *o, struct transfer_result *answer, io_timer_fn *send);
/* Prefixes the message of err with the issuer and what failed. */
void oauth_prefix_refusal(const struct oauth *o, struct err *err, bool refused);
/* Parses the response into *a and returns its object. Returns NULL and sets err if the issuer
 * refused or the response is not an object. */
const cJSON *oauth_read_answer(
    struct oauth *o, struct arena *a, struct transfer_result *answer, struct err *err);
/* Wipes and frees the response and its parsed tree. */
void oauth_free_answer(struct arena *a, struct transfer_result *answer);

#endif
