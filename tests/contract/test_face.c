/* labels: slow
 *
 * The service's own pages, its metrics and log, and shutting down. */
#include "base/clock.h"
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAIT_MS = 10000 };

TEST(status_pages_need_no_token)
{
	struct api *a = *state;
	assert_int_equal(api_page(a, "/readyz"), 200);
	assert_string_equal(api_value(a, "status"), "ready");
	assert_int_equal(api_page(a, "/healthz"), 200);
	assert_int_equal(api_call_as(a, NULL, "POST", "", NULL, "{}"), 405);
	assert_string_equal(api_header(a, "Allow"), "GET, HEAD");
}

/* If every read of baskets fails, the service is healthy but not ready. */
TEST(a_service_with_failing_reads_is_not_ready)
{
	auto_api *a = api_open((const char *const[]){ "--fault", "502:100%", NULL });
	assert_int_equal(api_get(a, "/checkout/abandoned"), 502);
	api_page(a, "/readyz");
	assert_true(api_is_error(a, 502, "upstream"));
	assert_int_equal(api_page(a, "/healthz"), 200);
}

/* Number of refused tokens in the log, including those in summary lines. */
static int64_t
refused_lines(const struct buf *log)
{
	static const char sum[] = "\"of\":\"refused invalid_token\",\"count\":";
	struct str rest = buf_str(log), line;
	int64_t lines = 0, n;
	while (str_next(&rest, '\n', &line)) {
		size_t at = str_find(line, STR(sum));
		lines += str_find(line, STR("\"event\":\"refused\"")) != SIZE_MAX;
		struct str number = at == SIZE_MAX ? STR("0,")
						   : str_sub(line, at + sizeof(sum) - 1, SIZE_MAX);
		assert_true(str_to_int64(str_sub(number, 0, str_find_char(number, ',')), &n));
		lines += n;
	}
	return lines;
}

/* Repeated log lines do not fill a disk, and their number is logged. */
TEST(repeated_log_lines_are_summarized)
{
	enum { ASKS = 300 };
	auto_api *a = api_open(NULL);
	struct buf log = { 0 };
	int64_t end = deadline_in(20000);
	for (int i = 0; i < ASKS; i++)
		assert_int_equal(api_call_as(a, "wrong", "GET", "/journeys", NULL, NULL), 401);
	assert_int_equal(kill(service_pid(a->service), SIGTERM), 0);
	do {
		buf_reset(&log);
		service_log(a->service, &log);
	} while (refused_lines(&log) != ASKS && deadline_left(end) > 0);
	assert_int_equal(refused_lines(&log), ASKS);
	assert_in_range(log.n, 0, ASKS * 40);
	buf_free(&log);
}

TEST(a59_the_version_is_announced)
{
	struct api *a = *state;
	assert_int_equal(api_call_as(a, NULL, "GET", "", NULL, NULL), 200);
	assert_string_equal(api_value(a, "service"), "backroom");
	assert_string_equal(api_value(a, "apiVersion"), "1.0.0");
	assert_string_equal(api_value(a, "version"), BACKROOM_VERSION);
	assert_string_equal(api_value(a, "operations.0.operation"), "getAbandonedCheckouts");
	assert_true(api_body_contains(a,
	    "{\"operation\":\"unlinkExternalIdentity\",\"method\":\"DELETE\","
	    "\"path\":\"/api/objects/externalidentity/{owner}\"}"));
	assert_int_equal(api_get(a, "/journeys"), 200);
	assert_string_equal(api_header(a, "X-Api-Version"), "1.0.0");
	assert_int_equal(api_call_as(a, NULL, "GET", "/journeys", NULL, NULL), 401);
	assert_string_equal(api_header(a, "X-Api-Version"), "1.0.0");
	assert_int_equal(api_get(a, "/nothing"), 404);
	assert_string_equal(api_header(a, "X-Api-Version"), "1.0.0");
}

