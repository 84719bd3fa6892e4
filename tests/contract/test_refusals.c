/* Requests that are refused before routing. Those that fit the library's buffer are refused in
 * JSON; those that libmicrohttpd cannot parse get its own page, or only a close. */
#include "lib/api.h"
#include "lib/raw.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define POST "POST /oauth2/token HTTP/1.1\r\n" HOST
#define CHUNKED POST "Content-Type: application/json\r\nTransfer-Encoding: chunked" END

/* A request in which one part is repeated. */
struct request_parts {
	const char *before, *part, *after;
	size_t times;
};

static const struct {
	struct request_parts parts;
	int status;
	const char *code;
} refused_in_json[] = {
	{ { GET HOST "Host: y" END, "", "", 0 }, 400, "bad_request" },
	{ { POST "Content-Length: 2\r\nContent-Length: 2" END, "", "", 0 }, 400, "bad_request" },
	{ { GET HOST "Transfer-Encoding: chunked" END, "", "", 0 }, 400, "bad_request" },
	{ { GET HOST "X: \x01" END, "", "", 0 }, 400, "bad_request" },
	{ { POST "Content-Length: 1048577" END, "", "", 0 }, 413, "too_large" },
	{ { GET HOST "X: ", "y", END, 17000 }, 431, "too_large" },
	{ { GET HOST, "X: y\r\n", "\r\n", 70 }, 431, "too_large" },
};

/* libmicrohttpd decides the response to these, and its versions differ: 0.9 sends a page for
 * more of them, and passes on a missing Host and a bare LF, which are then refused in JSON; 1.0
 * closes without a response if it does not know the method. RFC 9112, 2.2 and 9.6, allows both. */
