#include "store/postgres/conn.h"

#include "base/clock.h"
#include "base/err.h"
#include "store/store.h"

#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

/* Maps the server's SQLSTATE codes to store failures. */

enum sqlstate_class {
	SQLSTATE_RETRY,
	SQLSTATE_BUSY,
	SQLSTATE_RETRY_ELSEWHERE,
	SQLSTATE_FULL,
	SQLSTATE_INVALID
};

/* SQLSTATE prefixes; the first match counts. */
static const struct {
	const char *sqlstate_prefix;
	enum sqlstate_class meaning;
} sqlstate_classes[] = {
	{ "40", SQLSTATE_BUSY },               /* serialization failure, deadlock */
	{ "55P03", SQLSTATE_BUSY },            /* a lock was not available */
	{ "57014", SQLSTATE_BUSY },            /* the statement took too long */
	{ "23505", SQLSTATE_RETRY },           /* another writer stored the same key meanwhile */
	{ "23514", SQLSTATE_RETRY },           /* a month's table was removed meanwhile */
	{ "08", SQLSTATE_RETRY_ELSEWHERE },    /* connection errors */
	{ "57P", SQLSTATE_RETRY_ELSEWHERE },   /* the server is stopping or starting */
	{ "25P03", SQLSTATE_RETRY_ELSEWHERE }, /* our transaction was idle for too long */
	{ "25006", SQLSTATE_RETRY_ELSEWHERE }, /* the server has become a replica */
	{ "53300", SQLSTATE_RETRY_ELSEWHERE }, /* too many connections */
	{ "53100", SQLSTATE_FULL },
	{ "54000", SQLSTATE_INVALID }, /* a key is too long for an index */
};

static int
find_sqlstate_meaning(const char *sqlstate)
{
	for (size_t i = 0; i < sizeof(sqlstate_classes) / sizeof(*sqlstate_classes); i++)
		if (strncmp(sqlstate, sqlstate_classes[i].sqlstate_prefix,
			strlen(sqlstate_classes[i].sqlstate_prefix)) == 0)
			return (int)sqlstate_classes[i].meaning;
	return -1;
}

/* True if the connection cannot be used after this failure. */
static bool
pg_ends_connection(const char *sqlstate)
{
	return find_sqlstate_meaning(sqlstate) == SQLSTATE_RETRY_ELSEWHERE;
}

/* Sets err to the failure for this SQLSTATE. Always returns false. */
static bool
pg_fail(struct err *err, const char *sqlstate, const char *words)
{
	struct str text = str_trim(str_of(words));
	switch (find_sqlstate_meaning(sqlstate)) {
	case SQLSTATE_RETRY:
	case SQLSTATE_RETRY_ELSEWHERE:
		return store_fail_retryable(err, "the store failed: %.*s", STR_ARG(text));
	case SQLSTATE_BUSY:
		return store_fail_busy(err, "the store failed: %.*s", STR_ARG(text));
	case SQLSTATE_FULL:
		return store_fail_full(err, "the store failed: %.*s", STR_ARG(text));
	case SQLSTATE_INVALID:
		return err_set(err, ERR_INVALID, "the store failed: %.*s", STR_ARG(text));
	default:
		return err_set(err, ERR_UPSTREAM, "the store failed: %.*s", STR_ARG(text));
	}
}

enum { BYTEA_OID = 17, INT8_OID = 20, STATEMENT_TEXT_SIZE = 1000 };

/* ---- failures ---- */

void
pg_clear_failure(struct pg_conn *c)
{
	c->failed = c->has_notice = c->failed_by_server = false;
	c->sqlstate[0] = '\0';
}

static bool
mark_connection_lost(struct pg_conn *c, const char *words)
{
	struct str text = str_trim(str_of(words));
	if (!c->failed)
		store_fail_retryable(
		    &c->failure_err, "the connection to the store was lost: %.*s", STR_ARG(text));
	c->failed_by_server = false;
	return !(c->failed = c->is_broken = true);
}

static void
record_server_error(struct pg_conn *c, const PGresult *r)
{
	const char *state = c->pq->resultErrorField(r, PG_DIAG_SQLSTATE);
	if (!state) { /* the message is from libpq: the connection has ended */
		mark_connection_lost(c, c->pq->resultErrorMessage(r));
		return;
	}
	const char *words = c->pq->resultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
	c->is_broken = c->is_broken || pg_ends_connection(state);
	if (c->failed)
		return;
	pg_fail(&c->failure_err, state, words ? words : state);
	snprintf(c->sqlstate, sizeof(c->sqlstate), "%s", state);
	c->failed = true;
	c->failed_by_server = !pg_ends_connection(state);
}

