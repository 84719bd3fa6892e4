/*
 * oauth_request.h - a question to an issuer and its answer: the form, a second try where the first one met a
 * passing fault, and a refusal in words without what must not come back in them. For oauth.c.
 *
 * Owns nothing but the members of struct oauth.
 */
#ifndef CLIENT_OAUTH_REQUEST_H
#define CLIENT_OAUTH_REQUEST_H

#include "client/oauth.h"
#include "wire/json.h"

enum { OAUTH_TIMEOUT_MS = 20000 };

enum issuer_endpoint { ISSUER_TOKEN, ISSUER_DEVICE, ISSUER_AUTHORIZE, ISSUER_REVOKE, ISSUER_ENDPOINTS };

/* The request in progress: at most one of these is set. */
struct oauth_callbacks {
	oauth_done_fn *done;
	oauth_tokens_fn *tokens;
	oauth_device_fn *device;
	void *ctx;
	bool again; /* tokens may be asked for again after an answer that passes */
};

struct oauth {
	struct io_watch io;
	struct oauth_rules rules; /* its texts are copies */
	struct transport *transport;
	char *endpoints[ISSUER_ENDPOINTS];
	bool discovered, secret_in_form, sends_issuer;
	unsigned flight, timer;
	struct oauth_callbacks asked;
	struct err deferred_err;    /* to be told from the loop */
	enum issuer_endpoint where; /* was asked last, by POST */
	answer_fn *answered;           /* gets its answer */
	int tries;                     /* how often it was asked */
	int64_t asked_at;
	struct buf form, basic; /* of the request, until it is answered */
	struct buf sent, verifier, secret; /* must not come back in words: a token or code, its verifier, ours */
};

/* Wipes the form and everything secret in it. */
void oauth_clear_request(struct oauth *o);
/* Tells the caller who waits, from the loop. */
void oauth_fail_later(struct oauth *o, const struct err *err);
/* `grant` NULL: the form begins empty. */
void oauth_begin_form(struct oauth *o, const char *grant);
void oauth_add_field(struct buf *form, const char *name, struct str value);
/* Adds a value that must not appear in messages: *hidden keeps it until the response. */
void oauth_add_secret(struct oauth *o, struct buf *hidden, const char *name, struct str value);
/* Sends the form to one of the issuer's endpoints; `done` gets the answer. */
void oauth_post(struct oauth *o, enum issuer_endpoint where, answer_fn *done);
/* The same form once more; an io_timer_fn of struct oauth. */
void oauth_send_form(void *arg);
/* True when the question is asked again, by `send`, so that this answer does not count. */
bool oauth_retry(struct oauth *o, struct answer *answer, io_timer_fn *send);
/* Puts the issuer and what it did in front of the words of err. */
void oauth_prefix_refusal(const struct oauth *o, struct err *err, bool refused);
/* The answer's object, in *a, or NULL with err: a refusal, or no object. */
const struct json_value *oauth_read_answer(
    struct oauth *o, struct arena *a, struct answer *answer, struct err *err);
/* Wipes the answer and its tree. */
void oauth_free_answer(struct arena *a, struct answer *answer);

#endif
