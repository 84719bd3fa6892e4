/* labels: slow */
/* An upgrade under load: two services of this build; then a migration to the next build's
 * tables; then two services of that build next to them, and the old ones end. No client notices. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SERVICES = 4, OLD = 2, WORKERS = 4, PHASE = 200, WAIT_MS = 120000 };

static const char *const store[] = { "--store", "sqlite:upgrade.db", NULL };
static const char owner[] = "/api/objects/externalidentity/id-01a7d3f05e9b4c62881f7be02d94c6a3";

struct upgrade {
	struct service *services[SERVICES];
	atomic_bool takes[SERVICES]; /* accepts new requests, as a proxy would know */
	atomic_uint busy[SERVICES];  /* requests in progress */
	const char *token;
	atomic_uint done[WORKERS], failed;
	atomic_bool over;
};

struct worker {
	struct upgrade *u;
	unsigned number, turn;
};

/* Chooses a service that accepts requests, and adds one to its requests in progress. */
static unsigned
next_service(struct worker *w)
{
	for (unsigned i = w->number + w->turn;; i++) {
		unsigned at = i % SERVICES;
		atomic_fetch_add(&w->u->busy[at], 1);
		if (atomic_load(&w->u->takes[at]))
			return at;
		atomic_fetch_sub(&w->u->busy[at], 1);
	}
}

static void
ask(struct worker *w, const char *method, const char *target, const char *body)
{
	CLEANUP(http_free) struct http_answer answer = { 0 };
	unsigned at = next_service(w);
	http_call(service_port(w->u->services[at]), method, target, w->u->token,
	    body ? "Content-Type: application/json\r\n" : NULL, body ? str_of(body) : STR_NONE,
	    &answer);
	atomic_fetch_sub(&w->u->busy[at], 1);
	if (answer.status != 200) {
		print_message("%s %s: %d %s\n", method, target, answer.status, buf_z(&answer.body));
		atomic_fetch_add(&w->u->failed, 1);
	}
}

static void
link_and_unlink(struct worker *w)
{
	ask(w, w->turn % 2 ? "DELETE" : "POST", owner,
	    "{\"id_token\":{\"iss\":\"https://id.example/up\",\"sub\":\"up-1\"}}");
}

static void
change_segment(struct worker *w)
{
	char body[200];
	snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"/segments/active-digital\",\"diff\":{\"attributes\":"
	    "{\"round\":\"%u\"}}}]}",
	    w->turn);
	ask(w, "PUT", "/api/svc/catalogs/1/bulk-update", body);
}

static void
read_baskets(struct worker *w)
{
	ask(w, "GET", w->turn % 2 ? "/api/checkout/abandoned?limit=7" : "/api/checkout/abandoned",
	    NULL);
}

static void
read_items(struct worker *w)
{
	ask(w, "GET", w->turn % 2 ? "/api/segments" : "/api/offers", NULL);
}

static void *
work(void *arg)
{
	static void (*const jobs[WORKERS])(
	    struct worker *) = { link_and_unlink, change_segment, read_baskets, read_items };
	struct worker *w = arg;
	for (w->turn = 0; !atomic_load(&w->u->over); w->turn++) {
		jobs[w->number](w);
		atomic_fetch_add(&w->u->done[w->number], 1);
	}
	return NULL;
}

/* Waits until each worker has completed several more requests. */
static void
wait_for_work(struct upgrade *u)
{
	unsigned from[WORKERS];
	int64_t deadline = deadline_in(WAIT_MS);
	for (int i = 0; i < WORKERS; i++)
		from[i] = atomic_load(&u->done[i]);
	for (int i = 0; i < WORKERS; i++)
		while (atomic_load(&u->done[i]) - from[i] < PHASE) {
			assert_true(deadline_left(deadline) > 0);
			usleep(1000);
		}
}

static void
start_services(struct upgrade *u, int from, int to)
{
	for (int i = from; i < to; i++) {
		u->services[i] = i ? service_start_second(u->services[0], store)
				   : service_start_on_store(store);
		atomic_store(&u->takes[i], true);
	}
}

static void
wait_until_idle(struct upgrade *u, int i)
{
	int64_t deadline = deadline_in(WAIT_MS);
	while (atomic_load(&u->busy[i])) {
		assert_true(deadline_left(deadline) > 0);
		usleep(1000);
	}
}

static void
stop_services(struct upgrade *u, int from, int to)
{
	for (int i = from; i < to; i++) {
		atomic_store(&u->takes[i], false);
		wait_until_idle(u, i);
		assert_int_equal(service_stop(u->services[i]), 0);
	}
}

/* The segment's round as this service returns it. */
static unsigned long
segment_round(struct upgrade *u, int i)
{
	static const char name[] = "\"round\":\"";
	CLEANUP(http_free) struct http_answer answer = { 0 };
	http_call(service_port(u->services[i]), "GET",
	    "/api/segments?path=%2Fsegments%2Factive-digital", u->token, NULL, STR_NONE, &answer);
	size_t at = str_find(buf_str(&answer.body), STR(name));
	assert_true(at != SIZE_MAX);
	unsigned long n = strtoul(buf_z(&answer.body) + at + sizeof(name) - 1, NULL, 10);
	return n;
}

TEST(an_upgrade_fails_no_request)
{
	static struct upgrade u;
	static const char *const only[] = { "serve", "--migrate=only", "--store",
		"sqlite:upgrade.db", NULL };
	const char *this_build = getenv("BACKROOM_BIN"), *next_build = getenv("BACKROOM_NEXT_BIN");
	struct worker workers[WORKERS];
	pthread_t threads[WORKERS];
	auto_buf words = { 0 }, token = { 0 };
	unlink("upgrade.db");
	assert_int_equal(api_close(api_open(store)), 0);
	start_services(&u, 0, OLD);
	service_token(u.services[0], NULL, &token);
	u.token = buf_z(&token); /* only once: buf_z() writes to the buffer */
	for (unsigned i = 0; i < WORKERS; i++) {
		workers[i] = (struct worker){ .u = &u, .number = i };
		assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	}
	wait_for_work(&u);
	char *before = strdup(this_build);
	setenv("BACKROOM_BIN", next_build, 1);
	assert_int_equal(service_run(u.services[0], only, NULL, NULL), 0);
	wait_for_work(&u); /* old services on the new tables */
	start_services(&u, OLD, SERVICES);
	wait_for_work(&u); /* old and new services together */
	setenv("BACKROOM_BIN", before, 1);
	assert_int_equal(service_run(u.services[0], only, NULL, &words), 1);
	assert_non_null(strstr(buf_z(&words), "newer Backroom"));
	stop_services(&u, 0, OLD);
	wait_for_work(&u);
	atomic_store(&u.over, true);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	print_message("%u links, %u changes, %u and %u reads\n", atomic_load(&u.done[0]),
	    atomic_load(&u.done[1]), atomic_load(&u.done[2]), atomic_load(&u.done[3]));
	assert_int_equal(atomic_load(&u.failed), 0);
	assert_int_equal(segment_round(&u, OLD), workers[1].turn - 1);
	assert_int_equal(segment_round(&u, OLD + 1), workers[1].turn - 1);
	stop_services(&u, OLD, SERVICES);
	free(before);
}