static bool
set_failure_error(const struct pg_conn *c, struct err *err)
{
	*err = c->failure_err;
	return false;
}

/* ---- waiting ---- */

/* Waits until data has arrived or can be sent. */
static bool
wait_for_server(struct pg_conn *c, int64_t deadline, bool sending)
{
	struct pollfd fds[] = { { .fd = c->pq->socket(c->db),
				    .events = (short)(POLLIN | (sending ? POLLOUT : 0)) },
		{ .fd = c->end_fd, .events = POLLIN } };
	int64_t left = deadline - clock_ticks();
	c->timed_out = left <= 0 || poll(fds, 2, (int)left) == 0;
	if (c->timed_out)
		return mark_connection_lost(c, "it did not respond in time");
	return !fds[1].revents || mark_connection_lost(c, "the service is shutting down");
}

static int64_t
answer_deadline(const struct pg_conn *c)
{
	int64_t deadline = clock_ticks() + c->response_timeout_ms;
	return c->deadline && c->deadline < deadline ? c->deadline : deadline;
}

/* Gets the next result; *r is NULL at the end of a response. Returns false if the connection is
 * lost. */
static bool
next_result(struct pg_conn *c, PGresult **r)
{
	int64_t deadline = answer_deadline(c);
	while (c->pq->isBusy(c->db)) {
		int sending = c->pq->flush(c->db);
		if (sending < 0)
			return mark_connection_lost(c, c->pq->errorMessage(c->db));
		if (!wait_for_server(c, deadline, sending > 0))
			return false;
		if (!c->pq->consumeInput(c->db))
			return mark_connection_lost(c, c->pq->errorMessage(c->db));
	}
	*r = c->pq->getResult(c->db);
	return true;
}

/* ---- scripts ---- */

/* Returns the result of the last statement, or of the first one that fails; NULL if the
 * connection is lost. */
static PGresult *
run_script(struct pg_conn *c, const char *sql)
{
	PGresult *last = NULL, *r = NULL;
	if (!c->pq->sendQuery(c->db, sql)) {
		mark_connection_lost(c, c->pq->errorMessage(c->db));
		return NULL;
	}
	while (next_result(c, &r) && r) {
		c->pq->clear(last);
		last = r;
	}
	if (!c->is_broken)
		return last;
	c->pq->clear(last);
	return NULL;
}

static bool
is_result_ok(const struct pg_conn *c, const PGresult *r)
{
	ExecStatusType status = c->pq->resultStatus(r);
	return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK ||
	    status == PGRES_EMPTY_QUERY;
}

bool
pg_run_script(struct pg_conn *c, const char *sql, int64_t *number, struct err *err)
{
	PGresult *r = c->is_broken ? NULL : run_script(c, sql);
	bool ok = r && is_result_ok(c, r);
	if (number)
		*number = -1;
	if (ok && number && c->pq->resultStatus(r) == PGRES_TUPLES_OK && c->pq->ntuples(r) > 0)
		str_to_int64(str_of(c->pq->getvalue(r, 0, 0)), number);
	if (r && !ok)
		record_server_error(c, r);
	c->pq->clear(r);
	return ok || set_failure_error(c, err);
}

/* ---- opening and closing ---- */

/* The texts of notices are dropped; only the occurrence of a warning is recorded. */
static void
on_notice(void *ctx, const PGresult *said)
{
	struct pg_conn *c = ctx;
	const char *severity = c->pq->resultErrorField(said, PG_DIAG_SEVERITY_NONLOCALIZED);
	c->has_notice = c->has_notice || (severity && strcmp(severity, "WARNING") == 0);
}

/* Acknowledged writes must be on disk, and on the replicas that the server waits for, whatever
 * its configuration. Plans are made once and select their partitions at run time. The server
 * times out before this program does, and cancels a statement if the client is gone. A server
 * that lacks one of these settings is used without it. */
static const char *const session_settings[] = {
	"SET statement_timeout = '8s'",
	"SET idle_in_transaction_session_timeout = '60s'",
	"SET client_connection_check_interval = '1s'",
	"SET plan_cache_mode = force_generic_plan",
	("SELECT set_config('synchronous_commit', 'on', false)"
	 " WHERE current_setting('synchronous_commit') IN ('off', 'local')"),
};

