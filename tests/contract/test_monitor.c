/* `--metrics-listen`: metrics, health and readiness on an address of their own, without a token,
 * and nothing else there. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 20000, POLL_US = 20000 };

static int
forget_files(void **state)
{
	(void)state;
	unlink_store("monitor.db");
	return 0;
}

static struct api *
start(const char *delay)
{
	return api_of(service_start((const char *const[]){ "--store", "sqlite:monitor.db",
	    "--metrics-listen", "127.0.0.1:0", "--drain-delay", delay, NULL }));
}

/* The port in the log. */
static int
monitor_port(struct api *a)
{
	static const char words[] = "\"monitoring\",\"url\":\"http://127.0.0.1:";
	auto_buf log = { 0 };
	service_log(a->service, &log);
	const char *at = strstr(buf_z(&log), words);
	assert_non_null(at);
	return (int)strtol(at + strlen(words), NULL, 10);
}

static int
ask(struct api *a, const char *method, const char *target)
{
	http_free(&a->answer);
	assert_true(http_call(monitor_port(a), method, target, NULL, NULL, STR_NONE, &a->answer));
	return a->answer.status;
}

TEST_WITH(pages_for_monitoring_are_there_and_nothing_else, forget_files, forget_files)
{
	auto_api *a = start("0s");
	assert_int_equal(ask(a, "GET", "/healthz"), 200);
	assert_int_equal(ask(a, "GET", "/readyz"), 200);
	assert_int_equal(ask(a, "HEAD", "/readyz"), 200);
	assert_int_equal(ask(a, "GET", "/api/checkout/abandoned"), 404);
	assert_int_equal(ask(a, "GET", "/openapi.json"), 404);
	assert_int_equal(ask(a, "GET", "/"), 404);
	assert_int_equal(ask(a, "POST", "/metrics"), 405);
	assert_int_equal(ask(a, "GET", "/metrics"), 200);
	assert_true(api_body_contains(a, "backroom_build_info{version=\""));
	assert_true(api_body_contains(a, "backroom_store_file_bytes{file=\"wal\"} "));
	assert_true(api_body_contains(a, "backroom_store_connections{store=\"primary\""));
	/* Only there. */
	assert_int_equal(api_page(a, "/metrics"), 404);
	assert_int_equal(api_page(a, "/healthz"), 200);
}

TEST_WITH(refusals_are_counted_by_reason, forget_files, forget_files)
{
	auto_api *a = start("0s");
	assert_int_equal(api_call_as(a, NULL, "GET", "/offers", NULL, NULL), 401);
	assert_int_equal(api_call_as(a, NULL, "GET", "/offers", NULL, NULL), 401);
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=0"), 400);
	assert_int_equal(ask(a, "GET", "/metrics"), 200);
	assert_true(
	    api_body_contains(a, "backroom_refusals_total{reason=\"missing_credentials\"} 2\n"));
	assert_true(api_body_contains(a, "backroom_refusals_total{reason=\"bad_request\"} 1\n"));
	/* A series that does not exist yet cannot increase. */
	assert_true(api_body_contains(a, "backroom_refusals_total{reason=\"full\"} 0\n"));
}

/* A load balancer learns at once that the service will end; SIGHUP does not end the delay. */
TEST_WITH(it_is_not_ready_while_it_ends, forget_files, forget_files)
{
	auto_api *a = start("30s");
	kill(service_pid(a->service), SIGTERM);
	for (int64_t end = deadline_in(WAIT_MS);
	     ask(a, "GET", "/readyz") != 503 && deadline_left(end);)
		usleep(POLL_US);
	assert_int_equal(ask(a, "GET", "/readyz"), 503);
	kill(service_pid(a->service), SIGHUP);
	for (int i = 0; i < 5; i++)
		assert_int_equal(api_get(a, "/journeys"), 200);
	assert_int_equal(ask(a, "GET", "/healthz"), 200);
	kill(service_pid(a->service), SIGTERM);
}
