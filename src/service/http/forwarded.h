/*
 * forwarded.h - trusted proxies, and the client for which they forward a request: X-Forwarded-For,
 * X-Request-Id, and traceparent (W3C Trace Context).
 *
 * Nothing that other callers send in these headers is believed.
 */
#ifndef SERVICE_HTTP_FORWARDED_H
#define SERVICE_HTTP_FORWARDED_H

#include "base/str.h"
#include "service/http/remote.h"

#include <stddef.h>

enum { TRACE_ID_SIZE = 33 };

/* A network of proxies: IPv4 as IPv6 (::ffff:0:0/96); or the callers at a Unix socket. */
struct proxy_network {
	unsigned char address[16];
	unsigned bits; /* number of leading bits that must be equal */
	bool is_unix;
};

struct proxies {
	const struct proxy_network *networks;
	size_t n;
};

/* Reads "192.0.2.1", "10.0.0.0/8", "2001:db8::/32" or "unix". Returns false for anything else. */
bool proxy_network_read(struct proxy_network *out, struct str text);
/* True if a connection from this address is a trusted proxy's. */
bool proxies_include(const struct proxies *p, const struct sockaddr *address);
/* Finds the client: the last address of an X-Forwarded-For that is not a trusted proxy's. Returns
 * false if there is none, or the header is malformed before it. */
bool proxies_find_client(
    const struct proxies *p, struct str forwarded_for, struct remote_address *client);
/* True if a text may be a request's id: 8 to 64 letters, digits, `-`, `_`, `.`. */
bool forwarded_is_request_id(struct str text);
/* Writes the trace id of a traceparent header, 32 hex digits; "" if it is malformed. */
void forwarded_read_trace_id(struct str traceparent, char out[TRACE_ID_SIZE]);

#endif
