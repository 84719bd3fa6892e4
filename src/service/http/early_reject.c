#include "service/http/early_reject.h"

#include <sys/socket.h>

enum { REQUEST_PIECES_MAX = 16, REQUEST_PIECE_SIZE = 16384 };

size_t
early_reject_send(int fd, const struct early_reject *at, const struct err *err)
{
	char piece[REQUEST_PIECE_SIZE];
	struct request rq = { .id = at->id };
	struct response rs = { 0 };
	struct buf out = { 0 };
	response_refuse(&rs, &rq, err, false);
	size_t n = rs.body.n;
	buf_addf(&out,
	    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
	    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: %s\r\n"
	    "X-Api-Version: %s\r\nRetry-After: 1\r\nConnection: close\r\n"
	    "Content-Length: %zu\r\n\r\n",
	    at->id, at->api_version, n);
	buf_adds(&out, buf_str(&rs.body));
	ssize_t ignored = send(fd, out.p, out.n, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)ignored;
	shutdown(fd, SHUT_WR);
	for (int i = 0; i < REQUEST_PIECES_MAX && recv(fd, piece, sizeof(piece), MSG_DONTWAIT) > 0;
	     i++)
		;
	buf_free(&out);
	response_free(&rs);
	return n;
}
