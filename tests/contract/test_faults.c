/* Simulated faults as a client sees them: closed connections, half and slow responses, statuses;
 * set at the start, by a header, and while the demo runs. */
#include "base/clock.h"
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char offers[] = "/api/offers?opt.pageSize=50";
static const char put_price[] = "{\"diffs\":[{\"path\":\"/offers2/ad-free\","
				"\"diff\":{\"attributes\":{\"price\":\"7.77\"}}}]}";

/* Sends a request that closes its connection, and reads everything that arrives. */
static void
exchange(struct api *a, const char *method, const char *target, const char *headers,
    const char *body, struct buf *out)
{
	auto_buf request = { 0 };
	int fd = http_connect(service_port(a->service));
	ssize_t n = 1;
	buf_addf(&request,
	    "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nConnection: close\r\n"
	    "Content-Type: application/json\r\nContent-Length: %zu\r\n%s\r\n%s",
	    method, target, buf_z(&a->token), strlen(body), headers, body);
	assert_int_equal(send(fd, request.p, request.n, MSG_NOSIGNAL), request.n);
	buf_reset(out);
	while (n > 0) {
		n = recv(fd, buf_reserve(out, 65536), 65536, 0);
		out->n += n > 0 ? (size_t)n : 0;
	}
	close(fd);
}

/* The number of bytes of the body that arrived, and the announced one. */
static size_t
get_body_size(const struct buf *answer, size_t *announced)
{
	struct str got = buf_str(answer);
	size_t at = str_find(got, STR("Content-Length: "));
	int64_t n = -1;
	assert_true(str_starts(got, STR("HTTP/1.1 200 ")) && at != SIZE_MAX);
	struct str rest = str_sub(got, at + 16, SIZE_MAX);
	assert_true(str_to_int64(str_sub(rest, 0, str_find_char(rest, '\r')), &n));
	*announced = (size_t)n;
	return got.n - str_find(got, STR("\r\n\r\n")) - 4;
}

TEST(a_response_can_be_dropped_or_cut)
{
	auto_api *a = api_open(
	    (const char *const[]){ "--fault", "getOffers drop:1,/offers cut:2", NULL });
	auto_buf answer = { 0 };
	size_t announced, size;
	exchange(a, "GET", offers, "", "", &answer);
	assert_int_equal(answer.n, 0);
	exchange(a, "GET", offers, "", "", &answer);
	size = get_body_size(&answer, &announced);
	assert_int_equal(size, announced / 2);
	assert_true(announced > 10000);
	exchange(a, "GET", offers, "", "", &answer);
	size = get_body_size(&answer, &announced);
	assert_int_equal(size, announced);
	assert_int_equal(api_page(a, "/metrics"), 200);
	assert_true(api_body_contains(a, "backroom_faults_total{kind=\"on_purpose\"} 2\n"));
}

/* The whole body arrives, but takes its time; others are served meanwhile. */
TEST(a_response_can_be_slow)
{
	auto_api *a = api_open((const char *const[]){ "--fault", "getOffers slow=2s", NULL });
	auto_buf answer = { 0 };
	size_t announced, size;
	char byte;
	int64_t began = clock_ticks();
	exchange(a, "GET", offers, "", "", &answer);
	assert_true(clock_ticks() - began >= 1900);
	size = get_body_size(&answer, &announced);
	assert_int_equal(size, announced);
	assert_true(str_ends(buf_str(&answer), STR("}")));
	/* A slow response that its client stops reading does not delay the service's end. */
	int fd = http_connect(service_port(a->service));
	auto_buf request = { 0 };
	buf_addf(&request, "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", offers,
	    buf_z(&a->token));
	assert_int_equal(send(fd, request.p, request.n, MSG_NOSIGNAL), request.n);
	assert_int_equal(recv(fd, &byte, 1, 0), 1);
	assert_int_equal(api_get(a, "/campaigns"), 200);
	close(fd);
}

/* With a status nothing is done; with a dropped response it is. */
TEST(a_request_asks_for_its_own_fault)
{
	auto_api *a = api_open((const char *const[]){ "--fault", "header", NULL });
	static const char bulk[] = "/svc/catalogs/1/bulk-update";
	auto_buf answer = { 0 };
	assert_int_equal(api_call(a, "PUT", bulk, "X-Fault: 503\r\n", put_price), 503);
	assert_string_equal(api_header(a, "Retry-After"), "1");
	assert_int_equal(api_call(a, "PUT", bulk, "X-Fault: 401\r\n", put_price), 401);
	assert_string_equal(api_header(a, "WWW-Authenticate"), "Bearer realm=\"backroom\"");
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_false(api_body_contains(a, "7.77"));
	exchange(a, "PUT", "/api/svc/catalogs/1/bulk-update", "X-Fault: drop\r\n", put_price, &answer);
	assert_int_equal(answer.n, 0);
	assert_int_equal(api_get(a, "/offers?path=/offers2/ad-free"), 200);
	assert_true(api_body_contains(a, "7.77"));
	assert_int_equal(api_call(a, "GET", "/segments", "X-Fault: 200\r\n", NULL), 400);
	assert_true(api_body_contains(a, "X-Fault takes"));
}

TEST(the_header_is_ignored_without_its_rule)
{
	auto_api *a = api_open(NULL);
	assert_int_equal(api_call(a, "GET", "/segments", "X-Fault: 503\r\n", NULL), 200);
}

TEST(a_file_has_a_rule_per_line)
{
	write_file("faults.txt", "# a bad morning\ngetSegments 500 # always\n\n/products 418, getAssets 410\n");
	auto_api *a = api_open((const char *const[]){ "--fault", "@faults.txt", "--delay", "1ms±1", NULL });
	assert_int_equal(api_get(a, "/segments"), 500);
	assert_int_equal(api_get(a, "/products"), 418);
	assert_int_equal(api_get(a, "/assets"), 410);
	assert_int_equal(api_get(a, "/offers?opt.pageSize=1"), 200);
	unlink("faults.txt");
}

static int
set_rules(struct api *a, const char *token, const char *body)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "POST", "/demo/faults", token,
	    "Content-Type: application/json\r\n", str_of(body), &a->answer);
	return a->answer.status;
}

TEST(rules_change_while_the_demo_runs)
{
	auto_api *a = api_open(NULL);
	auto_buf reader = { 0 };
	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	assert_int_equal(set_rules(a, buf_z(&reader), "{\"rules\":\"* 502\"}"), 403);
	assert_int_equal(api_get(a, "/segments"), 200); /* cached from now on */
	assert_int_equal(api_get(a, "/segments"), 200);
	assert_int_equal(set_rules(a, buf_z(&a->token), "{\"rules\":\"getSegments 503\"}"), 200);
	assert_string_equal(api_value(a, "rules"), "getSegments 503");
	assert_int_equal(api_get(a, "/segments"), 503);
	assert_int_equal(set_rules(a, buf_z(&a->token), "{\"rules\":\"getNothing 503\"}"), 422);
	assert_true(api_body_contains(a, "getNothing"));
	assert_int_equal(set_rules(a, buf_z(&a->token), "{\"rules\":5}"), 422);
	assert_int_equal(set_rules(a, buf_z(&a->token), "{}"), 200);
	assert_string_equal(api_value(a, "rules"), "getSegments 503");
	assert_int_equal(set_rules(a, buf_z(&a->token), "{\"rules\":\"\"}"), 200);
	assert_int_equal(api_get(a, "/segments"), 200);
}
