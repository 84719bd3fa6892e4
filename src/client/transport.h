/*
 * transport.h - HTTP exchanges, one or many at a time, over libcurl inside the caller's loop.
 *
 * Owns the curl handles and the responses until `done` returns. Redirects are not followed, at most
 * as many decoded bytes are accepted as json_scan_for_client allows, TLS is always checked. The
 * token goes into the header and nowhere else. Only this file, connection_fault.h and url.c include
 * curl's header.
 */
#ifndef CLIENT_TRANSPORT_H
#define CLIENT_TRANSPORT_H

#include "base/err.h"
#include "client/io.h"
#include "wire/json_scan.h"

struct transport;

struct transport_rules {
	const char *ca_file; /* or NULL: the system's */
	const char *cert, *key; /* this program's own certificate, or NULL both */
	const char *proxy;   /* or NULL: the environment's */
	bool insecure;       /* http:// to another host than this one is taken all the same */
	bool scheme_less;    /* the token alone in the header, without the word Bearer */
};

struct exchange {
	const char *method, *url; /* copied */
	struct str token;         /* copied, wiped; empty: no Authorization header */
	struct str basic;         /* the same in base64, of a name and a secret; instead of a token */
	struct str body;          /* copied, wiped; p NULL: none is sent */
	bool form;                /* the body is a form, not JSON */
	struct str key;           /* Idempotency-Key, copied; empty: none */
	struct str match;         /* If-Match without its quotes, copied; empty: none */
	const char *items;        /* the member of the answer that holds items, or NULL */
	int64_t timeout_ms;       /* of the whole exchange */
};

/* The response. With err.kind ERR_NONE the page is complete; the callee may move it out. */
struct answer {
	struct err err;
	int status;
	struct json_scan page; /* of a 2xx */
	int retry_after_ms; /* from the header, -1 when there was none */
	bool sent;          /* bytes of the request left this machine: it may have been acted on */
	char request_id[64];
};
typedef void answer_fn(void *ctx, struct answer *answer);

struct transport *transport_new(const struct io_watch *io, const struct transport_rules *rules);
void transport_free(struct transport *t);
/* Starts; `done` is called exactly once from the loop unless the exchange is cancelled. Gives
 * its number, never 0. */
unsigned transport_start(struct transport *t, const struct exchange *x, answer_fn *done, void *ctx);
/* Seconds by which this machine's clock is ahead of the server's (if negative, late), by the
 * last response with a time; false before there was one. */
bool transport_clock_skew(const struct transport *t, int64_t *seconds);
/* At once, even while a name is looked up; `done` is not called. Unknown numbers are ignored. */
void transport_cancel(struct transport *t, unsigned id);

#endif
