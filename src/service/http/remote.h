/*
 * remote.h - a client's address, reduced to what is needed for counting, and its network for the
 * log.
 */
#ifndef SERVICE_HTTP_REMOTE_H
#define SERVICE_HTTP_REMOTE_H

#include <stdbool.h>
#include <sys/socket.h>

/* IPv4 is in the last four bytes. Only the first eight bytes of IPv6 are used, since one
 * customer usually has a whole /64. */
struct remote_address {
	unsigned char address[16];
	bool is_ipv6, is_loopback;
	bool is_proxy; /* a trusted proxy: it has many clients */
};

enum { REMOTE_TEXT_SIZE = 64 };

struct remote_address remote_of(
    const struct sockaddr *address); /* NULL or another address family: all 0 */
/* Writes the network: "192.0.2.0/24" or "2001:db8:1::/48"; "unix" for a Unix socket. */
void remote_write_network(const struct remote_address *r, char out[REMOTE_TEXT_SIZE]);

#endif
