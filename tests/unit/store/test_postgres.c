/* labels: postgres
 *
 * PostgreSQL only: its URL, versions, lost connections, monthly partitions, one key used twice. */
#include "base/clock.h"
#include "lib/deadline.h"
#include "lib/pgproxy.h"
#include "lib/test.h"
#include "store/copy.h"
#include "store/postgres/commit.h"
#include "store/postgres/engine.h"
#include "store/postgres/postgres.h"
#include "store/replica.h"

#include "stores.h"

/* ---- the URL ---- */

static bool
is_mapped(const char *library)
{
	char line[600];
	bool found = false;
	FILE *f = fopen("/proc/self/maps", "r");
	while (f && fgets(line, sizeof(line), f))
		found = found || strstr(line, library);
	if (f)
		fclose(f);
	return found;
}

/* Must be the first test: no other may have loaded the library yet. */
TEST(libpq_is_loaded_only_if_needed)
{
	struct err err;
	store_close(store_open(STR("sqlite::memory:"), &err));
	assert_false(is_mapped("libpq"));
	assert_null(store_open(STR("postgresql://127.0.0.1:1/none"), &err));
	assert_true(is_mapped("libpq"));
}

TEST(a_url_with_a_password_is_refused_without_repeating_it)
{
	static const char *const urls[] = { "postgresql://ann:hunter2@127.0.0.1/x",
		"postgres://ann@127.0.0.1/x?password=hunter2",
		"postgresql://127.0.0.1/x?sslpassword=hunter2" };
	struct err err;
	for (size_t i = 0; i < sizeof(urls) / sizeof(*urls); i++) {
		assert_null(store_open(str_of(urls[i]), &err));
		assert_int_equal(err.kind, ERR_USAGE);
		assert_non_null(strstr(err.text, "passfile"));
		assert_null(strstr(err.text, "hunter2"));
	}
	assert_null(store_open(STR("postgresql://ann:hunter2@[::1/x"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_null(strstr(err.text, "hunter2"));
}

TEST(an_unreachable_server_is_reported)
{
	struct err err;
	assert_null(store_open(STR("postgresql://127.0.0.1:1/none"), &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_non_null(strstr(err.text, "cannot be reached"));
}

/* ---- versions ---- */

static void
run_sql(const struct fixture *f, const char *sql)
{
	char said[400];
	if (!postgres_run(f->url, sql, said, sizeof(said)))
		fail_msg("%s: %s", sql, said);
}

static void
check_refused(const struct fixture *f, unsigned may, enum err_kind kind, const char *words)
{
	struct err err = { 0 };
	assert_null(store_open_with_flags(str_of(f->url), may, &err));
	assert_int_equal(err.kind, kind);
	assert_non_null(strstr(err.text, words));
}

ON_POSTGRES(tables_of_other_programs_are_recognized)
{
	struct fixture *f = *state;
	struct err err;
	run_sql(f, "UPDATE backroom_version SET steps = 99");
	check_refused(f, STORE_MAY_ALL, ERR_IO, "made by a newer Backroom (version 99");
	run_sql(f, "UPDATE backroom_version SET steps = 4294967296");
	check_refused(f, STORE_MAY_ALL, ERR_IO, "made by a newer Backroom (version 4294967296");
	run_sql(f, "UPDATE backroom_version SET steps = -3");
	check_refused(f, STORE_MAY_ALL, ERR_IO, "not a Backroom store");
	check_refused(f, 0, ERR_IO, "not a Backroom store");
	run_sql(f, "DROP INDEX audit_by_time; DROP TRIGGER audit_grows ON audit");
	run_sql(f, "DROP TABLE feeds; DROP INDEX links_owner; DROP INDEX baskets_completed");
	run_sql(f, "UPDATE backroom_version SET steps = 3");
	check_refused(f, STORE_MAY_CREATE, ERR_IO, "backroom serve --migrate=only");
	struct store *s = store_open_with_flags(str_of(f->url), STORE_MAY_MIGRATE, &err);
	assert_non_null(s);
	store_close(s);
	run_sql(f, "DROP TABLE backroom_version");
	check_refused(f, STORE_MAY_MIGRATE, ERR_NOT_FOUND, "no store in this database");
}

struct opener {
	pthread_t thread;
	const char *url;
	bool ok;
};

static void *
open_and_close(void *arg)
{
	struct opener *o = arg;
	struct err err;
	struct store *s = store_open(str_of(o->url), &err);
	o->ok = s != NULL;
	if (!s)
		fprintf(stderr, "%s\n", err.text);
	store_close(s);
	return NULL;
}

enum { OPENERS = 8 };

/* Services that start at the same moment on an empty database. */
ON_POSTGRES(processes_that_start_together_create_the_tables_once)
{
	struct opener all[OPENERS];
	char url[POSTGRES_URL];
	assert_true(postgres_schema(url));
	for (int i = 0; i < OPENERS; i++) {
		all[i].url = url;
		assert_int_equal(pthread_create(&all[i].thread, NULL, open_and_close, &all[i]), 0);
	}
	for (int i = 0; i < OPENERS; i++) {
		pthread_join(all[i].thread, NULL);
		assert_true(all[i].ok);
	}
	postgres_drop(url);
}

/* ---- connections that are cut ---- */

static bool
put_basket(struct fixture *f, const char *id, struct err *err)
{
	const struct store_basket b = { .created = 1, .id = str_of(id), .json = STR("{}") };
	struct err ignored;
	if (!store_begin(f->store, &f->tx, STORE_WRITE, err))
		return false;
	bool ok = store_put_basket(&f->tx, &b, err);
	return store_end(&f->tx, ok, ok ? err : &ignored) && ok;
}

static int
count_baskets(struct fixture *f)
{
	const struct store_basket_query all = { .limit = 100, .created_after = WHEN_NONE };
	struct err err;
	int n = 0;
	begin(f, STORE_READ);
	assert_true(store_list_baskets(&f->tx, &all, count_basket, &n, &err));
	end(f, false);
	return n;
}

/* Every connection to this schema is closed. */
static void
close_all_connections(const struct fixture *f)
{
	run_sql(f,
	    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
	    " current_setting('application_name') AND pid <> pg_backend_pid()");
}

ON_POSTGRES(a_dead_idle_connection_is_replaced)
{
	struct fixture *f = *state;
	struct err err;
	assert_true(put_basket(f, "b-1", &err));
	assert_int_equal(count_baskets(f), 1);
	close_all_connections(f);
	assert_int_equal(count_baskets(f), 1);
	close_all_connections(f);
	assert_true(put_basket(f, "b-2", &err));
	assert_int_equal(count_baskets(f), 2);
}

ON_POSTGRES(an_interrupted_transaction_can_be_repeated)
{
	const struct store_basket b = { .created = 1, .id = STR("lost"), .json = STR("{}") };
	const struct store_basket_query all = { .limit = 100, .created_after = WHEN_NONE };
	struct fixture *f = *state;
	struct err err = { 0 };
	int n = 0;
	begin(f, STORE_READ);
	close_all_connections(f);
	assert_false(store_list_baskets(&f->tx, &all, count_basket, &n, &err));
	assert_true(store_failure_is_retryable(&err));
	end(f, false);
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &b, &err));
	close_all_connections(f);
	memset(&err, 0, sizeof(err));
	assert_false(store_end(&f->tx, true, &err));
	assert_true(store_failure_is_retryable(&err));
	assert_int_equal(count_baskets(f), 0);
	assert_true(put_basket(f, "b-1", &err));
}

/* Puts a proxy in front of the store, instead of the fixture's connection. */
static struct pgproxy *
use_proxy(struct fixture *f)
{
	char url[POSTGRES_URL];
	struct err err;
	const char *at = strstr(f->url, "127.0.0.1:"), *rest = strchr(at + 10, '/');
	struct pgproxy *p = pgproxy_start((int)strtol(at + 10, NULL, 10));
	snprintf(url, sizeof(url), "%.*s127.0.0.1:%d%s", (int)(at - f->url), f->url,
	    pgproxy_port(p), rest);
	store_close(f->store);
	f->store = store_open(str_of(url), &err);
	assert_non_null(f->store);
	return p;
}

static const char *
commit_name(void)
{
	static char name[12];
	snprintf(name, sizeof(name), "s%d", SQL_COMMIT);
	return name;
}

/* Twenty times each: stored exactly once if the server had committed; not stored if it never got
 * the commit; and the reported result is the true one. */
ON_POSTGRES(the_result_of_an_interrupted_commit_is_looked_up)
{
	struct fixture *f = *state;
	struct err err;
	int kept = 0;
	struct pgproxy *p = use_proxy(f);
	assert_true(put_basket(f, "first", &err));
	for (int i = 0; i < 40; i++) {
		char id[20];
		snprintf(id, sizeof(id), "b-%d", i);
		pgproxy_cut(p, i % 2 ? PGPROXY_AFTER_COMMIT : PGPROXY_BEFORE_COMMIT, commit_name());
		bool ok = put_basket(f, id, &err);
		assert_true(pgproxy_has_cut(p));
		assert_int_equal(ok, i % 2);
		assert_true(ok || store_failure_is_retryable(&err));
		kept += ok;
		assert_int_equal(count_baskets(f), 1 + kept);
	}
	store_close(f->store);
	f->store = NULL;
	pgproxy_stop(p);
}

ON_POSTGRES(a_result_that_cannot_be_looked_up_is_unknown)
{
	struct fixture *f = *state;
	struct pg_pool pool;
	struct err err;
	char url[POSTGRES_URL];
	const char *at = strstr(f->url, "127.0.0.1:"), *rest = strchr(at + 10, '/');
	struct pgproxy *p = pgproxy_start((int)strtol(at + 10, NULL, 10));
	snprintf(url, sizeof(url), "%.*s127.0.0.1:%d%s", (int)(at - f->url), f->url,
	    pgproxy_port(p), rest);
	assert_true(pg_pool_open(&pool, str_of(url), PG_PRIMARY, &err));
	pool.commit_check_ms = 600;
	struct pg_lease *l = pg_borrow_lease(&pool, 0, &err);
	assert_non_null(l);
	assert_true(pg_send(&l->conn, SQL_BEGIN_WRITE, NULL, 0, &err));
	pgproxy_cut(p, PGPROXY_FOR_GOOD, commit_name());
	assert_false(pg_commit(&pool, &l->conn, &err));
	assert_true(store_outcome_is_unknown(&err));
	pg_return_lease(&pool, l);
	pg_pool_close(&pool);
	pgproxy_stop(p);
}

/* Reads a page of at most one basket, from this time on; returns the number of round trips. */
static unsigned
count_turns_of_page(struct fixture *f, struct pgproxy *p, int64_t from, int *found)
{
	const struct store_terms terms = { .min_read_at_us = INT64_MIN };
	const struct store_basket_query q = { .limit = 1,
		.created_after = WHEN_NONE,
		.continues_after_basket = true,
		.after_basket_created = from };
	struct store_revision revision;
	struct err err;
	unsigned turns = pgproxy_count_turns(p);
	*found = 0;
	if (!store_read_baskets(f->store, &terms, &q, &revision, count_basket, found, &err))
		fail_msg("%s", err.text);
	assert_string_equal(revision.baskets, "2");
	return pgproxy_count_turns(p) - turns;
}

ON_POSTGRES(a_page_of_baskets_takes_one_round_trip)
{
	struct fixture *f = *state;
	struct err err;
	int found;
	struct pgproxy *p = use_proxy(f);
	assert_true(put_basket(f, "b-1", &err));
	assert_true(put_basket(f, "b-2", &err));
	for (int i = 0; i < 5; i++) {
		assert_int_equal(count_turns_of_page(f, p, 2, &found), 1);
		assert_int_equal(found, 1);
	}
	/* In no recent month. The proxy may not have seen the ROLLBACK yet. */
	assert_in_range(count_turns_of_page(f, p, clock_real(), &found), 3, 4);
	assert_int_equal(found, 1);
	close_all_connections(f);
	count_turns_of_page(f, p, 2, &found);
	assert_int_equal(found, 1);
	store_close(f->store);
	f->store = NULL;
	pgproxy_stop(p);
}

/* All connections are not given up because of it. */
ON_POSTGRES(a_page_that_takes_too_long_is_requested_once)
{
	struct fixture *f = *state;
	struct pg_pool pool;
	struct pg_conn locking = { 0 };
	struct store_revision revision;
	struct err err;
	int found = 0;
	const struct store_terms terms = { .min_read_at_us = INT64_MIN,
		.deadline = clock_ticks() + 700 };
	const struct store_basket_query q = { .limit = 1, .created_after = WHEN_NONE };
	assert_true(pg_pool_open(&pool, str_of(f->url), PG_PRIMARY, &err));
	assert_true(pg_conn_open_plain(&locking, &pool.server, &err));
	assert_true(pg_run_script(&locking, "BEGIN; LOCK TABLE baskets", NULL, &err));
	assert_false(
	    store_read_baskets(f->store, &terms, &q, &revision, count_basket, &found, &err));
	assert_non_null(strstr(err.text, "it did not respond in time"));
	pg_conn_close(&locking);
	pg_pool_close(&pool);
}

/* Not one for each basket. */
ON_POSTGRES(a_copy_takes_few_round_trips)
{
	enum { BASKETS = 2000, TURNS_MAX = BASKETS / 2 };
	struct fixture *f = *state;
	struct store_copy_counts copied;
	struct err err;
	struct fixture from = { .store = store_open(STR("sqlite::memory:"), &err) };
	for (int i = 0; i < BASKETS; i++) {
		char id[20];
		snprintf(id, sizeof(id), "b-%d", i);
		assert_true(put_basket(&from, id, &err));
	}
	struct pgproxy *p = use_proxy(f);
	if (!store_copy(from.store, f->store, &copied, &err))
		fail_msg("%s", err.text);
	assert_in_range(pgproxy_count_turns(p), 1, TURNS_MAX);
	store_close(from.store);
	store_close(f->store);
	f->store = NULL;
	pgproxy_stop(p);
}

/* ---- other ---- */

/* Even if the server or the URL turns synchronous commits off. */
ON_POSTGRES(acknowledged_writes_are_durable)
{
	static const char *const weak[] = { "off", "local" };
	struct fixture *f = *state;
	for (size_t i = 0; i < 2; i++) {
		CLEANUP(pg_pool_close) struct pg_pool pool;
		CLEANUP(pg_conn_close) struct pg_conn c;
		struct err err;
		int64_t is_on = 0;
		char url[POSTGRES_URL + 40];
		snprintf(url, sizeof(url), "%s%%20-csynchronous_commit%%3D%s", f->url, weak[i]);
		assert_true(pg_pool_open(&pool, str_of(url), PG_PRIMARY, &err));
		assert_true(pg_conn_open_plain(&c, &pool.server, &err));
		assert_true(pg_run_script(&c,
		    "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND setting"
		    " = 'on'",
		    &is_on, &err));
		assert_int_equal(is_on, 1);
	}
}

struct borrower {
	struct pg_pool *pool;
	struct pg_lease *lent;
	struct err err;
};

static void *
borrow(void *arg)
{
	struct borrower *b = arg;
	b->lent = pg_borrow_lease(b->pool, 0, &b->err);
	return NULL;
}

/* The database allows this role two connections. */
ON_POSTGRES(a_connection_over_the_limit_is_waited_for)
{
	struct fixture *f = *state;
	struct pg_pool pool;
	struct err err;
	struct pg_lease *lent[2];
	pthread_t thread;
	char role[40], sql[300], url[POSTGRES_URL + 40];
	const char *at = strstr(f->url, "@");
	snprintf(role, sizeof(role), "few_%ld", (long)getpid());
	snprintf(sql, sizeof(sql), "CREATE ROLE %s LOGIN CONNECTION LIMIT 2", role);
	run_sql(f, sql);
	snprintf(url, sizeof(url), "postgresql://%s%s", role, at);
	assert_true(pg_pool_open(&pool, str_of(url), PG_PRIMARY, &err));
	pool.response_timeout_ms = (int)scale_timeout(60000);
	for (int i = 0; i < 2; i++)
		assert_non_null(lent[i] = pg_borrow_lease(&pool, 0, &err));
	struct borrower waits = { .pool = &pool };
	assert_int_equal(pthread_create(&thread, NULL, borrow, &waits), 0);
	bool refused = false;
	int64_t deadline = deadline_in(30000);
	while (!refused && deadline_left(deadline)) {
		pthread_mutex_lock(&pool.lock);
		refused = pool.retry_at != 0;
		pthread_mutex_unlock(&pool.lock);
	}
	assert_true(refused);
	pg_return_lease(&pool, lent[0]);
	pthread_join(thread, NULL);
	assert_ptr_equal(waits.lent, lent[0]);
	pg_return_lease(&pool, waits.lent);
	/* If the deadline has passed, it does not wait at all. */
	assert_null(pg_borrow_lease(&pool, clock_ticks(), &err));
	assert_true(store_failure_is_retryable(&err));
	pg_return_lease(&pool, lent[1]);
	pg_pool_shut_down(&pool);
	assert_null(pg_borrow_lease(&pool, 0, &err));
	pg_pool_close(&pool);
	snprintf(sql, sizeof(sql), "DROP ROLE %s", role);
	run_sql(f, sql);
}

ON_POSTGRES(a_dropped_month_is_created_again)
{
	struct fixture *f = *state;
	struct err err;
	assert_true(put_basket(f, "b-1", &err)); /* from the year 1970 */
	run_sql(f, "DROP TABLE baskets_early; DELETE FROM basket_ids");
	assert_int_equal(count_baskets(f), 0);
	if (!put_basket(f, "b-2", &err)) {
		assert_true(store_failure_is_retryable(&err));
		if (!put_basket(f, "b-2", &err))
			fail_msg("%s", err.text);
	}
	assert_int_equal(count_baskets(f), 1);
}

/* Baskets from any time are each returned once; one that moves to another month is there once. */
ON_POSTGRES(baskets_lie_in_their_months)
{
	static const int64_t times[] = { WHEN_NONE, -1, 0, 946684799999, 946684800000, 951782400000,
		1795253062000, 1796083199999, 1796083200000, 4102444799999, 4102444800000,
		INT64_MAX - 1 };
	struct fixture *f = *state;
	struct err err;
	char said[400];
	begin(f, STORE_WRITE);
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		char id[20];
		snprintf(id, sizeof(id), "b-%zu", i);
		const struct store_basket b = {
			.created = times[i], .id = str_of(id), .json = STR("{}")
		};
		assert_true(store_put_basket(&f->tx, &b, &err));
	}
	end(f, true);
	assert_int_equal(count_baskets(f), sizeof(times) / sizeof(*times));
	assert_true(postgres_run(f->url,
	    "SELECT tableoid::regclass::text, count(*) FROM baskets GROUP BY 1 ORDER BY 1", said,
	    sizeof(said)));
	assert_string_equal(said,
	    "baskets_2000_01|1\nbaskets_2000_02|1\nbaskets_2026_11|2\nbaskets_2026_12|1\n"
	    "baskets_2099_12|1\nbaskets_early|4\nbaskets_late|2\n");
	begin(f, STORE_WRITE);
	const struct store_basket moved = {
		.created = 951782400000, .id = STR("b-0"), .json = STR("{}")
	};
	assert_true(store_put_basket(&f->tx, &moved, &err));
	end(f, true);
	assert_int_equal(count_baskets(f), sizeof(times) / sizeof(*times));
}

/* One key used for two identities at the same time: the second transaction must retry. */
ON_POSTGRES(a_key_used_twice_at_once_is_answered_once)
{
	const struct store_caller ann = { .subject = STR("ann") };
	const struct store_answer answer = { .answered_at = 100, .status = 200 };
	struct fixture *f = *state;
	struct store_tx other;
	struct err err = { 0 };
	begin(f, STORE_WRITE);
	assert_true(store_lock_chain(&f->tx, STR("one"), &err));
	assert_true(store_put_answer(&f->tx, &ann, STR("k"), &answer, 0, &err));
	assert_true(store_begin(f->store, &other, STORE_WRITE, &err));
	assert_true(store_lock_chain(&other, STR("another"), &err));
	assert_int_not_equal(f->tx.audit_chain, other.audit_chain);
	end(f, true);
	assert_false(store_put_answer(&other, &ann, STR("k"), &answer, 0, &err));
	assert_true(store_failure_is_retryable(&err));
	assert_true(store_end(&other, false, &err));
}
