/*
 * limits.h - limits per client address: connections, requests per time, and bytes held for the
 * client (responses it has not read yet, and incomplete request bodies).
 *
 * Owns a table of recently seen addresses. Thread-safe. If there is a proxy that is not trusted
 * (forwarded.h), all clients have its address, and the proxy must limit its clients.
 */
#ifndef SERVICE_HTTP_LIMITS_H
#define SERVICE_HTTP_LIMITS_H

#include "service/http/remote.h"

#include <stddef.h>
#include <stdint.h>

struct limits_rules {
	unsigned max_connections;          /* maximum per address */
	unsigned max_loopback_connections; /* maximum from this machine, or a trusted proxy */
	unsigned requests_per_second, max_burst_requests; /* requests per address; 0: unlimited */
	bool limits_loopback_rate; /* also limit the rate of this machine's own requests */
	size_t max_bytes;          /* maximum held for all clients together */
	size_t max_address_bytes;  /* maximum per address; this machine may use all */
};

/* The first bytes of each request and each response are not counted: no client is refused a
 * small page because others do not read their large ones. */
enum { LIMITS_UNCOUNTED_BYTES = 1 << 16 };

extern const struct limits_rules limits_default;

struct limits;
struct client_address; /* an address, while it has connections */

struct limits *limits_new(const struct limits_rules *rules);
void limits_free(struct limits *l);
/* Changes the rules, including those for existing connections. */
void limits_set_rules(struct limits *l, const struct limits_rules *rules);

/* True if the address may open another connection. */
bool limits_may_connect(struct limits *l, const struct remote_address *from);
void limits_add_connection(struct limits *l, const struct remote_address *from);
void limits_remove_connection(struct limits *l, const struct remote_address *from);
/* True if the address may send another request. now_ms is monotonic. */
bool limits_may_request(struct limits *l, const struct remote_address *from, int64_t now_ms);
/* The number of connections in total, and of one address. */
unsigned limits_connection_count(struct limits *l);
unsigned limits_connection_count_from(struct limits *l, const struct remote_address *from);
/* The entry of an address that has connections; valid as long as it has any. */
const struct client_address *limits_client_address(
    struct limits *l, const struct remote_address *from);
unsigned limits_client_connection_count(const struct client_address *g);
/* Reserves bytes for an address that has a connection, until limits_release_bytes(). Returns
 * false if that would exceed a limit. */
bool limits_reserve_bytes(struct limits *l, const struct remote_address *from, size_t bytes);
void limits_release_bytes(struct limits *l, const struct remote_address *from, size_t bytes);
/* True once after many reserved bytes were released: now is a good time to return memory to the
 * system. */
bool limits_should_trim_memory(struct limits *l);

#endif
