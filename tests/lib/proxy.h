/*
 * proxy.h - a proxy between a client and our service: it forwards everything, and on request hides
 * the results of writes from the client.
 *
 * Owns a thread, a free port of 127.0.0.1 and its records; proxy_stop() ends all. Each request has
 * a connection of its own. Every request but GET is a write.
 */
#ifndef TESTS_PROXY_H
#define TESTS_PROXY_H

#include "base/buf.h"

enum proxy_mood {
	PROXY_HONEST,  /* writes are answered too */
	PROXY_CLOSES,  /* done by the service, then the connection ends without an answer */
	PROXY_502,     /* done by the service, answered by 502 */
	PROXY_SILENT,  /* done by the service, never answered */
	PROXY_401,     /* never reaches the service: "token expired" */
	PROXY_LOSES,   /* never reaches the service; the connection ends */
	PROXY_WAITING, /* reaches the service as soon as the mood is another, which decides the rest
			*/
};

struct proxy;

/* Hands on to this port of 127.0.0.1. */
struct proxy *proxy_start(int port);
/* NULL is allowed. */
void proxy_stop(struct proxy *x);
/* "http://127.0.0.1:PORT" */
const char *proxy_url(const struct proxy *x);
void proxy_set_mood(struct proxy *x, enum proxy_mood mood);
/* How many writes have come. */
size_t proxy_writes(struct proxy *x);
/* The i-th write (from 0) as it was sent: its head, or its body. Valid until proxy_stop(). */
const char *proxy_head(struct proxy *x, size_t i);
const char *proxy_body(struct proxy *x, size_t i);

#endif
