/* Raw requests over a socket: refused with a close, or parsed in the only way that RFC 9112
 * allows; and the service keeps working. */
#include "lib/service.h"
#include "lib/sockets.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LINE "GET /healthz HTTP/1.1\r\n"
#define HOST "Host: x\r\n"
#define PUT_LINE "PUT /healthz HTTP/1.1\r\n" HOST

struct
try {
	struct str bytes;
	int want; /* status; 0: a close without a response is as good as any 4xx or 505 */
};

#define TRY(bytes, want)                           \
	{                                          \
		{ bytes, sizeof(bytes) - 1 }, want \
	}

static const struct try tries[] = {
	TRY(LINE HOST "\r\n", 200),
	TRY("\r\n" LINE HOST "\r\n", 200),
	TRY("GET http://x/healthz HTTP/1.1\r\n" HOST "\r\n", 200),
	TRY("GET /healthz?a=b HTTP/1.0\r\n\r\n", 200),
	TRY(LINE HOST "X-A: b\r\nX-A: c\r\n\r\n", 200),
	TRY(PUT_LINE "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", 405),
	TRY(PUT_LINE "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
		     "2\r\n{}\r\n0\r\n\r\n",
	    405),
	TRY(PUT_LINE "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", 415),

	TRY(LINE "\r\n", 400),
	TRY(LINE HOST "Host: y\r\n\r\n", 400),
	TRY(LINE HOST "Host : y\r\n\r\n", 400),
	TRY(LINE HOST "X: a\0b\r\n\r\n", 0),
	TRY(LINE "Host: x\0y\r\n\r\n", 0),
	TRY(LINE HOST "X: a\r\n b\r\n\r\n", 0),
	TRY(LINE HOST "X: a\rb\r\n\r\n", 0),
	TRY(LINE HOST "X\x01: a\r\n\r\n", 0),
	TRY(LINE HOST " X: a\r\n\r\n", 0),
	TRY(LINE HOST "X\r\n\r\n", 0),
	TRY(LINE HOST ": a\r\n\r\n", 0),
	TRY(LINE HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
	TRY("GET /healthz HTTP/3.0\r\n" HOST "\r\n", 0),
	TRY("GET /healthz\r\n\r\n", 0),
	TRY("GET  /healthz HTTP/1.1\r\n" HOST "\r\n", 0),
	TRY("GET /heal thz HTTP/1.1\r\n" HOST "\r\n", 0),
	TRY("GET /healthz\0x HTTP/1.1\r\n" HOST "\r\n", 0),
	TRY("GET /healthz%00 HTTP/1.1\r\n" HOST "\r\n", 404),
	TRY("GET /healthz?%00 HTTP/1.1\r\n" HOST "\r\n", 400),
	TRY("GET /h\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n", 400),
	TRY("GET healthz HTTP/1.1\r\n" HOST "\r\n", 400),
	TRY("OPTIONS * HTTP/1.1\r\n" HOST "\r\n", 400),
	TRY("G\x80T /healthz HTTP/1.1\r\n" HOST "\r\n", 0),
	TRY(PUT_LINE "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
	TRY(PUT_LINE "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n", 400),
	TRY(PUT_LINE "Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc", 400),
	TRY(PUT_LINE "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400),
	TRY(PUT_LINE "Content-Length: 2, 2\r\n\r\n{}", 0),
	TRY(PUT_LINE "Content-Length: +2\r\n\r\n{}", 0),
	TRY(PUT_LINE "Content-Length: -1\r\n\r\n", 0),
	TRY(PUT_LINE "Content-Length: 0x2\r\n\r\n{}", 0),
	TRY(PUT_LINE "Content-Length: 99999999999999999999\r\n\r\n", 0),
	TRY(PUT_LINE "Content-Length: 1048577\r\n\r\n", 413),
	TRY(PUT_LINE "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 0),
	TRY(PUT_LINE "Transfer-Encoding: xchunked\r\n\r\n", 0),
	TRY(PUT_LINE "Transfer-Encoding: chunked, identity\r\n\r\n", 0),
	TRY(PUT_LINE "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 0),
	TRY("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 0),
};

static void
check_alive(int port)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	assert_true(http_call(port, "GET", "/healthz", NULL, NULL, STR_NONE, &answer));
	assert_int_equal(answer.status, 200);
}

#define WITH_SERVICE(name) TEST_WITH(name, service_set_up, service_tear_down)

WITH_SERVICE(each_request_is_refused_or_read_in_one_way)
{
	int port = service_port(*state);
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		CLEANUP(http_free) struct http_answer answer = { 0 };
		auto_buf bytes = { 0 }, value = { 0 };
		/* An unfinished request must end too: the client's close shows that it is
		 * incomplete. */
		buf_adds(&bytes, tries[i].bytes);
		http_raw(port, buf_str(&bytes), &answer);
		int got = answer.status;
		bool fine = tries[i].want ? got == tries[i].want
					  : got == 0 || got / 100 == 4 || got == 505;
		if (!fine)
			fail_msg("%zu: %d, not %d: %.*s", i, got, tries[i].want,
			    STR_ARG(tries[i].bytes));
		/* After a request refused for its framing, no other request may be handled. */
		if (got == 400 && str_starts(buf_str(&answer.body), STR("{\"requestId")))
			assert_true(http_header(&answer, "X-Request-Id", &value));
	}
	check_alive(port);
}

static size_t
count_answers(int port, const char *requests)
{
	char bytes[8192];
	auto_buf in = { 0 };
	size_t n = 0;
	int fd = socket_connect(port);
	assert_int_equal(send(fd, requests, strlen(requests), MSG_NOSIGNAL), strlen(requests));
	for (ssize_t got; (got = recv(fd, bytes, sizeof(bytes), 0)) > 0;)
		buf_add(&in, bytes, (size_t)got);
	close(fd);
	struct str rest = buf_str(&in);
	for (size_t at; (at = str_find(rest, STR("HTTP/1.1 "))) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 1, rest.n);
	return n;
}

/* Request smuggling: text after an ambiguous request never gets a response. */
WITH_SERVICE(smuggled_requests_are_not_answered)
{
	int port = service_port(*state);
	static const char *const first[] = {
		PUT_LINE "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		PUT_LINE "Content-Length: 0\r\nContent-Length: 5\r\n\r\n",
		PUT_LINE "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
		PUT_LINE "Transfer-Encoding: identity\r\n\r\n",
		LINE HOST "Host: y\r\n\r\n",
		LINE HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		LINE HOST "X: a\rb\r\n\r\n",
	};
	for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++) {
		char requests[400];
		snprintf(requests, sizeof(requests), "%s" LINE HOST "Connection: close\r\n\r\n",
		    first[i]);
		assert_in_range(count_answers(port, requests), 0, 1);
	}
	assert_int_equal(
	    count_answers(port, LINE HOST "\r\n" LINE HOST "Connection: close\r\n\r\n"), 2);
	check_alive(port);
}

WITH_SERVICE(oversized_requests_get_their_status)
{
	int port = service_port(*state);
	struct buf request = { 0 };
	struct http_answer answer = { 0 };
	buf_addz(&request, "GET /healthz?");
	buf_pad(&request, 'x', 8100);
	buf_addz(&request, " HTTP/1.1\r\n" HOST "\r\n");
	http_raw(port, buf_str(&request), &answer);
	assert_int_equal(answer.status, 414);
	buf_reset(&request);
	http_free(&answer);
	buf_addz(&request, LINE HOST "X: ");
	buf_pad(&request, 'x', 17000);
	buf_addz(&request, "\r\n\r\n");
	http_raw(port, buf_str(&request), &answer);
	assert_int_equal(answer.status, 431);
	buf_reset(&request);
	http_free(&answer);
	buf_addz(&request, LINE HOST);
	for (int i = 0; i < 100; i++)
		buf_addf(&request, "X-%d: y\r\n", i);
	buf_addz(&request, "\r\n");
	http_raw(port, buf_str(&request), &answer);
	assert_int_equal(answer.status, 431);
	buf_reset(&request);
	http_free(&answer);
	buf_addz(&request, PUT_LINE "Transfer-Encoding: chunked\r\n\r\n");
	for (int i = 0; i < 9; i++) {
		buf_addz(&request, "20000\r\n");
		buf_pad(&request, 'x', 0x20000);
		buf_addz(&request, "\r\n");
	}
	buf_addz(&request, "0\r\n\r\n");
	http_raw(port, buf_str(&request), &answer);
	assert_int_equal(answer.status, 413);
	buf_free(&request);
	http_free(&answer);
	check_alive(port);
}

/* More connections than one thread may hold, idle or with half a request, and valid requests in
 * between: each of those gets a response. */
WITH_SERVICE(many_connections_do_not_stall_it)
{
	enum { MANY = 300 };
	int port = service_port(*state), fds[MANY];
	char byte;
	for (int i = 0; i < MANY; i++) {
		fds[i] = socket_connect(port);
		if (i % 3 == 0)
			assert_int_equal(send(fds[i], "GET /hea", 8, MSG_NOSIGNAL), 8);
		if (i % 50 == 0)
			check_alive(port);
	}
	check_alive(port);
	for (int i = 0; i < MANY; i++)
		if (i % 3)
			assert_int_equal(
			    send(fds[i], LINE HOST "\r\n", strlen(LINE HOST "\r\n"), MSG_NOSIGNAL),
			    strlen(LINE HOST "\r\n"));
	for (int i = 0; i < MANY; i++) {
		if (i % 3)
			assert_int_equal(recv(fds[i], &byte, 1, 0), 1);
		close(fds[i]);
	}
}
