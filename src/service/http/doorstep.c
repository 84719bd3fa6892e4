#include "service/http/doorstep.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

enum { PIECES = 16, PIECE = 16384 };

static const char *
phrase_of(int status)
{
	static const struct {
		int status;
		const char *phrase;
	} phrases[] = { { 400, "Bad Request" }, { 413, "Content Too Large" },
		{ 414, "URI Too Long" }, { 431, "Request Header Fields Too Large" },
		{ 503, "Service Unavailable" } };
	for (size_t i = 0; i < sizeof(phrases) / sizeof(*phrases); i++)
		if (phrases[i].status == status)
			return phrases[i].phrase;
	return "Refused";
}

size_t
doorstep_refuse(int fd, const struct doorstep *at, const struct err *err)
{
	char piece[PIECE];
	struct request rq = { .id = at->id };
	struct response rs = { 0 };
	struct buf out = { 0 };
	response_refuse(&rs, &rq, err, false);
	size_t n = rs.body.n;
	buf_addf(&out,
	    "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
	    "X-Content-Type-Options: nosniff\r\nX-Request-Id: %s\r\nX-Api-Version: %s\r\n%s"
	    "Connection: close\r\nContent-Length: %zu\r\n\r\n",
	    rs.status, phrase_of(rs.status), at->id, at->api_version,
	    rs.status == 503 ? "Retry-After: 1\r\n" : "", n);
	buf_adds(&out, buf_str(&rs.body));
	ssize_t ignored = send(fd, out.p, out.n, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)ignored;
	shutdown(fd, SHUT_WR);
	for (int i = 0; i < PIECES && recv(fd, piece, sizeof(piece), MSG_DONTWAIT) > 0; i++)
		;
	buf_free(&out);
	response_free(&rs);
	return n;
}

bool
doorstep_has_received(int fd)
{
	struct tcp_info info = { 0 };
	socklen_t size = sizeof(info);
	/* The end of what is sent counts as one. */
	return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
	    info.tcpi_bytes_received > 1;
}
