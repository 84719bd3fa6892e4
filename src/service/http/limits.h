/*
 * limits.h - the limits of one client address: connections at a time, requests in a time, and bytes
 * held for it: responses it has not read yet, bodies that are not complete.
 *
 * Owns a table of recently seen addresses. Thread-safe. With a proxy every client has the proxy's
 * address: then the proxy limits its clients.
 */
#ifndef SERVICE_HTTP_LIMITS_H
#define SERVICE_HTTP_LIMITS_H

#include "service/http/remote.h"

#include <stddef.h>
#include <stdint.h>

struct limits_rules {
	unsigned connections;          /* of one address */
	unsigned loopback_connections; /* of this machine's own */
	unsigned per_second, burst;    /* requests of one address; 0: as many as it likes */
	bool loopback_rate;            /* this machine's own are held to it too */
	size_t bytes;                  /* held for everybody together */
	size_t address_bytes;          /* of one address; this machine may have them all */
};

/* So much of each request and each answer is held without being asked about: no client is refused
 * a small page because others do not read their large ones. */
enum { LIMITS_UNCOUNTED_BYTES = 1 << 16 };

extern const struct limits_rules limits_default;

struct limits;
struct client_address; /* one address, for as long as it has connections */

struct limits *limits_new(const struct limits_rules *rules);
void limits_free(struct limits *l);
/* Other rules from now on, for those who are there already, too. */
void limits_change(struct limits *l, const struct limits_rules *rules);

/* May one more connection come from there? */
bool limits_may_connect(struct limits *l, const struct remote *from);
void limits_add_connection(struct limits *l, const struct remote *from);
void limits_remove_connection(struct limits *l, const struct remote *from);
/* May one more request come from there? now_ms only grows. */
bool limits_may_request(struct limits *l, const struct remote *from, int64_t now_ms);
/* Connections of everybody, and of one address: 0 for one that has none. */
unsigned limits_connections(struct limits *l);
unsigned limits_connections_from(struct limits *l, const struct remote *from);
/* The guest of an address that has connections; it lives as long as these. */
const struct client_address *limits_client_address(struct limits *l, const struct remote *from);
unsigned limits_client_connections(const struct client_address *g);
/* May so many bytes more be held for an address that has a connection? They are, when it is true,
 * until they are let go. */
bool limits_reserve_bytes(struct limits *l, const struct remote *from, size_t bytes);
void limits_release_bytes(struct limits *l, const struct remote *from, size_t bytes);
/* Were many bytes held that are held no longer? Once true, it is false until that has happened
 * again: now is the time to give memory back. */
bool limits_should_trim(struct limits *l);

#endif
