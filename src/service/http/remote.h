/*
 * remote.h - who is at the other end, as far as the service may know: an address to count by, and
 * the network it lies in to write down.
 */
#ifndef SERVICE_HTTP_REMOTE_H
#define SERVICE_HTTP_REMOTE_H

#include <stdbool.h>
#include <sys/socket.h>

/* IPv4 in the last four bytes; of IPv6 the first eight, since one customer has all the rest. */
struct remote {
	unsigned char bytes[16];
	bool v6, loopback;
};

enum { REMOTE_TEXT = 64 };

struct remote remote_of(const struct sockaddr *address); /* NULL or another family: all 0 */
/* "192.0.2.0/24" or "2001:db8:1::/48". */
void remote_network(const struct remote *r, char out[REMOTE_TEXT]);

#endif
