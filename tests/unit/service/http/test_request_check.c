/* Requests that two parsers could read differently are refused, whatever the library accepts. */
#include "lib/test.h"
#include "service/http/http.h"
#include "service/http/request_check.h"

#include <stdio.h>
#include <string.h>

#define MAX 70

struct
try {
	const char *method, *target, *version;
	const char *headers; /* "Name: value|Name: value" */
	int want;            /* status; 0: accepted */
};

static int
admit(const struct try *t)
{
	struct header_line lines[MAX];
	struct str rest = str_of(t->headers), line;
	struct err err = { 0 };
	struct request_head a = { str_of(t->method), str_of(t->target), str_of(t->version), lines,
		0 };
	while (rest.n && str_next(&rest, '|', &line)) {
		size_t colon = str_find_char(line, ':');
		lines[a.headers_n].name = str_sub(line, 0, colon);
		lines[a.headers_n++].value = str_sub(line, colon + 2, line.n);
	}
	return request_check(&a, &err) ? 0 : err.http_status;
}

static const struct try tries[] = {
	{ "GET", "/a?b=c%00", "HTTP/1.1", "Host: x", 0 },
	{ "GET", "/", "HTTP/1.0", "", 0 },
	{ "GET", "/", "HTTP/1.1", "host: x|Content-Length: 0", 0 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 1048576", 0 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: chunked", 0 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: Chunked", 0 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X-Odd: tab\there \xc3\xa9", 0 },

	{ "GET", "/", "HTTP/1.1", "", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|Host: y", 400 },
	{ "GET", "/", "HTTP/1.0", "Host: x|hOST: x", 400 },
	{ "GET", "/", "HTTP/2.0", "Host: x", 400 },
	{ "GET", "/", "HTTP/1.2", "Host: x", 400 },
	{ "GET", "/", "http/1.1", "Host: x", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 5|Transfer-Encoding: chunked", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 5|Content-Length: 6", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 5|Content-Length: 5", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 5, 5", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: +5", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: -5", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 0x5", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 5 ", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: ", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 0000000000000005", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: chunked|Transfer-Encoding: chunked",
	    400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: gzip, chunked", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: identity", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: xchunked", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: chunked\v", 400 },
	{ "PUT", "/", "HTTP/1.0", "Transfer-Encoding: chunked", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: chunked", 400 },
	{ "HEAD", "/", "HTTP/1.1", "Host: x|Transfer-Encoding: chunked", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Transfer-Encoding : chunked", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X y: z", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|: z", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X(y): z", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X\xc3\xa9: z", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X: a\rb", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X: a\x7f", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|X: a\x01", 400 },
	{ "GET", "/", "HTTP/1.1", "Host: x|Authorization: a|authorization: b", 400 },
	{ "GET", "", "HTTP/1.1", "Host: x", 400 },
	{ "GET", "/a b", "HTTP/1.1", "Host: x", 400 },
	{ "GET", "/a#b", "HTTP/1.1", "Host: x", 400 },
	{ "GET", "/\xc3\xa9", "HTTP/1.1", "Host: x", 400 },
	{ "G(T", "/", "HTTP/1.1", "Host: x", 400 },
	{ "", "/", "HTTP/1.1", "Host: x", 400 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 1048577", 413 },
	{ "PUT", "/", "HTTP/1.1", "Host: x|Content-Length: 999999999999999", 413 },
};

TEST(each_request_is_accepted_or_refused)
{
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		int got = admit(&tries[i]);
		if (got != tries[i].want)
			fail_msg("%s %s %s [%s]: %d, not %d", tries[i].method, tries[i].target,
			    tries[i].version, tries[i].headers, got, tries[i].want);
	}
}

TEST(headers_are_limited)
{
	char many[MAX * 8] = "Host: x", *end = many + strlen(many);
	static char big[HTTP_HEADERS_SIZE_MAX + 100];
	struct try t = { "GET", "/", "HTTP/1.1", many, 0 };
	for (int i = 1; i <= HTTP_HEADER_COUNT_MAX; i++) {
		assert_int_equal(admit(&t), 0);
		end += snprintf(end, 8, "|a: b");
	}
	assert_int_equal(admit(&t), 431);
	snprintf(big, sizeof(big), "Host: x|X: %0*d", HTTP_HEADERS_SIZE_MAX, 1);
	t.headers = big;
	assert_int_equal(admit(&t), 431);
}
