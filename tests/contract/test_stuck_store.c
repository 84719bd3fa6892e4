/* labels: slow postgres
 *
 * A store that does not respond: reads fail in time, requests that do not need the store are not
 * delayed, and neither start nor stop waits for it. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/pgproxy.h"
#include "lib/postgres.h"
#include "lib/test.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READS = 24, WAIT_MS = 20000 };

struct fixture {
	char direct[POSTGRES_URL], url[POSTGRES_URL];
	struct pgproxy *proxy;
	struct api *api;
	int reads[READS];
};

/* The same store's URL through the proxy, without options: its connection timeout is two
 * seconds. */
static void
lead_through_proxy(struct fixture *f)
{
	const char *at = strstr(f->direct, "127.0.0.1:"), *rest = strchr(at + 10, '/');
	f->proxy = pgproxy_start((int)strtol(at + 10, NULL, 10));
	snprintf(f->url, sizeof(f->url), "%.*s127.0.0.1:%d%.150s", (int)(at - f->direct), f->direct,
	    pgproxy_port(f->proxy), rest);
	char *timeout = strstr(f->url, "connect_timeout=20");
	assert_non_null(timeout);
	memcpy(timeout, "connect_timeout=02", 18);
}

static int
set_up(void **state)
{
	static struct fixture fixture;
	struct fixture *f = &fixture;
	memset(f, 0, sizeof(*f));
	*state = f;
	if (!postgres_schema(f->direct))
		return 0;
	lead_through_proxy(f);
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	if (!f->proxy)
		return 0;
	pgproxy_stop(f->proxy);
	postgres_drop(f->direct);
	return 0;
}

static void
need_server(struct fixture *f)
{
	if (!f->proxy)
		skip_because("there is no PostgreSQL");
}

static void
send_read(struct fixture *f, int i)
{
	auto_buf request = { 0 };
	buf_addf(&request,
	    "GET /api/offers?pageSize=20&z=%d HTTP/1.1\r\nHost: x\r\n"
	    "Authorization: Bearer %s\r\nConnection: close\r\n\r\n",
	    i, buf_z(&f->api->token));
	f->reads[i] = http_connect(service_port(f->api->service));
	assert_true(f->reads[i] >= 0);
	assert_int_equal(send(f->reads[i], request.p, request.n, 0), (ssize_t)request.n);
}

static void
send_reads(struct fixture *f)
{
	for (int i = 0; i < READS; i++)
		send_read(f, i);
}

static int
answered_reads(const struct fixture *f)
{
	int n = 0;
	for (int i = 0; i < READS; i++) {
		struct pollfd fd = { .fd = f->reads[i], .events = POLLIN };
		n += poll(&fd, 1, 0) > 0;
	}
	return n;
}

static void
check_reads(struct fixture *f, int status, int other)
{
	for (int i = 0; i < READS; i++) {
		CLEANUP(http_free) struct http_answer answer = { 0 };
		assert_true(http_raw_over(f->reads[i], STR(""), &answer));
		if (answer.status != other)
			assert_int_equal(answer.status, status);
	}
}

static int
ask(struct fixture *f, const char *method, const char *target, const char *token)
{
	http_free(&f->api->answer);
	http_call(
	    service_port(f->api->service), method, target, token, NULL, STR_NONE, &f->api->answer);
	return f->api->answer.status;
}

/* More reads than threads for them: any request in the same queue would have to wait for the
 * first of them. */
