/* labels: slow */
/* Thousands of clients that hold connections, from addresses within their limits, with
 * well-behaved clients next to them: none of the latter is refused, and health checks always get
 * a response. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/neighbours.h"
#include "lib/test.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sanitizers slow every page down. */
#ifdef BACKROOM_SANITIZED
enum { P99_MS = 500, READERS = 60 };
#else
enum { P99_MS = 50, READERS = 250 };
#endif

/* The response time of the good clients alone, which also shows how busy the machine is. */
static int
p99_alone(struct api *a)
{
	struct good_clients alone = { .clients = 20, .asks = 40 };
	good_clients_work(service_port(a->service), buf_z(&a->token), &alone);
	assert_int_equal(alone.failed, 0);
	return alone.p99;
}

/* Connections are accepted in order: once this request gets its response, the whole crowd has
 * been accepted. */
static void
wait_for_all_connections(struct api *a)
{
	int64_t began = clock_ticks();
	http_free(&a->answer);
	http_call(service_port(a->service), "GET", "/healthz", NULL, NULL, STR_NONE, &a->answer);
	assert_int_equal(a->answer.status, 200);
	print_message("first answer after %d ms\n", (int)(clock_ticks() - began));
}

static void
check_good_clients(struct api *a, struct neighbours *crowd, int alone)
{
	wait_for_all_connections(a);
	struct good_clients good = { .clients = 20, .asks = 40 };
	good_clients_work(service_port(a->service), buf_z(&a->token), &good);
	print_message("%u of the others were ended meanwhile\n", neighbours_ended(crowd));
	assert_int_equal(good.failed, 0);
	assert_in_range(good.p99, 0, scale_timeout(P99_MS) + 10 * alone);
	for (int i = 0; i < 20; i++) {
		http_free(&a->answer);
		http_call(service_port(a->service), "GET", i % 2 ? "/healthz" : "/readyz", NULL,
		    NULL, STR_NONE, &a->answer);
		assert_int_equal(a->answer.status, 200);
	}
}

/* More clients than slots: the oldest connections are closed, and their clients reconnect again
 * and again. */
TEST_WITH(idle_connections_block_no_client, api_set_up, api_tear_down)
{
	struct api *a = *state;
	const struct neighbours_plan plan = { .of = { [NEIGHBOUR_IDLE] = 2200 }, .hosts = 23 };
	int alone = p99_alone(a);
	struct neighbours *crowd = neighbours_start(service_port(a->service), &plan);
	check_good_clients(a, crowd, alone);
	assert_in_range(neighbours_ended(crowd), 1, 1000000);
	neighbours_stop(crowd);
}

TEST_WITH(slow_connections_block_no_client, api_set_up, api_tear_down)
{
	struct api *a = *state;
	const struct neighbours_plan plan = {
		.of = { [NEIGHBOUR_HEADER] = 1100, [NEIGHBOUR_BODY] = 1100 }, .hosts = 23
	};
	int alone = p99_alone(a);
	struct neighbours *crowd = neighbours_start(service_port(a->service), &plan);
	check_good_clients(a, crowd, alone);
	neighbours_stop(crowd);
}

/* Loads data that makes a page of 5.9 MB: segments with long texts. */
static void
load_large_page(struct service *s)
{
	FILE *f = fopen("large.jsonl", "w");
	struct buf words = { 0 };
	buf_pad(&words, 'w', 98000);
	for (int i = 0; i < 60; i++)
		fprintf(f,
		    "{\"kind\":\"segment\",\"item\":{\"id\":\"s%d\",\"name\":\"s%d\",\"path\":"
		    "\"/segments/s%d\",\"data\":{\"attributes\":{\"x\":\"%s\"}}}}\n",
		    i, i, i, buf_z(&words));
	fclose(f);
	buf_free(&words);
	assert_int_equal(service_run(s,
			     (const char *const[]){
				 "import", "large.jsonl", "--store", "sqlite:large.db", NULL },
			     NULL, NULL),
	    0);
}

static long
read_metric(struct api *a, const char *name)
{
	http_free(&a->answer);
	http_call(service_port(a->service), "GET", "/metrics", NULL, NULL, STR_NONE, &a->answer);
	size_t at = str_find(buf_str(&a->answer.body), str_of(name));
	return at == SIZE_MAX ? 0 : strtol(buf_z(&a->answer.body) + at + strlen(name), NULL, 10);
}

enum { MOST_KIB = 256 << 10, LEFT_KIB = 64 << 10 };

/* Waits until every client has a response: either the large page or 503. */
static long
wait_for_readers(struct api *a, long *most)
{
	static const char large[] = "endpoint=\"getSegments\",status=\"200\"} ",
			  busy[] = "endpoint=\"getSegments\",status=\"503\"} ";
	for (int64_t end = deadline_in(60000); deadline_left(end) > 0; poll(NULL, 0, 20)) {
		long rss = neighbours_rss(service_pid(a->service)), refused = read_metric(a, busy);
		*most = rss > *most ? rss : *most;
		if (read_metric(a, large) + refused >= READERS)
			return refused;
	}
	fail_msg("the readers have no answers");
	return 0;
}

/* Responses that the clients do not read take a bounded amount of memory, which is freed when
 * they leave. */
TEST(clients_that_do_not_read_use_bounded_memory)
{
	long most = 0, left;
	unlink_store("large.db");
	auto_api *a = api_of(
	    service_start_on_store((const char *const[]){ "--store", "sqlite:large.db", NULL }));
	load_large_page(a->service);
	const struct neighbours_plan plan = { .of = { [NEIGHBOUR_READER] = READERS },
		.hosts = 10,
		.target = "/api/segments?pageSize=1000",
		.token = buf_z(&a->token) };
	struct neighbours *crowd = neighbours_start(service_port(a->service), &plan);
	long refused = wait_for_readers(a, &most);
	assert_in_range(refused, READERS / 2, 10 * READERS);
	check_good_clients(a, crowd, P99_MS);
	long during = neighbours_rss(service_pid(a->service));
	most = during > most ? during : most;
	neighbours_stop(crowd);
	int64_t end = deadline_in(10000);
	while (
	    (left = neighbours_rss(service_pid(a->service))) > LEFT_KIB && deadline_left(end) > 0)
		poll(NULL, 0, 50);
	print_message(
	    "%ld refused; %ld MiB at most, %ld MiB afterwards\n", refused, most >> 10, left >> 10);
#ifndef BACKROOM_SANITIZED
	assert_in_range(most, 0, MOST_KIB);
	assert_in_range(left, 0, LEFT_KIB);
#endif
}
