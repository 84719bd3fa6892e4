/* labels: slow soaks postgres
 *
 * A service whose database connections go through a pooler: the test's own, which gives each
 * transaction another server session, and PgBouncer, if installed, in both modes that have
 * transactions. Many clients read and write at once: none may fail. */
#include "base/mem.h"
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/pgpooler.h"
#include "lib/postgres.h"
#include "lib/process.h"
#include "lib/test.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CALLERS = 12, WAIT_MS = 20000, SESSIONS = 5 };

static int asks = 40; /* requests per caller; in a soak more: 10,000 reads, 1,000 writes in total */

struct caller {
	struct api *api;
	int serial_number;
	atomic_int *failed;
	int64_t *took_us; /* time of each request */
	pthread_t thread;
};

static bool
is_write(int i)
{
	return i % 10 == 9;
}

static int
ask(const struct caller *c, int i, struct http_answer *answer)
{
	char target[100], body[200];
	int port = service_port(c->api->service);
	const char *token = c->api->token.p;
	snprintf(target, sizeof(target), "/api/%s&z=%d-%d",
	    i % 2 ? "offers?pageSize=20" : "checkout/abandoned?limit=2", c->serial_number, i);
	snprintf(body, sizeof(body),
	    "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":"
	    "{\"x\":\"%d-%d\"}}}]}",
	    c->serial_number, i);
	if (is_write(i))
		http_call(port, "PUT", "/api/svc/catalogs/1/bulk-update", token,
		    "Content-Type: application/json\r\n", str_of(body), answer);
	else
		http_call(port, "GET", target, token, NULL, STR_NONE, answer);
	return answer->status;
}

static void *
call_often(void *arg)
{
	struct caller *c = arg;
	struct http_answer answer = { 0 };
	for (int i = 0; i < asks; i++) {
		int64_t began = clock_ticks_us();
		if (ask(c, i, &answer) != 200) {
			atomic_fetch_add(c->failed, 1);
			fprintf(stderr, "%d: %s\n", answer.status, buf_z(&answer.body));
		}
		c->took_us[i] = clock_ticks_us() - began;
		http_free(&answer);
	}
	return NULL;
}

static int
by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* Printed for information: nothing is asserted about times. */
static void
print_times(const char *kind, const struct caller *callers, bool writes)
{
	int64_t *all = x_new_array(int64_t, (size_t)(CALLERS * asks));
	size_t n = 0;
	for (int c = 0; c < CALLERS; c++)
		for (int i = 0; i < asks; i++)
			if (is_write(i) == writes)
				all[n++] = callers[c].took_us[i];
	qsort(all, n, sizeof(*all), by_number);
	print_message("%zu %s: median %.1f ms, 99 %% within %.1f ms, longest %.1f ms\n", n, kind,
	    (double)all[n / 2] / 1000, (double)all[n * 99 / 100] / 1000, (double)all[n - 1] / 1000);
	x_free(all);
}

static void
check_through(const char *url)
{
	struct caller callers[CALLERS];
	atomic_int failed = 0;
	auto_api *a = api_open((const char *const[]){ "--store", url, NULL });
	for (int i = 0; i < CALLERS; i++) {
		callers[i] = (struct caller){ .api = a,
			.serial_number = i,
			.failed = &failed,
			.took_us = x_new_array(int64_t, (size_t)asks) };
		pthread_create(&callers[i].thread, NULL, call_often, &callers[i]);
	}
	for (int i = 0; i < CALLERS; i++)
		pthread_join(callers[i].thread, NULL);
	print_message("%d of %d failed\n", atomic_load(&failed), CALLERS * asks);
	print_times("reads", callers, false);
	print_times("writes", callers, true);
	for (int i = 0; i < CALLERS; i++)
		x_free(callers[i].took_us);
	assert_int_equal(atomic_load(&failed), 0);
}

static int
port_of(const char *url)
{
	return (int)strtol(strstr(url, "127.0.0.1:") + 10, NULL, 10);
}

TEST(a_transaction_can_have_another_session)
{
	char direct[POSTGRES_URL], url[POSTGRES_URL];
	const char *at, *rest;
	if (!postgres_schema(direct))
		skip_because("there is no PostgreSQL");
	at = strstr(direct, "127.0.0.1:");
	rest = strchr(at, '/');
	struct pgpooler *p = pgpooler_start(port_of(direct), SESSIONS);
	snprintf(url, sizeof(url), "%.*s127.0.0.1:%d%.150s", (int)(at - direct), direct,
	    pgpooler_port(p), rest);
	check_through(url);
	/* No session has state left by the service. */
	for (int i = 0; i < 2 * SESSIONS; i++) {
		char said[400];
		assert_true(postgres_run(
		    url, "SELECT count(*) FROM pg_prepared_statements", said, sizeof(said)));
		assert_string_equal(said, "0\n");
		assert_true(postgres_run(url, "SHOW statement_timeout", said, sizeof(said)));
		assert_string_equal(said, "0\n");
	}
	pgpooler_stop(p);
	postgres_drop(direct);
}

/* ---- PgBouncer ---- */

static pid_t
start_pgbouncer(const char *mode, int server, int *port)
{
	char script[1000], target[20], line[40] = "";
	const char *argv[] = { script, mode, target, NULL };
	int out[2];
	snprintf(script, sizeof(script), "%s/tests/lib/pgbouncer.sh", getenv("BACKROOM_SOURCE"));
	snprintf(target, sizeof(target), "%d", server);
	assert_int_equal(pipe(out), 0);
	pid_t pid = process_start(argv, NULL, out[1], -1);
	close(out[1]);
	FILE *said = fdopen(out[0], "r");
	assert_non_null(fgets(line, sizeof(line), said));
	fclose(said);
	*port = (int)strtol(line, NULL, 10);
	return pid;
}

static void
check_pgbouncer(const char *mode)
{
	char direct[POSTGRES_URL], url[POSTGRES_URL], database[40], sql[100];
	int port, status;
	if (!process_is_on_path("pgbouncer") && access("/usr/sbin/pgbouncer", X_OK) != 0)
		skip_because("pgbouncer is not installed");
	if (!postgres_server(direct))
		skip_because("there is no PostgreSQL");
	snprintf(database, sizeof(database), "pooled_%ld_%s", (long)getpid(), mode);
	snprintf(sql, sizeof(sql), "CREATE DATABASE %s", database);
	assert_true(postgres_run(direct, sql, NULL, 0));
	pid_t pid = start_pgbouncer(mode, port_of(direct), &port);
	assert_true(port > 0);
	snprintf(url, sizeof(url), "postgresql://backroom@127.0.0.1:%d/%s?connect_timeout=20", port,
	    database);
	check_through(url);
	kill(pid, SIGTERM);
	assert_true(process_wait(pid, WAIT_MS, &status));
	snprintf(sql, sizeof(sql), "DROP DATABASE %s WITH (FORCE)", database);
	assert_true(postgres_run(direct, sql, NULL, 0));
}

TEST(pgbouncer_in_session_mode)
{
	check_pgbouncer("session");
}

TEST(pgbouncer_in_transaction_mode)
{
	check_pgbouncer("transaction");
}

int
main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "soak") == 0)
		asks = 930;
	return run_all_tests(NULL, NULL);
}
