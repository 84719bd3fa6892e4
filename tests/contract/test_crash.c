/* labels: slow
 *
 * kill -9 while bulk updates run, until 200 were acknowledged or interrupted, and at least three
 * times, since the kill may come late on a busy machine: each update is complete or absent, and
 * every acknowledged one is there. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/stores.h"
#include "lib/test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { UPDATES = 200, KILLS = 3, ITEMS = 14, WAIT_MS = 20000 };

static const char *const segments[ITEMS] = { "new-visitor", "returning-visitor", "trialist",
	"active-digital", "active-print", "premium", "student", "corporate-seat", "gift-recipient",
	"lapsed-30", "lapsed-365", "high-value", "region-uk", "region-jp" };

static const char *const store[] = { "--store", "sqlite:crash.db", NULL };

static atomic_uint asked;

/* Sets the same number in every segment with one request. False if there was no response. */
static bool
update(struct api *a, unsigned number)
{
	struct buf body = { 0 };
	buf_addz(&body, "{\"diffs\":[");
	for (size_t i = 0; i < ITEMS; i++)
		buf_addf(&body,
		    "%s{\"path\":\"/segments/%s\",\"diff\":{\"attributes\":{\"number\":\"%u\"}}}",
		    i ? "," : "", segments[i], number);
	buf_addz(&body, "]}");
	atomic_fetch_add(&asked, 1);
	int status = api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL, buf_z(&body));
	buf_free(&body);
	assert_true(status == 200 || status == 0);
	return status == 200;
}

/* The number that all segments have; fails if they differ. */
static unsigned
segment_number(struct api *a)
{
	unsigned first = 0;
	assert_int_equal(api_get(a, "/segments"), 200);
	for (size_t i = 0; i < ITEMS; i++) {
		char path[60];
		snprintf(path, sizeof(path), "items.%zu.data.attributes.number", i);
		const char *text = api_value(a, path);
		unsigned number = text ? (unsigned)strtoul(text, NULL, 10) : 0;
		if (i == 0)
			first = number;
		assert_int_equal(number, first);
	}
	return first;
}

struct killer {
	struct service *service;
	unsigned writes; /* kill after seeing this number of writes, */
	unsigned turns; /* and this many yields later with PostgreSQL, where requests are counted */
};

/* The time of the last write to the WAL of SQLite; with PostgreSQL, the number of requests made. */
static struct timespec
written_at(void)
{
	struct stat journal = { 0 };
	if (stores_are_postgres())
		return (struct timespec){ .tv_sec = atomic_load(&asked) };
	stat("crash.db-wal", &journal);
	return journal.st_mtim;
}

static void *
kill_during_write(void *arg)
{
	struct killer *k = arg;
	int64_t deadline = deadline_in(WAIT_MS);
	struct timespec last = written_at();
	while (k->writes && deadline_left(deadline) > 0) {
		struct timespec now = written_at();
		k->writes -= memcmp(&now, &last, sizeof(now)) != 0;
		last = now;
		sched_yield();
	}
	for (unsigned i = 0; stores_are_postgres() && i < k->turns; i++)
		sched_yield();
	service_kill(k->service);
	return NULL;
}

TEST(updates_are_complete_or_absent_after_a_crash)
{
	unsigned sent = 0, acknowledged = 0, kills = 0;
	uint32_t seed = 7;
	unlink_store("crash.db");
	struct api *a = api_open(store);
	while (sent < UPDATES || kills < KILLS) {
		seed = seed * 1664525 + 1013904223;
		struct killer k = { a->service, 1 + (seed >> 16) % 8, (seed >> 20) % 2000 };
		pthread_t thread;
		assert_int_equal(pthread_create(&thread, NULL, kill_during_write, &k), 0);
		while (update(a, sent + 1))
			acknowledged = ++sent;
		sent++;
		pthread_join(thread, NULL);
		api_close(a);
		kills++;
		a = api_of(service_start_on_store(store));
		unsigned number = segment_number(a);
		assert_true(number == acknowledged || number == sent);
		acknowledged = sent = number;
	}
	struct buf out = { 0 };
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "audit", "verify", "--store", "sqlite:crash.db", NULL },
		&out, NULL),
	    0);
	printf("%u updates, %u kills; %s", sent, kills, buf_z(&out));
	buf_free(&out);
	assert_int_equal(api_close(a), 0);
}
