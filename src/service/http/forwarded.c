#include "service/http/forwarded.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

enum { ADDRESS_SIZE = 16, IPV4_BITS = 32, IPV6_BITS = 128, MAPPED_SIZE = 12 };

static const unsigned char mapped_prefix[MAPPED_SIZE] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

/* Reads an address as IPv6. Returns the bits of its own kind; 0 if it is malformed. */
static unsigned
read_address(unsigned char out[ADDRESS_SIZE], struct str text)
{
	char z[INET6_ADDRSTRLEN];
	if (text.n == 0 || text.n >= sizeof(z))
		return 0;
	memcpy(z, text.p, text.n);
	z[text.n] = '\0';
	memcpy(out, mapped_prefix, MAPPED_SIZE);
	if (inet_pton(AF_INET, z, out + MAPPED_SIZE) == 1)
		return IPV4_BITS;
	return inet_pton(AF_INET6, z, out) == 1 ? IPV6_BITS : 0;
}

bool
proxy_network_read(struct proxy_network *out, struct str text)
{
	size_t slash = str_find_char(text, '/');
	int64_t bits;
	*out = (struct proxy_network){ .is_unix = str_eqz(text, "unix") };
	if (out->is_unix)
		return true;
	unsigned most = read_address(out->address, str_sub(text, 0, slash));
	bits = most;
	if (!most ||
	    (slash != SIZE_MAX && !str_to_int64(str_sub(text, slash + 1, text.n), &bits)) ||
	    bits < 0 || bits > most)
		return false;
	out->bits = IPV6_BITS - most + (unsigned)bits;
	return true;
}

static bool
is_in_network(const struct proxy_network *n, const unsigned char address[ADDRESS_SIZE])
{
	unsigned whole = n->bits / 8, rest = n->bits % 8;
	return !n->is_unix && memcmp(n->address, address, whole) == 0 &&
	    (!rest || (n->address[whole] ^ address[whole]) >> (8 - rest) == 0);
}

static bool
include_address(const struct proxies *p, const unsigned char address[ADDRESS_SIZE])
{
	for (size_t i = 0; i < p->n; i++)
		if (is_in_network(&p->networks[i], address))
			return true;
	return false;
}

static bool
include_unix_sockets(const struct proxies *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->networks[i].is_unix)
			return true;
	return false;
}

bool
proxies_include(const struct proxies *p, const struct sockaddr *address)
{
	unsigned char bytes[ADDRESS_SIZE];
	if (!p || !p->n || !address)
		return false;
	if (address->sa_family == AF_UNIX)
		return include_unix_sockets(p);
	memcpy(bytes, mapped_prefix, MAPPED_SIZE);
	if (address->sa_family == AF_INET)
		memcpy(bytes + MAPPED_SIZE,
		    &((const struct sockaddr_in *)(const void *)address)->sin_addr,
		    sizeof(struct in_addr));
	else if (address->sa_family == AF_INET6)
		memcpy(bytes, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr,
		    sizeof(bytes));
	else
		return false;
	return include_address(p, bytes);
}

/* Removes a port and brackets: "192.0.2.1:80", "[2001:db8::1]:80". */
static struct str
strip_port(struct str text)
{
	size_t colon = str_find_char(text, ':');
	if (text.n && text.p[0] == '[')
		return str_sub(text, 1, str_find_char(text, ']') - 1);
	bool has_one = colon != SIZE_MAX &&
	    str_find_char(str_sub(text, colon + 1, text.n), ':') == SIZE_MAX;
	return has_one ? str_sub(text, 0, colon) : text;
}

static struct remote_address
remote_of_bytes(const unsigned char bytes[ADDRESS_SIZE])
{
	struct sockaddr_in6 at = { .sin6_family = AF_INET6 };
	memcpy(&at.sin6_addr, bytes, ADDRESS_SIZE);
	struct remote_address r = remote_of((const struct sockaddr *)&at);
	r.is_loopback = false; /* a header does not make a caller local */
	return r;
}

bool
proxies_find_client(
    const struct proxies *p, struct str forwarded_for, struct remote_address *client)
{
	unsigned char bytes[ADDRESS_SIZE];
	struct str rest = forwarded_for;
	while (rest.n) {
		size_t start = rest.n;
		while (start > 0 && rest.p[start - 1] != ',')
			start--;
		struct str one = strip_port(str_trim(str_sub(rest, start, rest.n - start)));
		if (!read_address(bytes, one))
			return false;
		if (!include_address(p, bytes)) {
			*client = remote_of_bytes(bytes);
			return true;
		}
		rest.n = start ? start - 1 : 0;
	}
	return false;
}

bool
forwarded_is_request_id(struct str text)
{
	enum { LEAST = 8, MOST = 64 };
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.')
			return false;
	}
	return text.n >= LEAST && text.n <= MOST;
}

static bool
is_lower_hex(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (!(text.p[i] >= '0' && text.p[i] <= '9') &&
		    !(text.p[i] >= 'a' && text.p[i] <= 'f'))
			return false;
	return true;
}

/* "00-" and the trace id, "-" and the span id, "-" and flags; later versions may have more. */
void
forwarded_read_trace_id(struct str traceparent, char out[TRACE_ID_SIZE])
{
	enum { VERSION = 2, TRACE = 32, SPAN = 16, FLAGS = 2 };
	struct str rest = str_trim(traceparent), parts[4];
	static const size_t sizes[] = { VERSION, TRACE, SPAN, FLAGS };
	out[0] = '\0';
	for (size_t i = 0; i < 4; i++)
		if (!str_next(&rest, '-', &parts[i]) || parts[i].n != sizes[i] ||
		    !is_lower_hex(parts[i]))
			return;
	bool is_zero = strspn(parts[1].p, "0") >= TRACE;
	if (!is_zero && !str_eqz(parts[0], "ff"))
		snprintf(out, TRACE_ID_SIZE, "%.*s", STR_ARG(parts[1]));
}
