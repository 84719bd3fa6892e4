/*
 * transport.h - HTTP exchanges over libcurl inside the caller's loop, many at a time, each tried
 * once: client.h retries.
 *
 * Owns the curl handles, and the responses until `done` returns. Redirects are not followed, a
 * decoded response may have at most as many bytes as json_scan_client_rules allows, and TLS is
 * always verified. The token is sent in the header only.
 */
#ifndef CLIENT_TRANSPORT_H
#define CLIENT_TRANSPORT_H

#include "base/err.h"
#include "client/io.h"
#include "wire/json_scan.h"

/* The code of a complete response without a body where JSON was needed. */
#define CLIENT_EMPTY_RESPONSE "empty_response"

struct transport;

struct transport_rules {
	const char *ca_file;                  /* NULL: the system's */
	const char *client_cert, *client_key; /* client certificate, or both NULL */
	const char *proxy;                    /* NULL: from the environment variables */
	bool insecure;                        /* allows http:// to other hosts than this machine */
	bool sends_bare_token;                /* sends the token alone, without the word Bearer */
};

struct http_request {
	const char *method, *url;     /* copied */
	struct str token;             /* copied, wiped; empty: no Authorization header */
	struct str basic_credentials; /* base64 of name and secret for Basic authentication */
	struct str body;              /* copied, wiped; p NULL: no body */
	bool body_is_form;            /* the body is a form, not JSON */
	struct str idempotency_key;   /* Idempotency-Key, copied; empty: none */
	struct str if_match;          /* If-Match without its quotes, copied; empty: none */
	const char *items_name;       /* the response's member that holds the items, or NULL */
	int64_t timeout_ms;           /* timeout of the whole exchange */
};

/* The response. If err.kind is ERR_NONE, the page is complete; the callback may move it out. */
struct transfer_result {
	struct err err;
	int http_status;
	struct json_scan page; /* body of a 2xx response */
	int retry_after_ms;    /* value of the Retry-After header; -1 if absent */
	bool request_sent;     /* part of the request left this machine: it may have taken effect */
	char request_id[64];
};
typedef void transfer_done_fn(void *ctx, struct transfer_result *answer);

struct transport *transport_new(const struct io_watch *io, const struct transport_rules *rules);
void transport_free(struct transport *t);
/* Starts an exchange. `done` is called exactly once, from the loop, unless the exchange is
 * cancelled. Returns the exchange's number, never 0. */
unsigned transport_start(
    struct transport *t, const struct http_request *x, transfer_done_fn *done, void *ctx);
/* Sets *seconds to how far this machine's clock is ahead of the server's (negative: slow),
 * according to the last response with a time. Returns false before there was one. */
bool transport_clock_skew(const struct transport *t, int64_t *seconds);
/* Cancels at once, even during name resolution; `done` is not called. Unknown numbers are
 * ignored. */
void transport_cancel(struct transport *t, unsigned id);

#endif
