/*
 * limits.h - how much one address may take: connections at a time, and requests in a time.
 *
 * Owns a table of the addresses it has seen lately. Thread-safe. Behind a proxy every client has
 * the proxy's address: there the proxy does this.
 */
#ifndef SERVICE_LIMITS_H
#define SERVICE_LIMITS_H

#include "service/remote.h"

#include <stdint.h>

struct limits_rules {
	unsigned connections;          /* of one address */
	unsigned loopback_connections; /* of this machine's own */
	unsigned per_second, burst;    /* requests of one address; 0: as many as it likes */
	bool loopback_rate;            /* this machine's own are held to it too */
};

extern const struct limits_rules limits_usual;

struct limits;

struct limits *limits_new(const struct limits_rules *rules);
void limits_free(struct limits *l);

/* May one more connection come from there? */
bool limits_may_connect(struct limits *l, const struct remote *from);
void limits_enter(struct limits *l, const struct remote *from);
void limits_leave(struct limits *l, const struct remote *from);
/* May one more request come from there? now_ms only grows. */
bool limits_may_ask(struct limits *l, const struct remote *from, int64_t now_ms);
/* Connections of everybody. */
unsigned limits_connections(struct limits *l);

#endif
