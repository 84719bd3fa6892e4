#include "service/http/remote.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static struct remote_address
remote_from_ipv4(const unsigned char bytes[4])
{
	struct remote_address r = { .is_loopback = bytes[0] == 127 };
	memcpy(r.address + 12, bytes, 4);
	return r;
}

struct remote_address
remote_of(const struct sockaddr *address)
{
	struct remote_address r = { 0 };
	if (address && address->sa_family == AF_INET) {
		const struct sockaddr_in *in = (const void *)address;
		return remote_from_ipv4((const void *)&in->sin_addr);
	}
	if (address && address->sa_family == AF_UNIX)
		r.is_loopback = true;
	if (!address || address->sa_family != AF_INET6)
		return r;
	const struct in6_addr *in6 =
	    &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
	if (IN6_IS_ADDR_V4MAPPED(in6))
		return remote_from_ipv4(in6->s6_addr + 12);
	r.is_ipv6 = true;
	r.is_loopback = IN6_IS_ADDR_LOOPBACK(in6);
	memcpy(r.address, in6->s6_addr, 8);
	return r;
}

void
remote_write_network(const struct remote_address *r, char out[REMOTE_TEXT_SIZE])
{
	static const unsigned char none[sizeof(r->address)];
	unsigned char bytes[16] = { 0 };
	if (r->is_loopback && !r->is_ipv6 && memcmp(r->address, none, sizeof(none)) == 0) {
		snprintf(out, REMOTE_TEXT_SIZE, "unix");
		return;
	}
	char text[INET6_ADDRSTRLEN] = "";
	if (r->is_ipv6)
		memcpy(bytes, r->address, 6);
	else
		memcpy(bytes, r->address + 12, 3);
	inet_ntop(r->is_ipv6 ? AF_INET6 : AF_INET, bytes, text, sizeof(text));
	snprintf(out, REMOTE_TEXT_SIZE, "%s/%d", text, r->is_ipv6 ? 48 : 24);
}
