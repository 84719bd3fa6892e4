/* labels: slow */
/* Two services on one file, the first of which writes, or three on one PostgreSQL, which write in
 * turns: all respond from their caches, never with data older than the last acknowledged write. */
#include "lib/api.h"
#include "lib/files.h"
#include "lib/stores.h"
#include "lib/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10000, READERS = 2, SERVICES_MAX = 3 };

struct same_store {
	struct api *services[SERVICES_MAX];
	unsigned services_n;
	atomic_uint readers;      /* started so far */
	atomic_uint acknowledged; /* the number last written */
	atomic_uint reads, known, old, odd;
	atomic_bool over;
};

static const char target[] = "/api/segments?path=%2Fsegments%2Factive-digital";

static int
set_up(void **state)
{
	static const char *const store[] = { "--store", "sqlite:two.db", NULL };
	static struct same_store t;
	unlink_store("two.db");
	memset(&t, 0, sizeof(t));
	t.services_n = stores_are_postgres() ? 3 : 2;
	t.services[0] = api_open(store);
	for (unsigned i = 1; i < t.services_n; i++)
		t.services[i] = api_of(service_start_second(t.services[0]->service, store));
	*state = &t;
	return 0;
}

static int
tear_down(void **state)
{
	struct same_store *t = *state;
	int failed = 0;
	while (t->services_n) /* the first one last: its folder is used by all */
		failed |= api_close(t->services[--t->services_n]);
	return failed;
}

/* The number in a response; 0 if there is none. */
static unsigned
number_in(const struct http_answer *answer)
{
	static const char name[] = "\"round\":\"";
	struct str body = buf_str(&answer->body);
	size_t at = str_find(body, STR(name));
	return at == SIZE_MAX ? 0 : (unsigned)strtoul(body.p + at + sizeof(name) - 1, NULL, 10);
}

/* Reads from the other service, or each of the three in turn, as a caching client: a response
 * without a body means that its copy, which may be another service's, is still current. */
static void *
read_repeatedly(void *arg)
{
	struct same_store *t = arg;
	auto_buf etag = { 0 }, condition = { 0 };
	unsigned last = 0;
	for (unsigned i = atomic_fetch_add(&t->readers, 1); !atomic_load(&t->over); i++) {
		CLEANUP(http_free) struct http_answer answer = { 0 };
		const struct api *a = t->services[stores_are_postgres() ? i % t->services_n : 1];
		unsigned least = atomic_load(&t->acknowledged);
		http_call(service_port(a->service), "GET", target, a->token.p,
		    condition.n ? buf_z(&condition) : NULL, STR_NONE, &answer);
		atomic_fetch_add(&t->reads, 1);
		if (answer.status == 304)
			atomic_fetch_add(&t->known, 1);
		else if (answer.status == 200)
			last = number_in(&answer);
		else
			atomic_fetch_add(&t->odd, 1);
		if (last < least)
			atomic_fetch_add(&t->old, 1);
		buf_reset(&etag);
		buf_reset(&condition);
		/* every other request is unconditional: its whole response must be just as
		 * current */
		if (http_header(&answer, "ETag", &etag) && atomic_load(&t->reads) % 2)
			buf_addf(&condition, "If-None-Match: %s\r\n", buf_z(&etag));
	}
	return NULL;
}

static unsigned long
count_repeated_by(struct api *a)
{
	static const char name[] = "\nbackroom_answers_repeated_total ";
	http_free(&a->answer);
	http_call(service_port(a->service), "GET", "/metrics", NULL, NULL, STR_NONE, &a->answer);
	size_t at = str_find(buf_str(&a->answer.body), STR(name));
	assert_true(at != SIZE_MAX);
	return strtoul(buf_z(&a->answer.body) + at + sizeof(name) - 1, NULL, 10);
}

static unsigned long
count_repeated(struct same_store *t)
{
	unsigned long n = 0;
	for (unsigned i = 0; i < t->services_n; i++)
		n += count_repeated_by(t->services[i]);
	return n;
}

/* True if the readers have made enough requests to expose a fault; they are slow on a busy
 * machine. */
static bool
has_read_enough(struct same_store *t)
{
	return atomic_load(&t->known) >= 100 && count_repeated(t) >= 1000;
}

static void
write_round(struct same_store *t, unsigned i)
{
	char body[200];
	snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"/segments/active-digital\",\"diff\":"
	    "{\"attributes\":{\"round\":\"%u\"}}}]}",
	    i);
	const unsigned writers = stores_are_postgres() ? t->services_n : 1;
	assert_int_equal(
	    api_call(t->services[i % writers], "PUT", "/svc/catalogs/1/bulk-update", NULL, body),
	    200);
}

TEST_WITH(acknowledged_writes_are_in_every_response, set_up, tear_down)
{
	struct same_store *t = *state;
	pthread_t readers[READERS];
	for (int i = 0; i < READERS; i++)
		assert_int_equal(pthread_create(&readers[i], NULL, read_repeatedly, t), 0);
	for (unsigned i = 1; i <= ROUNDS || !has_read_enough(t); i++) {
		write_round(t, i);
		atomic_store(&t->acknowledged, i);
	}
	atomic_store(&t->over, true);
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	print_message("%u writes, %u reads, %u of them known, %lu repeated\n",
	    atomic_load(&t->acknowledged), atomic_load(&t->reads), atomic_load(&t->known),
	    count_repeated(t));
	assert_int_equal(atomic_load(&t->old), 0);
	assert_int_equal(atomic_load(&t->odd), 0);
}

/* The same check without concurrency: each write must show at once in all services. */
TEST_WITH(the_next_response_after_a_write_is_new, set_up, tear_down)
{
	struct same_store *t = *state;
	for (unsigned i = 1; i <= 500; i++) {
		write_round(t, i);
		for (unsigned k = 0; k < 3 * t->services_n; k++) {
			struct api *a = t->services[k % t->services_n];
			assert_int_equal(api_get(a, target + 4), 200);
			assert_int_equal(number_in(&a->answer), i);
		}
	}
	assert_true(count_repeated(t) >= 500);
}
