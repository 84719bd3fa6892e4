/* labels: slow postgres
 *
 * Sessions that PostgreSQL ends: by an administrator's limits, while waiting for a lock of
 * another program, and by pg_terminate_backend() during a write. A request succeeds or is
 * refused with a message, the service reconnects by itself, and acknowledged writes are kept. */
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/postgres.h"
#include "lib/test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 20000, ROUNDS = 6, WRITERS = 4, WRITES_MAX = 500, KILLS = 40 };

static const char bulk[] = "/api/svc/catalogs/1/bulk-update";

/* The response to one write. */
struct written {
	int status;
	bool in_words; /* a refusal has a code and a message */
};

struct fixture {
	char server[POSTGRES_URL], url[POSTGRES_URL], database[40];
	struct api *api;
	FILE *locker; /* a psql process that holds a lock */
};

/* ---- the database ---- */

static void
run_sql(const char *url, const char *format, ...)
{
	char sql[600], said[400];
	va_list args;
	va_start(args, format);
	vsnprintf(sql, sizeof(sql), format, args);
	va_end(args);
	if (!postgres_run(url, sql, said, sizeof(said)))
		fail_msg("%s: %s", sql, said);
}

static long
query_number(const struct fixture *f, const char *format, ...)
{
	char sql[600], said[400];
	va_list args;
	va_start(args, format);
	vsnprintf(sql, sizeof(sql), format, args);
	va_end(args);
	if (!postgres_run(f->server, sql, said, sizeof(said)))
		fail_msg("%s: %s", sql, said);
	return strtol(said, NULL, 10);
}

/* Each test has its own database, so that its settings do not affect other tests. */
static int
set_up(void **state)
{
	static struct fixture fixture;
	static int number;
	struct fixture *f = &fixture;
	memset(f, 0, sizeof(*f));
	*state = f;
	if (!postgres_server(f->server))
		return 0;
	snprintf(f->database, sizeof(f->database), "ended_%ld_%d", (long)getpid(), number++);
	run_sql(f->server, "CREATE DATABASE %s", f->database);
	const char *end = strrchr(f->server, '/');
	snprintf(f->url, sizeof(f->url), "%.*s/%s?application_name=%s&connect_timeout=20",
	    (int)(end - f->server), f->server, f->database, f->database);
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	if (f->locker)
		pclose(f->locker);
	if (f->url[0])
		run_sql(f->server, "DROP DATABASE %s WITH (FORCE)", f->database);
	return 0;
}

static void
limit(const struct fixture *f, const char *setting, const char *value)
{
	run_sql(f->server, "ALTER DATABASE %s SET %s = '%s'", f->database, setting, value);
}

static void
start_service(struct fixture *f)
{
	f->api = api_open((const char *const[]){ "--store", f->url, NULL });
}

static void
need_server(const struct fixture *f)
{
	if (!f->url[0])
		skip_because("there is no PostgreSQL");
}

/* ---- a lock held by another program: writers wait for it, readers do not ---- */

static void
lock_heads(struct fixture *f)
{
	char command[2 * POSTGRES_URL];
	snprintf(command, sizeof(command),
	    "PGOPTIONS='-c idle_session_timeout=0 -c idle_in_transaction_session_timeout=0' "
	    "PGAPPNAME=locker psql -X -q -d '%.*s' >/dev/null 2>&1",
	    (int)(strchr(f->url, '?') - f->url), f->url);
	assert_non_null(f->locker = popen(command, "w"));
	fputs("BEGIN; LOCK TABLE heads IN EXCLUSIVE MODE;\n", f->locker);
	fflush(f->locker);
	int64_t deadline = deadline_in(WAIT_MS);
	while (query_number(f,
		   "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
		   " WHERE d.datname = '%s' AND l.mode = 'ExclusiveLock' AND l.granted",
		   f->database) == 0)
		assert_true(deadline_left(deadline) > 0);
}

static void
unlock_heads(struct fixture *f)
{
	fputs("ROLLBACK;\n", f->locker);
	pclose(f->locker);
	f->locker = NULL;
}

/* ---- requests ---- */

