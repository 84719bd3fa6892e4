/*
 * client.h - reads and writes in one environment: its address, endpoint names and session.
 *
 * A read is tried up to four times: at once, then after 0.3, 1 and 3 s with jitter, or when the
 * server says. It is not retried after a refused connection or a TLS error, nor if pauses and tries
 * together would take longer than 1.5 times the timeout of one exchange. After a 401 the token's
 * source is asked for a fresh token once. A write is sent once. It is sent again only after a 401
 * (with a fresh token), which refused it before it took effect, and after a 429 if
 * client_retry_rate_limited_writes() was called. Each exchange writes a line to the log. Owns the
 * transport and the session. Single-threaded; `done` is called from the loop.
 */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/recording.h"
#include "client/session.h"
#include "client/transport.h"
#include "wire/json_scan.h"
#include "wire/mask.h"
#include "wire/names.h"

struct client;
struct exchanges;

struct client_config {
	const char *base_url; /* including the /api prefix, without a trailing slash */
	struct wire_names wire_names;
	int64_t timeout_ms; /* timeout of one exchange; 0: 30 s */
	struct transport_rules transport_rules;
	struct session_source token_source;
	const struct mask *mask;     /* pseudonyms for personal data, or NULL; outlives the client */
	struct recorder *recorder;   /* of masked responses, or NULL; outlives the client */
	struct recording *recording; /* used instead of the service, or NULL; outlives the client */
};

struct client *client_new(const struct client_config *config, const struct io_watch *io);
void client_free(struct client *c);

/* Changes the client's address and token. The demo uses it: the client exists before the demo's
 * service has an address. */
void client_redirect(struct client *c, const char *base_url, const char *token);
bool client_has_address(const struct client *c);

/* From now on, retries a write that was answered with 429 (which means it did not take effect)
 * under its idempotency key, at most five times. It waits as long as the service says, at most a
 * minute, or else a second. on_wait is called before each wait, with its length in ms. */
typedef void client_retry_wait_fn(void *ctx, int64_t ms);
void client_retry_rate_limited_writes(struct client *c, client_retry_wait_fn *on_wait, void *ctx);

struct client_answer {
	struct err err;  /* kind is ERR_NONE if the page is complete */
	int http_status; /* HTTP status; 0 if no response came */
	int attempt_count;
	struct json_scan page; /* the callback may move it out and leave it zeroed */
	char request_id[64];
};
typedef void client_answer_fn(void *ctx, struct client_answer *answer);

/* Starts a read. `query` is the output of query_add(), including the `?`; it is copied. Returns
 * a number for client_cancel(), never 0. */
unsigned client_read(
    struct client *c, enum endpoint e, struct str query, client_answer_fn *done, void *ctx);
/* Starts a read of a path below the API that no endpoint has, with its query: "/offers?x=1". The
 * answer's page is the whole response body. People are not masked. */
unsigned client_read_path(struct client *c, struct str path, client_answer_fn *done, void *ctx);
/* Cancels a read; writes cannot be cancelled. */
void client_cancel(struct client *c, unsigned id);
/* Replaces personal data by pseudonyms from now on; NULL: no longer. The mask outlives the client. */
void client_mask(struct client *c, const struct mask *mask);

enum client_write_status {
	CLIENT_WRITE_DONE,    /* the service confirmed it */
	CLIENT_WRITE_REFUSED, /* the write changed nothing */
	CLIENT_WRITE_UNKNOWN, /* sent, but not known whether it took effect */
	CLIENT_WRITE_STATUSES
};

/* The names "done", "refused" and "unknown". */
extern const char *const client_write_status_names[CLIENT_WRITE_STATUSES];

struct client_write {
	enum endpoint endpoint;
	struct str owner;           /* value for {owner} in the path; may be empty */
	struct str body;            /* JSON */
	struct str idempotency_key; /* Idempotency-Key; may be empty */
	struct str if_match; /* If-Match: the catalog revision it is based on; may be empty */
	const char *method; /* instead of the endpoint, with a path below the API and its query */
	struct str path;
};

/* The answer's page is the whole response body; its err says why the write was not done. */
typedef void client_written_fn(
    void *ctx, enum client_write_status outcome, struct client_answer *answer);

/* Starts a write; `done` is called exactly once, unless client_free() comes first. Copies
 * everything that *w points to. */
void client_write(
    struct client *c, const struct client_write *w, client_written_fn *done, void *ctx);

/* Writes to a path of the demo's service outside the API, such as "/demo/reset". */
void client_write_demo(struct client *c, const char *path, struct str body, client_written_fn *done,
    void *ctx);

/* Reads the demo's sample owners from a path of the demo service outside the API. */
unsigned client_read_demo_owners(struct client *c, client_answer_fn *done, void *ctx);

/* The API's address, without a slash at its end; "" before the demo has one. */
const char *client_base_url(const struct client *c);
/* True if the token is sent without "Bearer". */
bool client_sends_bare_token(const struct client *c);
/* Appends the URL of a path below the API; a path that is a whole URL must begin with the API's
 * address, so that the token goes nowhere else. Returns false and sets err if it does not. */
bool client_append_path_url(
    struct buf *out, const struct client *c, struct str path, struct err *err);
/* Append the full URL of a write or a read. */
void client_append_write_url(
    struct buf *out, const struct client *c, enum endpoint e, struct str owner);
void client_append_url(struct buf *out, const struct client *c, enum endpoint e, struct str query);
/* Appends a request, or a read, as a curl command with $BACKROOM_TOKEN, without "Bearer" if `bare`. */
void client_append_curl_of(
    struct buf *out, bool bare, struct str method, struct str url, struct str body);
void client_append_curl(struct buf *out, const struct client *c, enum endpoint e, struct str query);

/* True if a text from another source contains the token. Such a text must not be stored. */
bool client_text_has_token(const struct client *c, struct str text);
/* The claims of the current token; see session_claims(). */
const struct claims *client_claims(const struct client *c);

/* The session's state, a callback for its changes, and a call after a sign-in or sign-out. */
void client_get_session_state(const struct client *c, struct session_state *out);
void client_watch_session(struct client *c, void (*changed)(void *ctx), void *ctx);
void client_reload_session(struct client *c);
/* True if a call is unfinished: it waits for a token, a response or its next try. */
bool client_is_busy(const struct client *c);
/* True if a sign-in is being renewed: better wait a moment before quitting. */
bool client_is_renewing(const struct client *c);
/* True if losing the issuer's pending response would end the sign-in; see renewal_is_critical(). */
bool client_renewal_is_critical(const struct client *c);
/* Passes on the output of a token command that ran on the terminal; see session_set_token(). */
void client_set_token(struct client *c, struct str token);
/* See transport_clock_skew(). */
bool client_clock_skew(const struct client *c, int64_t *seconds);

/* The last exchanges, for a list. */
struct exchanges *client_exchanges(const struct client *c);

/* The names of endpoints and inputs that this service uses. */
const struct wire_names *client_names(const struct client *c);

#endif