static bool
set_session_settings(struct pg_conn *c)
{
	struct err ignored;
	for (size_t i = 0;
	     i < sizeof(session_settings) / sizeof(*session_settings) && !c->is_broken; i++) {
		pg_clear_failure(c);
		pg_run_script(c, session_settings[i], NULL, &ignored);
	}
	return !c->failed && !c->is_broken;
}

/* A pooler reports its own number to clients instead of the server process's id. */
static bool
detect_pooler(struct pg_conn *c, struct err *err)
{
	int64_t pid;
	if (!pg_run_script(c, "SELECT pg_backend_pid()", &pid, err))
		return false;
	c->pooled = pid != c->pq->backendPID(c->db);
	return true;
}

/* Checks that the connection is signed in and responds: some servers accept a sign-in and then
 * hang. */
static bool
begin_session(struct pg_conn *c, int connect_ms, struct err *err)
{
	const struct pq_functions *pq = c->pq;
	if (pq->status(c->db) != CONNECTION_OK || pq->setnonblocking(c->db, 1) != 0) {
		struct str words = str_trim(str_of(pq->errorMessage(c->db)));
		return store_fail_retryable(
		    err, "the store cannot be reached: %.*s", STR_ARG(words));
	}
	pq->setNoticeReceiver(c->db, on_notice, c);
	c->response_timeout_ms = connect_ms;
	if (!detect_pooler(c, err))
		return false;
	if (!c->pooled && !set_session_settings(c))
		return set_failure_error(c, err);
	c->response_timeout_ms = PG_RESPONSE_TIMEOUT_MS;
	return true;
}

bool
pg_conn_open_plain(struct pg_conn *c, const struct pg_server *server, struct err *err)
{
	const struct address *at = &server->address;
	memset(c, 0, sizeof(*c));
	c->pq = &server->pq;
	c->end_fd = server->end_fd;
	c->db = c->pq->connectdbParams(at->names.v, at->values.v, 0);
	if (begin_session(c, at->connect_timeout_ms, err))
		return true;
	pg_conn_close(c);
	return false;
}

bool
pg_conn_open(struct pg_conn *c, const struct pg_server *server, struct err *err)
{
	if (!pg_conn_open_plain(c, server, err))
		return false;
	if (c->pq->enterPipelineMode(c->db))
		return true;
	pg_conn_close(c);
	return store_fail_retryable(err, "the store does not respond as expected");
}

void
pg_conn_close(struct pg_conn *c)
{
	if (c->db)
		c->pq->finish(c->db);
	memset(c, 0, sizeof(*c));
}

/* ---- sending ---- */

/* Replaces parameters such as "?7" by PostgreSQL's "$7". */
static void
write_statement(char *out, size_t size, enum sql_statement_id sql)
{
	const struct sql_statement *s = &sql_statements[sql];
	const char *text = s->postgres ? s->postgres : s->sqlite;
	size_t n = 0;
	for (; text[n] && n < size - 1; n++)
		out[n] = text[n] == '?' ? '$' : text[n];
	out[n] = '\0';
}

static void
record_sent_command(struct pg_conn *c, int kind, enum sql_statement_id sql)
{
	c->sent[(c->first_sent + c->sent_n++) % PG_QUEUE_MAX] = (struct pg_pending_response){ kind,
		sql };
}

/* The name of a prepared statement is its number. */
static void
name_statement(char name[12], enum sql_statement_id sql)
{
	snprintf(name, 12, "s%d", (int)sql);
}

static void
fill_types(Oid types[SQL_VALUES_MAX], const struct sql_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		types[i] = values[i].kind == VALUE_NUMBER ? INT8_OID : BYTEA_OID;
}

static bool
prepare_statement(
    struct pg_conn *c, enum sql_statement_id sql, const struct sql_value *values, size_t n)
{
	char name[12], text[STATEMENT_TEXT_SIZE];
	Oid types[SQL_VALUES_MAX];
	if (c->pooled || c->prepared[sql])
		return true;
	fill_types(types, values, n);
	name_statement(name, sql);
	write_statement(text, sizeof(text), sql);
	if (!c->pq->sendPrepare(c->db, name, text, (int)n, types))
		return false;
	record_sent_command(c, PG_PREPARED, sql);
	return c->prepared[sql] = true;
}