static int
read_offers(struct fixture *f)
{
	static atomic_int unique; /* makes each target new, so that no response is cached */
	char target[60];
	CLEANUP(http_free) struct http_answer answer = { 0 };
	snprintf(
	    target, sizeof(target), "/api/offers?pageSize=20&z=%d", atomic_fetch_add(&unique, 1));
	http_call(
	    service_port(f->api->service), "GET", target, f->api->token.p, NULL, STR_NONE, &answer);
	int status = answer.status;
	return status;
}

/* Adds an attribute with this name to a segment. */
static struct written
write_attribute(struct fixture *f, const char *name)
{
	char body[200];
	CLEANUP(http_free) struct http_answer answer = { 0 };
	snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"%s\":\"1\"}}}]"
	    "}",
	    name);
	http_call(service_port(f->api->service), "PUT", bulk, f->api->token.p,
	    "Content-Type: application/json\r\n", str_of(body), &answer);
	struct written w = { answer.status,
		str_find(buf_str(&answer.body), STR("\"code\":\"")) != SIZE_MAX &&
		    str_find(buf_str(&answer.body), STR("\"message\":\"")) != SIZE_MAX };
	return w;
}

static bool
has_attribute(struct fixture *f, const char *name)
{
	char path[80];
	assert_int_equal(api_get(f->api, "/segments?path=/segments/student"), 200);
	snprintf(path, sizeof(path), "items.0.data.attributes.%s", name);
	return api_value(f->api, path) != NULL;
}

struct writer {
	pthread_t thread;
	struct fixture *fixture;
	const char *name;
	struct written is;
};

static void *
write_once(void *arg)
{
	struct writer *w = arg;
	w->is = write_attribute(w->fixture, w->name);
	return NULL;
}

static void
start_writer(struct writer *w)
{
	assert_int_equal(pthread_create(&w->thread, NULL, write_once, w), 0);
}

/* ---- limits ---- */

static void
wait_for_sessions_to_end(const struct fixture *f)
{
	int64_t deadline = deadline_in(WAIT_MS);
	while (
	    query_number(f, "SELECT count(*) FROM pg_stat_activity WHERE application_name = '%s'",
		f->database) > 0)
		assert_true(deadline_left(deadline) > 0);
}

#define ON_SERVICE(name) TEST_WITH(name, set_up, tear_down)

ON_SERVICE(sessions_that_end_while_idle_are_replaced)
{
	struct fixture *f = *state;
	char name[20];
	need_server(f);
	limit(f, "idle_session_timeout", "500ms");
	start_service(f);
	for (int i = 0; i < ROUNDS; i++) {
		snprintf(name, sizeof(name), "idle%d", i);
		wait_for_sessions_to_end(f);
		if (i % 2)
			assert_int_equal(read_offers(f), 200);
		assert_int_equal(write_attribute(f, name).status, 200);
		assert_int_equal(read_offers(f), 200);
		assert_true(has_attribute(f, name));
	}
	assert_int_equal(api_close(f->api), 0);
}

/* The service sets longer limits of its own. */
ON_SERVICE(short_limits_of_the_server_do_not_end_a_write)
{
	struct fixture *f = *state;
	struct writer w = { .fixture = f, .name = "patient" };
	need_server(f);
	limit(f, "statement_timeout", "1s");
	limit(f, "idle_in_transaction_session_timeout", "1s");
	start_service(f);
	lock_heads(f);
	start_writer(&w);
	int64_t deadline = deadline_in(WAIT_MS);
	while (query_number(f,
		   "SELECT count(*) FROM pg_stat_activity WHERE application_name = '%s' AND"
		   " wait_event_type = 'Lock' AND now() - query_start > '1.5s'",
		   f->database) == 0)
		assert_true(deadline_left(deadline) > 0);
	unlock_heads(f);
	pthread_join(w.thread, NULL);
	assert_int_equal(w.is.status, 200);
	assert_true(has_attribute(f, "patient"));
	assert_int_equal(api_close(f->api), 0);
}

/* A write that cannot get its lock is refused with a message before the client's timeout, and
 * reads work meanwhile. */