TEST(responses_are_counted)
{
	static const char *const lines[] = {
		"backroom_requests_total{endpoint=\"getSegments\",status=\"200\"} 2\n",
		"backroom_requests_total{endpoint=\"getSegments\",status=\"401\"} 1\n",
		"backroom_requests_total{endpoint=\"none\",status=\"404\"} 1\n",
		"backroom_request_duration_seconds_bucket{endpoint=\"getSegments\",le=\"+Inf\"} 3\n",
		"backroom_request_duration_seconds_count{endpoint=\"getSegments\"} 3\n",
		"backroom_faults_total{kind=\"store\"} 0\n",
		"backroom_bare_tokens_total 1\n",
		"# TYPE backroom_connections gauge\n",
		"process_start_time_seconds ",
	};
	auto_api *a = api_open(NULL);
	assert_int_equal(api_get(a, "/segments"), 200);
	assert_int_equal(api_get(a, "/segments?opt.pageSize=1"), 200);
	assert_int_equal(api_call_as(a, NULL, "GET", "/segments", NULL, NULL), 401);
	assert_int_equal(api_get(a, "/no-such-path"), 404);
	struct buf bare = { 0 };
	buf_addf(&bare, "Authorization: %s\r\n", buf_z(&a->token));
	assert_int_equal(api_call_as(a, NULL, "GET", "/journeys", buf_z(&bare), NULL), 200);
	buf_free(&bare);
	assert_int_equal(api_page(a, "/metrics"), 200);
	assert_string_equal(
	    api_header(a, "Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		if (!api_body_contains(a, lines[i]))
			fail_msg("no %s in\n%s", lines[i], buf_z(&a->answer.body));
	assert_false(api_body_contains(a, "no-such-path"));
}

static void
get_scheme_less(struct api *a, struct str etag)
{
	auto_buf head = { 0 };
	buf_addf(&head, "Authorization: %s\r\n", buf_z(&a->token));
	if (etag.n)
		buf_addf(&head, "If-None-Match: %.*s\r\n", STR_ARG(etag));
	assert_int_equal(
	    api_call_as(a, NULL, "GET", "/journeys", buf_z(&head), NULL), etag.n ? 304 : 200);
}

/* Only the head of such a response is cached: the lookup fails and the response is made again. */
TEST(a_scheme_less_token_is_counted_once_per_request)
{
	auto_api *a = api_open(NULL);
	struct buf etag = { 0 };
	assert_int_equal(api_get(a, "/journeys"), 200);
	buf_addz(&etag, api_header(a, "ETag"));
	for (int i = 0; i < 4; i++)
		get_scheme_less(a, buf_str(&etag));
	for (int i = 0; i < 4; i++)
		get_scheme_less(a, STR_NONE);
	assert_int_equal(api_page(a, "/metrics"), 200);
	if (!api_body_contains(a, "backroom_bare_tokens_total 8\n"))
		fail_msg("%s", buf_z(&a->answer.body));
	buf_free(&etag);
}

TEST(every_response_is_logged_if_configured)
{
	auto_api *a = api_open((const char *const[]){ "--log-requests", NULL });
	struct buf log = { 0 }, want = { 0 };
	assert_int_equal(api_get(a, "/offers?path=%2Foffers%2FStudent&who=ann"), 200);
	buf_addf(&want,
	    "\"event\":\"request\",\"request\":\"%s\",\"operation\":\"getOffers\",\"status\":200,\"bytes\":%zu,\"ms\":",
	    api_header(a, "X-Request-Id"), a->answer.body.n);
	service_log(a->service, &log);
	assert_true(str_find(buf_str(&log), buf_str(&want)) != SIZE_MAX);
	assert_true(str_find(buf_str(&log), STR(",\"remote\":\"127.0.0.0/24\"}\n")) != SIZE_MAX);
	assert_true(str_find(buf_str(&log), STR("Student")) == SIZE_MAX);
	assert_true(str_find(buf_str(&log), STR("ann")) == SIZE_MAX);
	buf_free(&log);
	buf_free(&want);
}

TEST(the_demo_script_delays_assets_and_fails_every_25th_list)
{
	auto_api *a = api_open((const char *const[]){ "--fault", "demo", NULL });
	int64_t before = clock_ticks();
	assert_int_equal(api_get(a, "/assets"), 200);
	assert_true(clock_ticks() - before >= 1500);
	for (int i = 1; i <= 26; i++)
		assert_int_equal(api_get(a, "/checkout/abandoned?limit=1"), i == 25 ? 502 : 200);
	assert_int_equal(api_page(a, "/metrics"), 200);
	assert_true(api_body_contains(a, "backroom_faults_total{kind=\"on_purpose\"} 1\n"));
}

/* ---- shutting down ---- */

/* Sends a request whose response is read later. */
static void
send_request(int fd, struct api *a, const char *target)
{
	auto_buf request = { 0 };
	buf_addf(&request, "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", target,
	    buf_z(&a->token));
	assert_int_equal(send(fd, request.p, request.n, MSG_NOSIGNAL), request.n);
}

/* Reads until this text has arrived. */
static void
read_until(int fd, const char *says)
{
	auto_buf got = { 0 };
	while (str_find(buf_str(&got), str_of(says)) == SIZE_MAX) {
		ssize_t n = recv(fd, buf_reserve(&got, 4096), 4096, 0);
		assert_true(n > 0);
		got.n += (size_t)n;
	}
}

static void
read_to_end(int fd, struct buf *out)
{
	ssize_t n = 1;
	while (n > 0) {
		n = recv(fd, buf_reserve(out, 65536), 65536, 0);
		out->n += n > 0 ? (size_t)n : 0;
	}
	close(fd);
}

static void
wait_until(struct api *a, const char *target, const char *says)
{
	int64_t deadline = deadline_in(WAIT_MS);
	do
		api_page(a, target);
	while (!api_body_contains(a, says) && deadline_left(deadline) > 0);
	assert_true(api_body_contains(a, says));
}

/* Three times as many as the server has threads: a delayed response does not occupy a thread. */
TEST(delayed_responses_block_no_other)
{
	enum { HELD = 30 };
	auto_api *a = api_open((const char *const[]){ "--delay", "5s", NULL });
	int fds[HELD];
	char byte;
	for (int i = 0; i < HELD; i++) {
		fds[i] = http_connect(service_port(a->service));
		send_request(fds[i], a, "/api/campaigns");
	}
	wait_until(a, "/metrics", "\nbackroom_requests_under_way 31\n");
	for (int i = 0; i < HELD; i++)
		api_page(a, "/healthz");
	assert_int_equal(a->answer.status, 200);
	for (int i = 0; i < HELD; i++) {
		assert_int_equal(recv(fds[i], &byte, 1, MSG_DONTWAIT), -1);
		close(fds[i]);
	}
}

TEST(requests_in_progress_at_the_end_are_completed)
{
	auto_api *a = api_open((const char *const[]){ "--delay", "3s", NULL });
	struct buf answer = { 0 };
	char length[40];
	int fd = http_connect(service_port(a->service));
	send_request(fd, a, "/api/campaigns");
	wait_until(a, "/metrics", "\nbackroom_requests_under_way 2\n");
	int kept = http_connect(service_port(a->service));
	send_request(kept, a, "/readyz");
	read_until(kept, "{\"status\":\"ready\"}");
	assert_int_equal(kill(service_pid(a->service), SIGTERM), 0);
	/* /readyz says so a moment before the others are refused. */
	wait_until(a, "/healthz", "\"code\":\"draining\"");
	api_page(a, "/readyz");
	assert_true(api_is_error(a, 503, "draining"));
	assert_string_equal(api_header(a, "Retry-After"), "5");
	assert_string_equal(api_header(a, "Connection"), "close");
	assert_int_equal(api_get(a, "/campaigns"), 503);
	send_request(kept, a, "/healthz");
	read_to_end(kept, &answer);
	assert_true(str_starts(buf_str(&answer), STR("HTTP/1.1 503 ")));
	assert_true(str_find(buf_str(&answer), STR("Connection: close\r\n")) != SIZE_MAX);
	buf_reset(&answer);
	read_to_end(fd, &answer);
	struct str got = buf_str(&answer);
	assert_true(str_starts(got, STR("HTTP/1.1 200 ")));
	struct str body = str_sub(got, str_find(got, STR("\r\n\r\n")) + 4, SIZE_MAX);
	snprintf(length, sizeof(length), "Content-Length: %zu\r\n", body.n);
	assert_true(str_find(got, str_of(length)) != SIZE_MAX);
	assert_true(str_find(got, STR("Connection: close\r\n")) != SIZE_MAX);
	assert_true(str_find(body, STR("\"hits\":8,")) != SIZE_MAX && body.p[body.n - 1] == '}');
	buf_free(&answer);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