static bool
send_values(struct pg_conn *c, enum sql_statement_id sql, const struct sql_value *values, size_t n)
{
	const char *at[SQL_VALUES_MAX];
	int lengths[SQL_VALUES_MAX], formats[SQL_VALUES_MAX];
	uint64_t numbers[SQL_VALUES_MAX];
	Oid types[SQL_VALUES_MAX];
	char name[12], text[STATEMENT_TEXT_SIZE];
	for (size_t i = 0; i < n; i++) {
		const struct sql_value *v = &values[i];
		bool is_number = v->kind == VALUE_NUMBER;
		numbers[i] = htobe64((uint64_t)v->number);
		at[i] = is_number ? (const char *)&numbers[i] : v->text.n ? v->text.p : "";
		lengths[i] = is_number ? (int)sizeof(*numbers) : (int)v->text.n;
		formats[i] = 1;
	}
	fill_types(types, values, n);
	name_statement(name, sql);
	write_statement(text, sizeof(text), sql);
	int sent = c->pooled
	    ? c->pq->sendQueryParams(c->db, text, (int)n, types, at, lengths, formats, 1)
	    : c->pq->sendQueryPrepared(c->db, name, (int)n, at, lengths, formats, 1);
	if (!sent)
		return false;
	record_sent_command(c, PG_RUN, sql);
	return true;
}

/* True if the statement begins a transaction that may run in another server session. */
static bool
may_change_session(const struct pg_conn *c, enum sql_statement_id sql)
{
	return c->pooled && (sql == SQL_BEGIN_READ || sql == SQL_BEGIN_WRITE);
}

/* A pooler reassigns the session after a response that ends a transaction: no statement of the
 * next transaction may be sent before that. */
static bool
drain_previous_tx(struct pg_conn *c, enum sql_statement_id sql, struct err *err)
{
	return !may_change_session(c, sql) || c->sent_n == 0 || pg_drain(c, err);
}

static bool
send_settings(struct pg_conn *c, enum sql_statement_id sql)
{
	return !may_change_session(c, sql) || send_values(c, SQL_SET_TIMEOUTS, NULL, 0);
}

bool
pg_make_room(struct pg_conn *c, unsigned responses, struct err *err)
{
	return c->sent_n + responses < PG_QUEUE_MAX || pg_drain(c, err);
}

bool
pg_send(struct pg_conn *c, enum sql_statement_id sql, const struct sql_value *values, size_t n,
    struct err *err)
{
	if (c->failed)
		return set_failure_error(c, err);
	if (!drain_previous_tx(c, sql, err) || !pg_make_room(c, 2, err)) /* its preparation, too */
		return false;
	if (prepare_statement(c, sql, values, n) && send_values(c, sql, values, n) &&
	    send_settings(c, sql))
		return true;
	mark_connection_lost(c, c->pq->errorMessage(c->db));
	return set_failure_error(c, err);
}

bool
pg_sync(struct pg_conn *c, struct err *err)
{
	if (c->is_broken)
		return set_failure_error(c, err);
	if (c->sent_n < PG_QUEUE_MAX && c->pq->pipelineSync(c->db)) {
		record_sent_command(c, PG_SYNCED, 0);
		return true;
	}
	mark_connection_lost(c, c->pq->errorMessage(c->db));
	return set_failure_error(c, err);
}

/* ---- reading ---- */

static void
check_result(struct pg_conn *c, const struct pg_pending_response *what, const PGresult *r)
{
	switch (c->pq->resultStatus(r)) {
	case PGRES_COMMAND_OK:
	case PGRES_TUPLES_OK:
	case PGRES_PIPELINE_SYNC:
		return;
	case PGRES_PIPELINE_ABORTED:
		break;
	default:
		record_server_error(c, r);
	}
	if (what->kind == PG_PREPARED)
		c->prepared[what->sql] = false;
}

/* The response to the oldest statement; NULL if the connection is lost. */
static PGresult *
read_answer(struct pg_conn *c)
{
	struct pg_pending_response what = c->sent[c->first_sent];
	PGresult *r = NULL, *behind = NULL;
	c->first_sent = (c->first_sent + 1) % PG_QUEUE_MAX;
	c->sent_n--;
	if (!next_result(c, &r))
		return NULL;
	if (!r) {
		mark_connection_lost(c, "a response is missing");
		return NULL;
	}
	check_result(c, &what, r);
	if (what.kind == PG_SYNCED)
		return r;
	if (!next_result(c, &behind)) {
		c->pq->clear(r);
		return NULL;
	}
	c->pq->clear(behind); /* the NULL that ends a response */
	return r;
}

