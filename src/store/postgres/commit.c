#include "store/postgres/commit.h"

#include "base/clock.h"
#include "base/digest.h"
#include "store/postgres/engine.h"
#include "store/store.h"

#include <poll.h>
#include <string.h>

/* DROPPED_TOKENS_MAX limits the rows of one DELETE, since statements have a time limit. */
enum {
	COMMIT_TOKEN_SIZE = 16,
	COMMIT_POLL_MS = 250,
	COMMIT_TOKEN_LIFETIME_MS = 3600000,
	DROPPED_TOKENS_MAX = 20000
};

/* A token begins with the time, so that expired tokens are adjacent in the index. */
static void
make_token(unsigned char token[COMMIT_TOKEN_SIZE], int64_t now)
{
	digest_random(token, COMMIT_TOKEN_SIZE);
	for (int i = 0; i < 6; i++)
		token[i] = (unsigned char)(now >> (40 - 8 * i));
}

static struct str
token_text(const unsigned char token[COMMIT_TOKEN_SIZE])
{
	return str_from((const char *)token, COMMIT_TOKEN_SIZE);
}

/* Asks once whether the write with this token was committed; returns false if there was no
 * response. */
static bool
check_committed_once(struct pg_pool *p, const unsigned char token[COMMIT_TOKEN_SIZE], bool *kept)
{
	struct pg_conn c;
	struct sql_rows rows;
	struct err ignored;
	if (!pg_conn_open(&c, &p->server, &ignored))
		return false;
	c.sql.engine = &postgres_engine;
	bool ok = pg_send(&c, SQL_BEGIN_WRITE, NULL, 0, &ignored) &&
	    sql_start(&rows, &c.sql, SQL_COMMIT_RESOLVE,
		SQL_VALUES(SQL_BLOB(token_text(token)), SQL_NUMBER(clock_real())), &ignored);
	if (ok) {
		*kept = sql_next_row(&rows) && sql_read_number(&rows, 0) == 0;
		sql_end(&rows, &ignored);
		ok = pg_send(&c, SQL_COMMIT, NULL, 0, &ignored) && pg_sync(&c, &ignored) &&
		    pg_drain(&c, &ignored) && !c.has_notice;
	}
	pg_conn_close(&c);
	return ok;
}

/* Finds out whether the write was committed. Asking is a write, too: once it is on the replicas,
 * so is the write in question. */
static bool
resolve_commit(struct pg_pool *p, const unsigned char token[COMMIT_TOKEN_SIZE], struct err *err)
{
	int64_t until = clock_ticks() + p->commit_check_ms;
	bool kept;
	pg_pool_reset(p);
	struct pollfd end = { .fd = p->server.end_fd, .events = POLLIN };
	int ended = poll(&end, 1, 0);
	while (!ended && clock_ticks() < until) {
		if (check_committed_once(p, token, &kept))
			return kept ||
			    store_fail_retryable(err,
				"the connection to the store was lost; nothing "
				"was written");
		ended = poll(&end, 1, COMMIT_POLL_MS);
	}
	return store_fail_outcome_unknown(
	    err, "the connection to the store was lost while a write was being committed");
}

bool
pg_commit(struct pg_pool *p, struct pg_conn *c, struct err *err)
{
	unsigned char token[COMMIT_TOKEN_SIZE];
	int64_t now = clock_real();
	make_token(token, now);
	if (!pg_send(c, SQL_COMMIT_INSERT, SQL_VALUES(SQL_BLOB(token_text(token)), SQL_NUMBER(now)),
		err))
		return false;
	bool done = pg_send(c, SQL_COMMIT, NULL, 0, err) && pg_sync(c, err) && pg_drain(c, err);
	if (done && !c->has_notice)
		return true;
	/* If the server refused, nothing was written; if no response came, find out. */
	return !done && c->failed_by_server ? false : resolve_commit(p, token, err);
}

bool
pg_drop_tokens(struct pg_conn *c, struct err *err)
{
	unsigned char before[COMMIT_TOKEN_SIZE];
	int64_t dropped = DROPPED_TOKENS_MAX;
	make_token(before, clock_real() - COMMIT_TOKEN_LIFETIME_MS);
	while (dropped == DROPPED_TOKENS_MAX)
		if (!sql_run_and_count(&c->sql, SQL_COMMITS_DROP,
			SQL_VALUES(SQL_BLOB(token_text(before)), SQL_NUMBER(DROPPED_TOKENS_MAX)),
			&dropped, err))
			return false;
	return true;
}
