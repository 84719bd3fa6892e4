/*
 * proxy.h - a proxy between a client and the test's service: forwards everything, and on request
 * hides the results of writes from the client.
 *
 * Owns a thread, a free port of 127.0.0.1 and its records; proxy_stop() ends all. Each request has
 * its own connection. Every request but GET is a write.
 */
#ifndef TESTS_PROXY_H
#define TESTS_PROXY_H

#include "base/buf.h"

enum proxy_mood {
	PROXY_HONEST,  /* writes get their response */
	PROXY_CLOSES,  /* forwarded, then the connection is closed without a response */
	PROXY_502,     /* forwarded, response replaced by 502 */
	PROXY_SILENT,  /* forwarded, no response ever */
	PROXY_401,     /* not forwarded; response "token expired" */
	PROXY_LOSES,   /* not forwarded; the connection is closed */
	PROXY_WAITING, /* held until the mood changes; the new mood then applies */
};

struct proxy;

/* Forwards to this port of 127.0.0.1. */
struct proxy *proxy_start(int port);
/* NULL is allowed. */
void proxy_stop(struct proxy *x);
/* "http://127.0.0.1:PORT" */
const char *proxy_url(const struct proxy *x);
void proxy_set_mood(struct proxy *x, enum proxy_mood mood);
/* Number of writes received. */
size_t proxy_writes(struct proxy *x);
/* The i-th write (from 0) as it was sent: its head, or its body. Valid until proxy_stop(). */
const char *proxy_head(struct proxy *x, size_t i);
const char *proxy_body(struct proxy *x, size_t i);

#endif