/* Reads all responses except the last `left`. */
static bool
read_answers_until(struct pg_conn *c, unsigned left, struct err *err)
{
	if (!c->is_broken && c->pq->flush(c->db) < 0)
		mark_connection_lost(c, c->pq->errorMessage(c->db));
	while (c->sent_n > left && !c->is_broken)
		c->pq->clear(read_answer(c));
	return !c->failed || set_failure_error(c, err);
}

bool
pg_drain(struct pg_conn *c, struct err *err)
{
	if (c->sent_n && !c->is_broken &&
	    c->sent[(c->first_sent + c->sent_n - 1) % PG_QUEUE_MAX].kind != PG_SYNCED &&
	    !c->pq->sendFlushRequest(c->db))
		mark_connection_lost(c, c->pq->errorMessage(c->db));
	return read_answers_until(c, 0, err);
}

/* Returns NULL and sets err if a statement failed. */
static PGresult *
keep_unless_failed(struct pg_conn *c, PGresult *r, struct err *err)
{
	if (!c->failed)
		return r;
	c->pq->clear(r);
	set_failure_error(c, err);
	return NULL;
}

PGresult *
pg_read_answer_to(struct pg_conn *c, enum sql_statement_id sql, struct err *err)
{
	const struct pg_pending_response *next = &c->sent[c->first_sent];
	while (c->sent_n && (next->kind != PG_RUN || next->sql != sql) &&
	    read_answers_until(c, c->sent_n - 1, err))
		next = &c->sent[c->first_sent];
	if (!c->sent_n && !c->failed)
		mark_connection_lost(c, "a response is missing");
	return keep_unless_failed(c, c->failed ? NULL : read_answer(c), err);
}

PGresult *
pg_read_last_answer(struct pg_conn *c, struct err *err)
{
	if (!c->is_broken && !c->pq->sendFlushRequest(c->db))
		mark_connection_lost(c, c->pq->errorMessage(c->db));
	if (!read_answers_until(c, 1, err) || c->sent_n == 0) {
		set_failure_error(c, err);
		return NULL;
	}
	return keep_unless_failed(c, read_answer(c), err);
}

/* ---- COPY ---- */

/* Reads the results of a COPY: to the one that requests the data, or to the end. libpq repeats a
 * request that is not met, and a response that is one to another statement, forever. */
static bool
read_copy_results(struct pg_conn *c, bool to_end)
{
	PGresult *r = NULL;
	bool is_request = false;
	while ((to_end || !is_request) && !c->is_broken && next_result(c, &r) && r) {
		ExecStatusType status = c->pq->resultStatus(r);
		is_request = status == PGRES_COPY_IN;
		if ((is_request && to_end) || status == PGRES_COPY_OUT)
			mark_connection_lost(c, "its response is not one to a COPY");
		else if (!is_request && !is_result_ok(c, r))
			record_server_error(c, r);
		c->pq->clear(r);
	}
	return !c->failed && (to_end || is_request);
}

/* The bytes are buffered by libpq, and sent while the results are waited for. */
static bool
send_copy(struct pg_conn *c, const char *sql, struct str bytes)
{
	const struct pq_functions *pq = c->pq;
	return pq->exitPipelineMode(c->db) && pq->sendQuery(c->db, sql) &&
	    read_copy_results(c, false) && pq->putCopyData(c->db, bytes.p, (int)bytes.n) > 0 &&
	    pq->putCopyEnd(c->db, NULL) > 0 && read_copy_results(c, true);
}

bool
pg_copy_in(struct pg_conn *c, const char *sql, struct str bytes, struct err *err)
{
	if (c->failed)
		return set_failure_error(c, err);
	if (!pg_sync(c, err) || !pg_drain(c, err))
		return false;
	if (!send_copy(c, sql, bytes) && !c->failed)
		mark_connection_lost(c, c->pq->errorMessage(c->db));
	if (!c->is_broken && !c->pq->enterPipelineMode(c->db))
		mark_connection_lost(c, c->pq->errorMessage(c->db));
	return !c->failed || set_failure_error(c, err);
}
