#include "store/postgres/pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/worker.h"
#include "store/postgres/engine.h"
#include "store/store.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { PG_ROLE_CHECK_INTERVAL_MS = 30000 };

/* For down_ms after a failed connection, callers fail at once instead of each waiting for the
 * database. The time is longer for a replica, since reads can use the primary instead. */
static const struct {
	const char *session_settings;
	int response_timeout_ms, retry_pause_ms;
} role_settings[] = {
	[PG_PRIMARY] = { "read-write", PG_RESPONSE_TIMEOUT_MS, 500 },
	[PG_REPLICA] = { "prefer-standby", 1000, 5000 },
};

bool
pg_pool_open(struct pg_pool *p, struct str url, enum pg_role role, struct err *err)
{
	memset(p, 0, sizeof(*p));
	if (!pq_load(&p->server.pq, err) ||
	    !address_read(
		&p->server.address, &p->server.pq, url, role_settings[role].session_settings, err))
		return false;
	p->server.end_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (p->server.end_fd < 0) {
		address_free(&p->server.address);
		return err_set(err, ERR_IO, "cannot make an eventfd: %s", strerror(errno));
	}
	p->commit_check_ms = PG_ROLE_CHECK_INTERVAL_MS;
	p->response_timeout_ms = role_settings[role].response_timeout_ms;
	p->retry_pause_ms = role_settings[role].retry_pause_ms;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->returned, NULL);
	return true;
}

static void
close_lease(struct pg_lease *l)
{
	pg_conn_close(&l->conn);
	x_free(l);
}

void
pg_pool_close(struct pg_pool *p)
{
	while (p->idle_n)
		close_lease(p->idle[--p->idle_n]);
	address_free(&p->server.address);
	close(p->server.end_fd);
	pthread_cond_destroy(&p->returned);
	pthread_mutex_destroy(&p->lock);
}

/* Takes an idle connection of the current generation; NULL if there is none. Call with the lock
 * held. */
static struct pg_lease *
pop_idle(struct pg_pool *p)
{
	while (p->idle_n) {
		struct pg_lease *l = p->idle[--p->idle_n];
		if (l->generation == p->generation)
			return l;
		close_lease(l);
	}
	return NULL;
}

bool
pg_pool_read_system_id(struct pg_pool *p, int64_t *system, struct err *err)
{
	struct pg_conn c;
	if (!pg_conn_open_plain(&c, &p->server, err))
		return false;
	bool ok = pg_run_script(
	    &c, "SELECT system_identifier FROM pg_control_system()", system, err);
	pg_conn_close(&c);
	return ok;
}

/* Checks the database's identifier once for many connections: after a failure, another server
 * may have the address. */
static bool
is_expected_database(struct pg_pool *p, struct err *err)
{
	int64_t system;
	if (!p->required_system_id)
		return true;
	if (!pg_pool_read_system_id(p, &system, err))
		return false;
	return system == p->required_system_id ||
	    err_set(err, ERR_IO, "the replica is a copy of another database");
}

static struct pg_lease *
open_lease(struct pg_pool *p, unsigned generation, struct err *err)
{
	struct pg_lease *l = x_new(struct pg_lease);
	l->generation = generation;
	l->pool = p;
	if (is_expected_database(p, err) && pg_conn_open(&l->conn, &p->server, err)) {
		l->conn.sql.engine = &postgres_engine;
		l->conn.response_timeout_ms = p->response_timeout_ms;
		return l;
	}
	x_free(l);
	return NULL;
}

/* Waits for an idle connection. Returns NULL with *opens set if the caller must open one, or
 * NULL with err set on failure. A database may allow fewer connections than the pool has slots:
 * if no more can be opened, this waits for a borrowed one. Call with the lock held. */
static struct pg_lease *
wait_for_lease(struct pg_pool *p, int64_t deadline, bool *opens, struct err *err)
{
	for (;;) {
		int64_t now = clock_ticks();
		bool may_open = now >= p->retry_at && p->leased_n < PG_CONNECTIONS_MAX;
		*opens = false;
		if (p->is_closed || now >= deadline) {
			/* Not busy: a database that does not answer occupies its connections, too. */
			store_fail_retryable(err,
			    p->is_closed ? "the service is shutting down"
					 : "no connection to the store became free in time");
			return NULL;
		}
		struct pg_lease *l = pop_idle(p);
		*opens = !l && may_open;
		p->leased_n += l || *opens;
		if (l || *opens)
			return l;
		if (p->leased_n == 0) {
			*err = p->connect_err;
			return NULL;
		}
		int64_t wake = now < p->retry_at ? p->retry_at : deadline;
		p->waiting_n++;
		worker_wait_for(&p->returned, &p->lock, wake < deadline ? wake : deadline);
		p->waiting_n--;
	}
}

/* Records whether a connection could be opened. Returns true if it could not and the caller can
 * wait for a borrowed one. Call with the lock held. */
static bool
record_open_result(struct pg_pool *p, bool opened, const struct err *err)
{
	if (opened) {
		p->retry_at = 0;
		return false;
	}
	p->leased_n--;
	p->connect_err = *err;
	p->retry_at = clock_ticks() + p->retry_pause_ms;
	pthread_cond_broadcast(&p->returned);
	return p->leased_n > 0 && err->kind != ERR_IO;
}

struct pg_lease *
pg_borrow_lease(struct pg_pool *p, int64_t until, struct err *err)
{
	int64_t deadline = clock_ticks() + p->response_timeout_ms;
	struct pg_lease *l;
	bool opens, go_on = true;
	if (until && until < deadline)
		deadline = until;
	pthread_mutex_lock(&p->lock);
	do {
		l = wait_for_lease(p, deadline, &opens, err);
		unsigned generation = p->generation;
		if (!opens || l)
			break;
		pthread_mutex_unlock(&p->lock);
		l = open_lease(p, generation, err);
		pthread_mutex_lock(&p->lock);
		go_on = record_open_result(p, l != NULL, err);
	} while (!l && go_on);
	pthread_mutex_unlock(&p->lock);
	if (l)
		l->conn.deadline = until;
	return l;
}

void
pg_return_lease(struct pg_pool *p, struct pg_lease *l)
{
	pthread_mutex_lock(&p->lock);
	bool keep = !l->conn.is_broken && !l->conn.failed && l->generation == p->generation;
	if (keep)
		p->idle[p->idle_n++] = l;
	p->leased_n--;
	pthread_cond_signal(&p->returned);
	pthread_mutex_unlock(&p->lock);
	if (!keep)
		close_lease(l);
}

void
pg_pool_reset(struct pg_pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->generation++;
	pthread_mutex_unlock(&p->lock);
}

void
pg_pool_read_figures(struct pg_pool *p, struct store_pool_figures *out)
{
	pthread_mutex_lock(&p->lock);
	*out = (struct store_pool_figures){ p->leased_n, p->idle_n, p->waiting_n };
	pthread_mutex_unlock(&p->lock);
}

void
pg_pool_shut_down(struct pg_pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->is_closed = true;
	pthread_cond_broadcast(&p->returned);
	pthread_mutex_unlock(&p->lock);
	eventfd_write(p->server.end_fd, 1);
}