TEST_WITH(requests_without_the_store_do_not_wait_for_it, set_up, tear_down)
{
	struct fixture *f = *state;
	need_server(f);
	f->api = api_open((const char *const[]){ "--store", f->url, NULL });
	assert_int_equal(api_get(f->api, "/offers"), 200);
	pgproxy_set_flow(f->proxy, PGPROXY_NOTHING);
	send_reads(f);
	for (int i = 0; i < 10; i++)
		assert_int_equal(ask(f, "GET", "/healthz", NULL), 200);
	assert_int_equal(ask(f, "GET", "/api/offers?new=1", NULL), 401);
	assert_int_equal(ask(f, "GET", "/api/offers?new=2", "a.b.c"), 401);
	assert_int_equal(ask(f, "GET", "/nowhere", NULL), 404);
	assert_int_equal(ask(f, "DELETE", "/api/offers", NULL), 405);
	assert_int_equal(ask(f, "GET", "/metrics", NULL), 200);
	/* Four threads wait for the store, all other reads wait for a thread. */
	assert_true(api_body_contains(f->api, "\nbackroom_requests_waiting{for=\"read\"} 20\n"));
	assert_false(api_body_contains(
	    f->api, "\nbackroom_store_connections{store=\"primary\",state=\"in_use\"} 0\n"));
	assert_true(api_body_contains(f->api, "\nprocess_resident_memory_bytes "));
	assert_true(api_body_contains(f->api, "\nprocess_open_fds "));
	assert_int_equal(ask(f, "GET", "/readyz", NULL), 503);
	assert_true(api_is_error(f->api, 503, "unavailable"));
	assert_string_equal(api_header(f->api, "Retry-After"), "5");
	assert_int_equal(answered_reads(f), 0);
	check_reads(f, 502, 502);
	pgproxy_set_flow(f->proxy, PGPROXY_ALL);
	int64_t deadline = deadline_in(WAIT_MS);
	while (ask(f, "GET", "/readyz", NULL) != 200)
		assert_true(deadline_left(deadline) > 0);
	assert_int_equal(api_get(f->api, "/offers?anew=1"), 200);
	assert_int_equal(api_close(f->api), 0);
}

/* Includes reads that wait for a thread and reads that wait for the store. */
TEST_WITH(stopping_does_not_wait_for_it, set_up, tear_down)
{
	struct fixture *f = *state;
	need_server(f);
	f->api = api_open((const char *const[]){ "--store", f->url, NULL });
	assert_int_equal(api_get(f->api, "/offers"), 200);
	pgproxy_set_flow(f->proxy, PGPROXY_NOTHING);
	send_reads(f);
	assert_int_equal(ask(f, "GET", "/healthz", NULL), 200); /* the reads have arrived */
	assert_int_equal(answered_reads(f), 0);
	int64_t began = clock_ticks();
	assert_int_equal(kill(service_pid(f->api->service), SIGTERM), 0);
	do { /* "unavailable" until the signal was handled */
		assert_true(clock_ticks() < began + scale_timeout(WAIT_MS));
		assert_int_equal(ask(f, "GET", "/readyz", NULL), 503);
	} while (!api_body_contains(f->api, "\"draining\""));
	check_reads(f, 502, 503);
	assert_int_equal(api_close(f->api), 0);
	assert_true(clock_ticks() < began + scale_timeout(WAIT_MS));
}

/* The store accepts the sign-in and does not respond to any query. */
TEST_WITH(a_failed_start_is_reported, set_up, tear_down)
{
	struct fixture *f = *state;
	struct buf words = { 0 };
	need_server(f);
	struct service *any = service_start(NULL);
	for (int flow = PGPROXY_SIGN_IN; flow <= PGPROXY_NOTHING; flow++) {
		pgproxy_set_flow(f->proxy, (enum pgproxy_flow)flow);
		buf_reset(&words);
		int64_t began = clock_ticks();
		assert_int_not_equal(service_run(any,
					 (const char *const[]){ "serve", "--store", f->url,
					     "--listen", "127.0.0.1:0", NULL },
					 NULL, &words),
		    0);
		assert_true(clock_ticks() < began + scale_timeout(WAIT_MS));
		assert_true(str_find(buf_str(&words), STR("store")) != SIZE_MAX);
	}
	buf_free(&words);
	assert_int_equal(service_stop(any), 0);
}
