/* labels: slow */
/* Two services on one file: one writes, the other responds from its cache, never with data older
 * than the last acknowledged write. */
#include "base/mem.h"
#include "lib/api.h"
#include "lib/files.h"
#include "lib/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 10000, READERS = 2 };

struct two_services {
	struct api *writer, *other; /* both use the same file */
	char *token;
	atomic_uint acknowledged; /* the number last written */
	atomic_uint reads, known, old, odd;
	atomic_bool over;
};

static const char target[] = "/api/segments?path=%2Fsegments%2Factive-digital";

static int
set_up(void **state)
{
	static const char *const store[] = { "--store", "sqlite:two.db", NULL };
	static struct two_services t;
	unlink_store("two.db");
	memset(&t, 0, sizeof(t));
	t.writer = api_open(store);
	t.other = api_of(service_start_second(t.writer->service, store));
	t.token = x_strdup(buf_z(&t.other->token));
	*state = &t;
	return 0;
}

static int
tear_down(void **state)
{
	struct two_services *t = *state;
	x_free(t->token);
	return api_close(t->other) | api_close(t->writer);
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

/* Reads as a caching client: a response without a body means that its copy is still current. */
static void *
read_repeatedly(void *arg)
{
	struct two_services *t = arg;
	auto_buf etag = { 0 }, condition = { 0 };
	unsigned last = 0;
	while (!atomic_load(&t->over)) {
		CLEANUP(http_free) struct http_answer answer = { 0 };
		unsigned least = atomic_load(&t->acknowledged);
		http_call(service_port(t->other->service), "GET", target, t->token,
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
repeated(struct api *a)
{
	static const char name[] = "\nbackroom_answers_repeated_total ";
	http_free(&a->answer);
	http_call(service_port(a->service), "GET", "/metrics", NULL, NULL, STR_NONE, &a->answer);
	size_t at = str_find(buf_str(&a->answer.body), STR(name));
	assert_true(at != SIZE_MAX);
	return strtoul(buf_z(&a->answer.body) + at + sizeof(name) - 1, NULL, 10);
}

/* True if the readers have made enough requests to expose a fault; they are slow on a busy
 * machine. */
static bool
has_read_enough(struct two_services *t)
{
	return atomic_load(&t->known) >= 100 && repeated(t->other) >= 1000;
}

static void
write_repeatedly(struct two_services *t)
{
	char body[200];
	for (unsigned i = 1; i <= ROUNDS || !has_read_enough(t); i++) {
		snprintf(body, sizeof(body),
		    "{\"diffs\":[{\"path\":\"/segments/active-digital\",\"diff\":"
		    "{\"attributes\":{\"round\":\"%u\"}}}]}",
		    i);
		assert_int_equal(
		    api_call(t->writer, "PUT", "/svc/catalogs/1/bulk-update", NULL, body), 200);
		atomic_store(&t->acknowledged, i);
	}
}

TEST_WITH(acknowledged_writes_are_in_every_response, set_up, tear_down)
{
	struct two_services *t = *state;
	pthread_t readers[READERS];
	for (int i = 0; i < READERS; i++)
		assert_int_equal(pthread_create(&readers[i], NULL, read_repeatedly, t), 0);
	write_repeatedly(t);
	atomic_store(&t->over, true);
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	print_message("%u writes, %u reads, %u of them known, %lu repeated\n",
	    atomic_load(&t->acknowledged), atomic_load(&t->reads), atomic_load(&t->known),
	    repeated(t->other));
	assert_int_equal(atomic_load(&t->old), 0);
	assert_int_equal(atomic_load(&t->odd), 0);
}

/* The same check without concurrency: each write must show at once in both services. */
TEST_WITH(the_next_response_after_a_write_is_new, set_up, tear_down)
{
	struct two_services *t = *state;
	char body[200];
	for (unsigned i = 1; i <= 500; i++) {
		struct api *both[] = { t->writer, t->other };
		snprintf(body, sizeof(body),
		    "{\"diffs\":[{\"path\":\"/segments/active-digital\",\"diff\":"
		    "{\"attributes\":{\"round\":\"%u\"}}}]}",
		    i);
		assert_int_equal(
		    api_call(both[i % 2], "PUT", "/svc/catalogs/1/bulk-update", NULL, body), 200);
		for (int k = 0; k < 6; k++) {
			struct api *a = both[k % 2];
			assert_int_equal(api_get(a, target + 4), 200);
			assert_int_equal(number_in(&a->answer), i);
		}
	}
	assert_true(repeated(t->other) >= 500);
}
