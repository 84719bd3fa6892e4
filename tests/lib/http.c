/* The blocking HTTP client of service.h: sends the bytes it is given, valid or not. */
#include "lib/cleanup.h"
#include "lib/service.h"
#include "lib/sockets.h"

#include "lib/deadline.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ANSWER_MS = 10000 };

int
http_connect(int port)
{
	return http_connect_from(1, port);
}

int
http_connect_from(unsigned host, int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	struct sockaddr_in own = { .sin_family = AF_INET };
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	own.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + host);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && (host == 1 || bind(fd, (struct sockaddr *)&own, sizeof(own)) == 0) &&
	    connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	perror("connect");
	if (fd >= 0)
		close(fd);
	return -1;
}

bool
http_header(const struct http_answer *answer, const char *name, struct buf *out)
{
	struct str rest = buf_str(&answer->head), line;
	while (str_next(&rest, '\n', &line)) {
		size_t colon = str_find_char(line, ':');
		if (colon == SIZE_MAX || !str_eq_nocase(str_sub(line, 0, colon), str_of(name)))
			continue;
		buf_adds(out, str_trim(str_sub(line, colon + 1, SIZE_MAX)));
		return true;
	}
	return false;
}

/* Decodes a chunked body; true if the last chunk is there. */
static bool
unchunk(struct str in, struct buf *out)
{
	size_t line;
	while ((line = str_find(in, STR("\r\n"))) != SIZE_MAX) {
		char number[20];
		snprintf(number, sizeof(number), "%.*s", STR_ARG(str_sub(in, 0, line)));
		size_t n = strtoul(number, NULL, 16);
		if (n == 0)
			return true;
		if (in.n < line + 2 + n + 2)
			return false;
		buf_adds(out, str_sub(in, line + 2, n));
		in = str_sub(in, line + 2 + n + 2, SIZE_MAX);
	}
	return false;
}

/* Splits the input into head and body; true if the response is complete. `ended`: the connection
 * was closed. */
static bool
split(struct str in, bool ended, bool is_head, struct http_answer *out)
{
	struct buf value = { 0 };
	size_t head_n = str_find(in, STR("\r\n\r\n"));
	buf_reset(&out->head);
	buf_reset(&out->body);
	if (head_n == SIZE_MAX || !str_starts(in, STR("HTTP/1.")))
		return false;
	buf_adds(&out->head, str_sub(in, 0, head_n));
	struct str body = str_sub(in, head_n + 4, SIZE_MAX);
	int status = (int)strtol(buf_z(&out->head) + 9, NULL, 10);
	int64_t length = 0;
	bool whole = ended;
	if (status == 100)
		return split(body, ended, is_head, out);
	if (is_head || status == 204 || status == 304) {
		whole = true;
	} else if (http_header(out, "Content-Length", &value)) {
		whole = str_to_int64(buf_str(&value), &length) && body.n >= (size_t)length;
		buf_adds(&out->body, str_sub(body, 0, (size_t)length));
	} else if (http_header(out, "Transfer-Encoding", &value)) {
		whole = unchunk(body, &out->body);
	} else {
		buf_adds(&out->body, body);
	}
	buf_free(&value);
	out->status = whole ? status : 0;
	return whole;
}

bool
http_raw(int port, struct str request, struct http_answer *out)
{
	return http_raw_over(http_connect(port), request, out);
}

bool
http_raw_over(int fd, struct str request, struct http_answer *out)
{
	int64_t deadline = deadline_in(ANSWER_MS);
	auto_buf in = { 0 };
	bool whole = false, ended = false;
	out->status = 0;
	if (fd < 0)
		return false;
	/* A server may reject a request and close before it has read all of it: its response
	 * still counts. */
	socket_send(fd, request);
	while (!whole && !ended) {
		struct pollfd wait = { .fd = fd, .events = POLLIN };
		if (poll(&wait, 1, deadline_left(deadline)) <= 0) {
			fprintf(stderr, "no whole answer in time; so far: %s\n", buf_z(&in));
			break;
		}
		ssize_t n = recv(fd, buf_reserve(&in, 65536), 65536, 0);
		ended = n <= 0;
		in.n += n > 0 ? (size_t)n : 0;
		whole = split(buf_str(&in), ended, str_starts(request, STR("HEAD ")), out);
	}
	close(fd);
	return whole;
}

bool
http_call(int port, const char *method, const char *target, const char *token, const char *headers,
    struct str body, struct http_answer *out)
{
	auto_buf request = { 0 };
	buf_addf(&request, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n", method,
	    target, port);
	if (token)
		buf_addf(&request, "Authorization: Bearer %s\r\n", token);
	buf_addz(&request, headers ? headers : "");
	if (body.p)
		buf_addf(&request, "Content-Length: %zu\r\n", body.n);
	buf_addz(&request, "\r\n");
	buf_adds(&request, body);
	bool whole = http_raw(port, buf_str(&request), out);
	return whole;
}

void
http_free(struct http_answer *answer)
{
	buf_free(&answer->head);
	buf_free(&answer->body);
	answer->status = 0;
}