static void
check_write_blocked_by_lock(struct fixture *f)
{
	struct writer w = { .fixture = f, .name = "refused" };
	start_service(f);
	assert_int_equal(write_attribute(f, "before").status, 200);
	lock_heads(f);
	start_writer(&w);
	for (int i = 0; i < ROUNDS; i++)
		assert_int_equal(read_offers(f), 200);
	pthread_join(w.thread, NULL);
	assert_int_equal(w.is.status, 503);
	assert_true(w.is.in_words);
	assert_int_equal(read_offers(f), 200);
	unlock_heads(f);
	assert_int_equal(write_attribute(f, "after").status, 200);
	assert_true(has_attribute(f, "before"));
	assert_true(has_attribute(f, "after"));
	assert_false(has_attribute(f, "refused"));
	assert_int_equal(api_close(f->api), 0);
}

ON_SERVICE(a_write_blocked_by_a_lock_is_refused_in_time)
{
	need_server(*state);
	check_write_blocked_by_lock(*state);
}

ON_SERVICE(a_write_with_a_short_lock_timeout_is_refused_in_time)
{
	need_server(*state);
	limit(*state, "lock_timeout", "200ms");
	check_write_blocked_by_lock(*state);
}

/* ---- pg_terminate_backend() ---- */

struct many {
	pthread_t thread;
	struct fixture *fixture;
	int number, n;
	atomic_int *kills;
	struct written all[WRITES_MAX];
};

static void
name_write(char name[20], int writer, int i)
{
	snprintf(name, 20, "w%d_%d", writer, i);
}

static void *
write_many(void *arg)
{
	struct many *m = arg;
	char name[20];
	while (m->n < WRITES_MAX && atomic_load(m->kills) < KILLS) {
		name_write(name, m->number, m->n);
		m->all[m->n++] = write_attribute(m->fixture, name);
	}
	return NULL;
}

/* Ends sessions that have written something and not yet committed. */
static void
kill_writers(const struct fixture *f, atomic_int *kills)
{
	int64_t deadline = deadline_in(6 * WAIT_MS);
	while (atomic_load(kills) < KILLS && deadline_left(deadline) > 0)
		atomic_fetch_add(kills,
		    (int)query_number(f,
			"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
			" WHERE application_name = '%s' AND backend_xid IS NOT NULL",
			f->database));
	assert_true(atomic_load(kills) >= KILLS);
}

static void
check_written(struct fixture *f, const struct many *m, int counts[3])
{
	char name[20], path[80];
	for (int i = 0; i < m->n; i++) {
		name_write(name, m->number, i);
		snprintf(path, sizeof(path), "items.0.data.attributes.%s", name);
		bool is_there = api_value(f->api, path) != NULL;
		int status = m->all[i].status;
		counts[status == 200 ? 0 : status == 504 ? 2 : 1]++;
		assert_true(status == 200 || m->all[i].in_words);
		if (status == 200) {
			assert_true(is_there);
		} else if (status != 504) { /* 504: the result is not known */
			assert_true(status == 502 || status == 503);
			assert_false(is_there);
		}
	}
}

ON_SERVICE(a_session_killed_during_a_write_loses_nothing)
{
	static struct many all[WRITERS];
	struct fixture *f = *state;
	atomic_int kills = 0;
	int counts[3] = { 0 };
	need_server(f);
	start_service(f);
	for (int i = 0; i < WRITERS; i++) {
		all[i] = (struct many){ .fixture = f, .number = i, .kills = &kills };
		assert_int_equal(pthread_create(&all[i].thread, NULL, write_many, &all[i]), 0);
	}
	kill_writers(f, &kills);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(all[i].thread, NULL);
	assert_int_equal(write_attribute(f, "last").status, 200);
	assert_true(has_attribute(f, "last")); /* that read also shows all other writes */
	for (int i = 0; i < WRITERS; i++)
		check_written(f, &all[i], counts);
	print_message("%d killed; %d written, %d refused, %d not known\n", atomic_load(&kills),
	    counts[0], counts[1], counts[2]);
	assert_true(counts[0] > 0);
	assert_int_equal(
	    service_run(f->api->service,
		(const char *const[]){ "audit", "verify", "--store", f->url, NULL }, NULL, NULL),
	    0);
	assert_int_equal(api_close(f->api), 0);
}
