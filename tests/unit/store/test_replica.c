/* labels: postgres
 *
 * Reading from a replica that lags: never less than the client has seen, and never older than
 * allowed. */

#include "base/clock.h"
#include "lib/deadline.h"
#include "lib/test.h"
#include "store/postgres/pool.h"
#include "store/replica.h"
#include "unit/store/stores.h"

enum { LONG_US = 600000000, WAIT_MS = 20000 };

static void
put_basket(struct fixture *f, const char *id, struct watermark *made)
{
	struct err err;
	struct store_basket b = { 1762000000000, str_of(id), false, STR("{}") };
	begin(f, STORE_WRITE);
	assert_true(store_put_basket(&f->tx, &b, &err));
	end(f, true);
	*made = f->tx.written_changes;
}

/* Number of baskets that a reader with these terms sees. */
static int
count(struct fixture *f, const struct store_terms *terms)
{
	int n = 0;
	struct err err;
	struct store_basket_query q = { .limit = 50, .created_after = WHEN_NONE };
	struct store_revision revision;
	if (!store_read_baskets(f->store, terms, &q, &revision, count_basket, &n, &err))
		fail_msg("%s", err.text);
	return n;
}

static struct store_terms
allowing(int64_t age_us)
{
	return (struct store_terms){ .min_read_at_us = clock_ticks_us() - age_us };
}

/* Returns when the replica has the first basket; then pauses it, so that the primary has two and
 * the replica one. */
static bool
open_with_replica(struct fixture *f, char replica[POSTGRES_URL])
{
	char said[400] = "";
	struct err err;
	struct watermark made;
	struct store_terms terms = allowing(0);
	if (!postgres_replica(f->url, replica))
		return false;
	put_basket(f, "b-1", &made);
	int64_t deadline = deadline_in(WAIT_MS);
	while (!postgres_run(replica, "SELECT count(*) + 1 / count(*) FROM baskets", said, 400))
		if (deadline_left(deadline) == 0)
			fail_msg("the replica does not follow: %s", said);
	assert_true(store_set_replica(f->store, str_of(replica), &err));
	assert_int_equal(count(f, &terms), 1); /* this also records what the replica must have */
	assert_true(postgres_let_replay(replica, false));
	put_basket(f, "b-2", &made);
	return true;
}

ON_POSTGRES(an_older_page_is_returned_only_if_allowed)
{
	struct fixture *f = *state;
	char replica[POSTGRES_URL];
	if (!open_with_replica(f, replica))
		skip_because("there is no replica of PostgreSQL");
	struct store_terms old = allowing(LONG_US), now = allowing(0);
	assert_int_equal(count(f, &old), 1);
	assert_int_equal(count(f, &now), 2);
	assert_true(postgres_let_replay(replica, true));
}

ON_POSTGRES(own_and_seen_writes_are_always_included)
{
	struct fixture *f = *state;
	char replica[POSTGRES_URL];
	struct watermark made;
	if (!open_with_replica(f, replica))
		skip_because("there is no replica of PostgreSQL");
	struct store_terms mine = allowing(LONG_US);
	put_basket(f, "b-3", &made);
	assert_int_equal(count(f, &mine), 1);
	mine.min_watermark = made;
	assert_int_equal(count(f, &mine), 3);
	assert_true(postgres_let_replay(replica, true));
}

/* With no server, another database, or a server that ends, the primary is read. */
ON_POSTGRES(without_a_replica_the_primary_is_read)
{
	struct fixture *f = *state;
	struct watermark made;
	struct err err;
	struct store_terms now = allowing(0);
	put_basket(f, "b-1", &made);
	assert_true(store_set_replica(f->store, STR("postgresql://127.0.0.1:1/none"), &err));
	assert_int_equal(count(f, &now), 1);
}

ON_POSTGRES(another_database_is_not_read)
{
	struct fixture *f = *state;
	CLEANUP(pg_pool_close) struct pg_pool pool;
	struct err err;
	assert_true(pg_pool_open(&pool, str_of(f->url), PG_REPLICA, &err));
	assert_true(pg_pool_read_system_id(&pool, &pool.required_system_id, &err));
	struct pg_lease *l = pg_borrow_lease(&pool, 0, &err);
	assert_non_null(l);
	pg_return_lease(&pool, l);
	pg_pool_reset(&pool);
	pool.required_system_id++;
	assert_null(pg_borrow_lease(&pool, 0, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_non_null(strstr(err.text, "another database"));
}

TEST_WITH(a_file_has_no_replica, open_memory, close_store)
{
	struct fixture *f = *state;
	struct err err;
	assert_false(store_set_replica(f->store, STR("postgresql://127.0.0.1:1/none"), &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_false(store_has_replica(f->store));
}