static const struct str unreadable[] = {
	S("GARBAGE" END),
	S("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
	S("GET /healthz" END),
	S("GET /healthz\r\n"),
	S("PRI * HTTP/2.0\r\n\r\nSM" END),
	S("GET /healthz HTTP/3.7\r\n" HOST "\r\n"),
	S(GET HOST "foo" END),
	S("GET /healthz HTTP/1.1\rHost: x" END),
	S(GET "\r\n"),
	S(POST "Content-Length: 12x" END),
	S(POST "Content-Length: 99999999999999999999999999" END),
	S(CHUNKED "ZZ\r\n"),
	S(CHUNKED "FFFFFFFFFFFFFFFFFFF\r\n"),
	S(CHUNKED "2\r\nabXX"),
	S("GET /healthz HTTP/1.1\nHost: x\n\n"),
	S("GET /healthz HTTP/1.1\nHost: x" END),
	S(GET "Host: x\nX: y" END),
	S(GET "Host: x\n\r\n"),
	S(GET "Host: x\r\n\n"),
};

static const struct request_parts longer_than_the_buffer[] = {
	{ "GET /", "x", " HTTP/1.1\r\n" HOST "\r\n", 100000 },
	{ "", "G", " / HTTP/1.1\r\n" HOST "\r\n", 100000 },
	{ GET HOST "X: ", "y", END, 100000 },
	{ GET HOST, "X: y\r\n", "\r\n", 20000 },
	{ CHUNKED "0\r\nX: ", "y", END, 70000 },
	{ CHUNKED, "0", "\r\n", 70000 },
};

static void
append_parts(struct buf *out, const struct request_parts *r)
{
	buf_addz(out, r->before);
	for (size_t i = 0; i < r->times; i++)
		buf_addz(out, r->part);
	buf_addz(out, r->after);
}

/* Reads all responses until the service closes the connection; the test fails if it does not. */
static void
read_all_answers(struct api *a, struct str request, struct buf *in)
{
	int fd = raw_begin(service_port(a->service), request);
	shutdown(fd, SHUT_WR);
	if (!raw_end(fd, in))
		fail_msg("%.60s: the connection stays open", request.p);
}

static void
check_json(struct str in, int status, const char *code)
{
	struct api a = { 0 };
	size_t body = str_find(in, STR("\r\n\r\n"));
	if (body == SIZE_MAX || str_find(str_sub(in, 1, SIZE_MAX), STR("HTTP/1.")) != SIZE_MAX)
		fail_msg("not one answer: %.*s", STR_ARG(in));
	buf_adds(&a.answer.head, str_sub(in, 0, body));
	buf_adds(&a.answer.body, str_sub(in, body + 4, SIZE_MAX));
	a.answer.status = (int)strtol(in.p + 9, NULL, 10);
	char length[20];
	snprintf(length, sizeof(length), "%zu", a.answer.body.n);
	if (!api_is_error(&a, status, code) ||
	    strcmp(api_header(&a, "Content-Type"), "application/json") != 0 ||
	    strcmp(api_header(&a, "Connection"), "close") != 0 ||
	    strcmp(api_header(&a, "X-Api-Version"), "1.0.0") != 0 ||
	    strcmp(api_header(&a, "Content-Length"), length) != 0)
		fail_msg("not the refusal %d: %.*s", status, STR_ARG(in));
	http_free(&a.answer);
	for (size_t i = 0; i < sizeof(a.texts) / sizeof(*a.texts); i++)
		buf_free(&a.texts[i]);
}

TEST(refusals_are_json)
{
	for (size_t i = 0; i < sizeof(refused_in_json) / sizeof(*refused_in_json); i++) {
		auto_buf request = { 0 }, in = { 0 };
		append_parts(&request, &refused_in_json[i].parts);
		read_all_answers(*state, buf_str(&request), &in);
		check_json(buf_str(&in), refused_in_json[i].status, refused_in_json[i].code);
	}
}

/* The status of the refusal; 0 for a close without a response. */
static int
unreadable_request_status(struct api *a, struct str request)
{
	int statuses[STATUSES] = { 0 };
	auto_buf in = { 0 };
	read_all_answers(a, request, &in);
	size_t n = raw_statuses(buf_str(&in), statuses);
	if (!raw_is_refusal(statuses, n))
		fail_msg("%.60s: not one refusal: %.*s", request.p, STR_ARG(buf_str(&in)));
	if (n && str_find(buf_str(&in), STR("\r\nConnection: close\r\n")) == SIZE_MAX)
		fail_msg("%.60s: no close announced: %.*s", request.p, STR_ARG(buf_str(&in)));
	return statuses[0];
}

TEST(unreadable_requests_are_refused_once)
{
	for (size_t i = 0; i < sizeof(unreadable) / sizeof(*unreadable); i++)
		unreadable_request_status(*state, unreadable[i]);
}

TEST(requests_over_the_buffer_size_are_refused_once)
{
	enum { N = sizeof(longer_than_the_buffer) / sizeof(*longer_than_the_buffer) };
	for (size_t i = 0; i < N; i++) {
		auto_buf request = { 0 };
		append_parts(&request, &longer_than_the_buffer[i]);
		unreadable_request_status(*state, (struct str){ buf_z(&request), request.n });
	}
}

/* Number of refused requests without a route, with this status. */
static long
count_refused(struct api *a, int status)
{
	char name[80];
	http_free(&a->answer);
	assert_true(http_call(
	    service_port(a->service), "GET", "/metrics", NULL, NULL, STR_NONE, &a->answer));
	snprintf(name, sizeof(name), "backroom_requests_total{endpoint=\"none\",status=\"%d\"} ",
	    status);
	const char *at = strstr(buf_z(&a->answer.body), name);
	return at ? strtol(at + strlen(name), NULL, 10) : 0;
}

/* An error page of libmicrohttpd is counted like the service's own refusals if the request line
 * was read; an unreadable request line is not, since the library does not report it. */
TEST(refusals_are_counted)
{
	static const struct request_parts own = { GET HOST "Host: y" END, "", "", 0 },
					  library = { GET HOST "X: ", "y", END, 100000 };
	auto_buf request = { 0 }, in = { 0 };
	long before = count_refused(*state, 400);
	append_parts(&request, &own);
	read_all_answers(*state, buf_str(&request), &in);
	assert_int_equal(count_refused(*state, 400), before + 1);
	buf_reset(&request);
	append_parts(&request, &library);
	before = count_refused(*state, 431);
	assert_int_equal(
	    unreadable_request_status(*state, (struct str){ buf_z(&request), request.n }), 431);
	assert_int_equal(count_refused(*state, 431), before + 1);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
