/* Every way to be refused before there is a request, and by the library underneath: one head, JSON
 * with a request's id, and the end of the connection. */
#include "lib/api.h"
#include "lib/raw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#define POST "POST /oauth2/token HTTP/1.1\r\n" HOST
#define CHUNKED POST "Content-Type: application/json\r\nTransfer-Encoding: chunked" END

static const struct {
	struct str request;
	int status;
	const char *code;
} refused[] = {
	/* what no line of a request is */
	{ S("GARBAGE" END), 400, "bad_request" },
	{ S("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"), 400, "bad_request" },
	{ S("GET /healthz" END), 400, "bad_request" },
	{ S("GET /healthz\r\n"), 400, "bad_request" },
	{ S("PRI * HTTP/2.0\r\n\r\nSM" END), 400, "bad_request" },
	{ S("GET /healthz HTTP/3.7\r\n" HOST "\r\n"), 400, "bad_request" },
	/* what no header line is */
	{ S(GET HOST "foo" END), 400, "bad_request" },
	{ S("GET /healthz HTTP/1.1\rHost: x" END), 400, "bad_request" },
	{ S(GET "\r\n"), 400, "bad_request" },
	/* no length of a body, and no chunk */
	{ S(POST "Content-Length: 12x" END), 400, "bad_request" },
	{ S(POST "Content-Length: 99999999999999999999999999" END), 413, "too_large" },
	{ S(CHUNKED "ZZ\r\n"), 400, "bad_request" },
	{ S(CHUNKED "FFFFFFFFFFFFFFFFFFF\r\n"), 413, "too_large" },
	{ S(CHUNKED "2\r\nabXX"), 400, "bad_request" },
	/* lines that end without their CR, wherever they stand */
	{ S("GET /healthz HTTP/1.1\nHost: x\n\n"), 400, "bad_request" },
	{ S("GET /healthz HTTP/1.1\nHost: x" END), 400, "bad_request" },
	{ S(GET "Host: x\nX: y" END), 400, "bad_request" },
	{ S(GET "Host: x\n\r\n"), 400, "bad_request" },
	{ S(GET "Host: x\r\n\n"), 400, "bad_request" },
};

static const struct {
	const char *before, *part, *after;
	size_t times;
	int status;
} large[] = {
	{ "GET /", "x", " HTTP/1.1\r\n" HOST "\r\n", 100000, 414 },
	{ "", "G", " / HTTP/1.1\r\n" HOST "\r\n", 100000, 414 },
	{ GET HOST "X: ", "y", END, 100000, 431 },
	{ GET HOST, "X: y\r\n", "\r\n", 20000, 431 },
	{ CHUNKED "0\r\nX: ", "y", END, 70000, 431 },
};

/* One head and no more, ours in every line that ours have, and JSON as long as it says. */
static void
check_answer(struct str in, int status, const char *code, const char *what)
{
	struct api a = { 0 };
	size_t body = str_find(in, STR("\r\n\r\n"));
	size_t second = body == SIZE_MAX ? SIZE_MAX
					 : str_find(str_sub(in, 1, SIZE_MAX), STR("HTTP/1."));
	if (body == SIZE_MAX || second != SIZE_MAX)
		fail_msg("%.60s: not one answer: %.*s", what, STR_ARG(in));
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
		fail_msg("%.60s: %.*s", what, STR_ARG(in));
	http_free(&a.answer);
	for (size_t i = 0; i < sizeof(a.texts) / sizeof(*a.texts); i++)
		buf_free(&a.texts[i]);
}

static void
check_request(struct api *a, struct str request, int status, const char *code)
{
	struct buf in = { 0 }, what = { 0 };
	int fd = raw_begin(service_port(a->service), request);
	shutdown(fd, SHUT_WR);
	buf_adds(&what, request);
	if (!raw_end(fd, &in))
		fail_msg("%.60s: the connection stays open", buf_z(&what));
	check_answer(buf_str(&in), status, code, buf_z(&what));
	buf_free(&in);
	buf_free(&what);
}

static void
what_cannot_be_read_is_refused_once_and_in_json(void **state)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		check_request(*state, refused[i].request, refused[i].status, refused[i].code);
}

static void
what_is_too_large_is_refused_once_and_in_json(void **state)
{
	for (size_t i = 0; i < sizeof(large) / sizeof(*large); i++) {
		struct buf request = { 0 };
		buf_addz(&request, large[i].before);
		for (size_t k = 0; k < large[i].times; k++)
			buf_addz(&request, large[i].part);
		buf_addz(&request, large[i].after);
		check_request(*state, buf_str(&request), large[i].status, "too_large");
		buf_free(&request);
	}
}

/* They are counted as any others, though there is no path that they asked for. */
static void
refusals_are_counted(void **state)
{
	struct api *a = *state;
	http_free(&a->answer);
	http_call(service_port(a->service), "GET", "/metrics", NULL, NULL, STR_NONE, &a->answer);
	assert_true(api_says(a, "backroom_requests_total{endpoint=\"none\",status=\"400\"}"));
	assert_true(api_says(a, "backroom_requests_total{endpoint=\"none\",status=\"431\"}"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_be_read_is_refused_once_and_in_json),
		cmocka_unit_test(what_is_too_large_is_refused_once_and_in_json),
		cmocka_unit_test(refusals_are_counted),
	};
	return cmocka_run_group_tests(tests, api_set_up, api_tear_down);
}
