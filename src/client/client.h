/*
 * client.h - reads from one environment and writes to it: its address, names and session.
 *
 * A read is tried four times (at once, then after 0.3, 1 and 3 s with jitter, or when the server
 * says); not again after a refused connection or a TLS error, nor when pauses and tries would take
 * longer than one and a half times what one exchange may. A 401 asks the token's source
 * once more. A write is sent once; only a 401, which refused it before it was acted on, lets it be
 * sent again with a fresh token, and a 429 where client_retry_rate_limited_writes() says so. Each
 * exchange leaves a line in the log. Owns the transport and the session. One thread; `done` is
 * called from the loop.
 */
#ifndef CLIENT_CLIENT_H
#define CLIENT_CLIENT_H

#include "client/lists.h"
#include "client/session.h"
#include "client/transport.h"
#include "wire/mask.h"
#include "wire/names.h"

struct client;

struct client_config {
	const char *base_url; /* with its /api prefix, without a slash at the end */
	struct wire_names names;
	int64_t timeout_ms; /* of one exchange; 0: 30 s */
	struct transport_rules transport;
	struct session_source token;
	const struct mask *mask; /* pseudonyms for people, or NULL; must outlive the client */
};

struct client *client_new(const struct client_config *config, const struct io_watch *io);
void client_free(struct client *c);

/* Points the client at another address, token and all: how the demo begins before its
 * service is there. */
void client_redirect(struct client *c, const char *base_url, const char *token);
bool client_has_address(const struct client *c);

/* From now on a write that is answered 429, and so was not acted on, is sent again under its key,
 * at most five times: after as long as the service says, at most a minute, else after a second.
 * `waits` is told of each wait, in ms. */
typedef void client_retry_wait_fn(void *ctx, int64_t ms);
void client_retry_rate_limited_writes(struct client *c, client_retry_wait_fn *on_wait, void *ctx);

struct client_answer {
	struct err err; /* kind ERR_NONE when the page is whole */
	int status;     /* of HTTP; 0 when there was none */
	int tries;
	struct json_scan page; /* the callee may move it out and leave zeroes */
	char request_id[64];
};
typedef void client_fn(void *ctx, struct client_answer *answer);

/* Starts a read. `query` is what query_add() built, from its `?` on; copied. Gives a number
 * for client_cancel(), never 0. */
unsigned client_read(
    struct client *c, enum endpoint e, struct str query, client_fn *done, void *ctx);
/* Reads only. */
void client_cancel(struct client *c, unsigned id);
/* Pseudonyms for people in every answer that comes from now on; NULL: none. Must outlive the client.
 */
void client_mask(struct client *c, const struct mask *mask);

enum client_write_status {
	CLIENT_WRITE_DONE,    /* the service says so */
	CLIENT_WRITE_REFUSED, /* nothing was changed */
	CLIENT_WRITE_UNKNOWN, /* sent, and not known whether it was acted on */
	CLIENT_WRITE_STATUSES
};

/* "done", "refused", "unknown" */
extern const char *const client_write_status_names[CLIENT_WRITE_STATUSES];

struct client_write {
	enum endpoint endpoint;
	struct str owner; /* for {owner} in the path; may be empty */
	struct str body;  /* JSON */
	struct str key;   /* Idempotency-Key; may be empty */
	struct str match; /* the catalog's revision that it is for, as If-Match; may be empty */
};
/* The answer's page is the whole body; its err says why it is not done. */
typedef void client_written_fn(
    void *ctx, enum client_write_status outcome, struct client_answer *answer);

/* Starts a write; `done` is called exactly once, unless client_free() comes first. Copies
 * everything that *w points to. */
void client_write(
    struct client *c, const struct client_write *w, client_written_fn *done, void *ctx);

/* Resets the demo's data, at a path of its service outside the API. */
void client_reset_demo(struct client *c, client_written_fn *done, void *ctx);

/* Reads the demo's sample owners, which its service lists outside the API. */
unsigned client_read_demo_owners(struct client *c, client_fn *done, void *ctx);

/* Appends the address of a write. */
void client_write_url(struct buf *out, const struct client *c, enum endpoint e, struct str owner);
/* Appends the whole address of a read. */
void client_url(struct buf *out, const struct client *c, enum endpoint e, struct str query);
/* Appends the read as a curl command, with $BACKROOM_TOKEN for the token. */
void client_curl(struct buf *out, const struct client *c, enum endpoint e, struct str query);

/* Is the token in a text that came from elsewhere? Such a text must not be kept. */
bool client_text_has_token(const struct client *c, struct str text);
/* The claims of the current token, as session_claims(). */
const struct claims *client_claims(const struct client *c);

/* Reads the session's state, and registers a callback for its changes; after a sign-in or
 * sign-out the state must be read again. */
void client_get_session_state(const struct client *c, struct session_state *out);
void client_watch_session(struct client *c, void (*changed)(void *ctx), void *ctx);
void client_reload_session(struct client *c);
/* Is any call unfinished: waiting for a token, for a response, or for its next try? */
bool client_is_busy(const struct client *c);
/* Is a sign-in being renewed, so that it is better to wait a moment before one leaves? */
bool client_is_renewing(const struct client *c);
/* Is the answer on its way whose loss would end the sign-in? As renewal_is_critical(). */
bool client_renewal_is_critical(const struct client *c);
/* Passes on the token command's output from the terminal, as session_set_token(). */
void client_set_token(struct client *c, struct str token);
/* Seconds by which this machine's clock is ahead of the service's, as transport_clock_skew(). */
bool client_clock_skew(const struct client *c, int64_t *seconds);

/* The names of endpoints and inputs at this service. */
const struct wire_names *client_names(const struct client *c);

#endif
