#include "plan/apply.h"

#include "base/digest.h"
#include "client/client.h"
#include "model/format.h"
#include "wire/json.h"

#include <string.h>

enum {
	READING_TRIES_MAX = 4,
	REVISION_CHANGES_MAX = 4,
	KEY_HEX_DIGITS = 32,
	REASON_SIZE_MAX = 200
};
enum { HTTP_PRECONDITION_FAILED = 412 };

enum apply_phase {
	APPLY_IDLE,
	APPLY_READING_FIRST,
	APPLY_READING_SINCE,
	APPLY_READING_AFTER_BATCH,
	APPLY_SENDING,
	APPLY_ENDED
};

struct plan_apply {
	struct plan *plan;
	struct plan_log *log;
	struct plan_apply_options options;
	plan_event_fn *on_event;
	void *ctx;

	enum apply_phase phase;
	struct plan_offers *offers;
	unsigned timer;
	int reading_count;
	int catalog_change_refusals; /* consecutive requests refused because the catalog had changed
				      */
	bool stop_requested;
	size_t next_row; /* rows before it were sent, or are not pending */
	size_t batch_count, sent_count, row_count;
	struct plan_batch batch;
	struct plan_batch unsettled; /* the rows sent by earlier runs, without a known result */
	struct plan_batch_result batch_result;
	int http_status;
	char request_id[64];
	struct buf record;
	int64_t batch_began_at;
	enum plan_end end_reason;
	struct err err;
	int attempt_count;
};

struct plan_apply *
plan_apply_new(struct plan *p, struct plan_log *log, const struct plan_apply_options *rules,
    plan_event_fn *on_event, void *ctx)
{
	struct plan_apply *a = x_new(struct plan_apply);
	*a = (struct plan_apply){
		.plan = p, .log = log, .options = *rules, .on_event = on_event, .ctx = ctx
	};
	for (size_t i = 0; i < p->rows.n; i++)
		if (plan_row_is_unsettled(&p->rows.v[i]))
			vec_push(&a->unsettled.rows, i);
	return a;
}

void
plan_apply_free(struct plan_apply *a)
{
	if (!a)
		return;
	a->options.io.cancel_timer(a->options.io.ctx, a->timer);
	plan_offers_free(a->offers);
	plan_batch_free(&a->unsettled);
	plan_batch_free(&a->batch);
	buf_free(&a->record);
	x_free(a);
}

static void
end_apply(struct plan_apply *a, enum plan_end how)
{
	a->phase = APPLY_ENDED;
	a->end_reason = how;
	a->on_event(a->ctx, PLAN_ENDED);
}

static void
end_apply_with_error(struct plan_apply *a, const struct err *err, int tries)
{
	a->err = *err;
	a->attempt_count = tries;
	end_apply(a, PLAN_END_ERR);
}

/* ---- reading ---- */

static void on_offers_read(struct plan_apply *a);
static void fail_reading(struct plan_apply *a, const struct err *err, int tries);

static void start_reading(struct plan_apply *a, enum apply_phase phase);

static bool
restart_reading_if_changed(struct plan_apply *a)
{
	struct err err;
	if (!plan_offers_changed(a->offers))
		return false;
	if (++a->reading_count < READING_TRIES_MAX) {
		start_reading(a, a->phase);
		return true;
	}
	err_set(&err, ERR_CONFLICT, "the catalog changed during each of %d attempts to read it",
	    READING_TRIES_MAX);
	fail_reading(a, &err, 0);
	return true;
}

static void
on_read_end(void *ctx)
{
	struct plan_apply *a = ctx;
	struct err err = a->offers->err;
	if (err.kind) {
		fail_reading(a, &err, a->offers->attempt_count);
	} else if (!restart_reading_if_changed(a)) {
		a->reading_count = 0;
		on_offers_read(a);
	}
}

/* After a batch, reading the offers modified since is enough if it shows that the whole batch is
 * done. */
static void
on_read_timer(void *ctx)
{
	struct plan_apply *a = ctx;
	a->timer = 0;
	if (!a->offers)
		a->offers = plan_offers_new(a->options.client, a->plan, on_read_end, a);
	plan_offers_read(a->offers, a->phase == APPLY_READING_SINCE && a->reading_count == 0);
}

/* Starts from a timer, so never inside the callback of a reading. */
static void
start_reading(struct plan_apply *a, enum apply_phase phase)
{
	a->phase = phase;
	a->timer = a->options.io.start_timer(a->options.io.ctx, 0, on_read_timer, a);
}

void
plan_apply_read(struct plan_apply *a)
{
	start_reading(a, APPLY_READING_FIRST);
}

/* ---- sending ---- */

/* The key depends on the request: if it is sent twice, it is executed once. */
static void
write_key(struct buf *key, const struct plan_apply *a)
{
	struct buf text = { 0 };
	buf_addf(&text, "%.*s\n%.*s\n", STR_ARG(a->plan->seal), STR_ARG(plan_apply_commit(a)));
	buf_adds(&text, buf_str(&a->batch.body));
	digest_hex(key, buf_str(&text));
	key->n = KEY_HEX_DIGITS;
	buf_free(&text);
}

static bool
record_batch_begin(struct plan_apply *a, struct str key, struct err *err)
{
	struct buf words = { 0 };
	buf_addf(&words, "%zu of %zu: ", a->batch_result.batch_number,
	    a->batch_count > a->batch_result.batch_number ? a->batch_count
							  : a->batch_result.batch_number);
	format_plural(&words, a->batch.rows.n, "change", "changes");
	const struct journal_write w = { .recorded_at = clock_now(a->options.clock),
		.environment = a->options.environment,
		.service = a->options.service,
		.plan = a->plan->seal,
		.batch = buf_str(&words),
		.approved = a->options.approver,
		.undone_plan = a->plan->undone_seal,
		.reason = a->options.reason.n ? a->options.reason : a->plan->reason,
		.key = key };
	bool ok = plan_log_begin(a->log, a->plan, &a->batch, key, err) &&
	    journal_begin(a->options.journal, &w, &a->batch_result.journal_number, err);
	buf_free(&words);
	return ok;
}

static void on_batch_answer(
    void *ctx, enum client_write_status outcome, struct client_answer *answer);

static void
send_batch(struct plan_apply *a)
{
	struct buf key = { 0 };
	struct err err;
	a->batch_result = (struct plan_batch_result){
		.batch_number = a->batch_result.batch_number + 1, .row_count = a->batch.rows.n
	};
	write_key(&key, a);
	if (!record_batch_begin(a, buf_str(&key), &err)) {
		buf_free(&key);
		end_apply_with_error(a, &err, 0);
		return;
	}
	const struct client_write w = { .endpoint = ENDPOINT_BULK,
		.body = buf_str(&a->batch.body),
		.idempotency_key = buf_str(&key),
		.if_match = plan_apply_commit(a) };
	a->phase = APPLY_SENDING;
	a->batch_began_at = clock_ticks();
	client_write(a->options.client, &w, on_batch_answer, a);
	buf_free(&key);
	a->on_event(a->ctx, PLAN_SENDING);
}

static void
send_next(struct plan_apply *a)
{
	if (a->stop_requested)
		end_apply(a, PLAN_END_STOPPED);
	else if (plan_batch_next(&a->batch, a->plan, &a->next_row, a->options.max_batch_diffs,
		     PLAN_DIRECTION_APPLY))
		send_batch(a);
	else
		end_apply(a, PLAN_END_COMPLETE);
}

/* Earlier batches without a response count as done if every row reads back as sent; otherwise
 * the rows are sent again, and that batch shows the result. */
static bool
finish_earlier_batches(struct plan_apply *a, struct err *err)
{
	const struct journal_write_status o = { .state = JOURNAL_DONE,
		.recorded_at = clock_now(a->options.clock),
		.code = STR("read_back") };
	const struct journal_write *w;
	for (size_t i = 0; i < a->plan->rows.n; i++)
		if (a->plan->rows.v[i].was_sent &&
		    !str_eqz(a->plan->rows.v[i].state, plan_state_done))
			return true;
	for (size_t i = 0; (w = journal_nth_newest_batch(a->options.journal, i)) != NULL; i++)
		if (journal_is_unknown(w) && str_eq(w->plan, a->plan->seal) &&
		    !journal_finish(a->options.journal, w->number, &o, err))
			return false;
	return true;
}

/* Runs from a timer, so never inside the caller: there may be nothing to send. */
static void
begin_sending(void *ctx)
{
	struct plan_apply *a = ctx;
	struct err err;
	a->timer = 0;
	if (!finish_earlier_batches(a, &err)) {
		end_apply_with_error(a, &err, 0);
		return;
	}
	send_next(a);
}

void
plan_apply_send(struct plan_apply *a)
{
	a->batch_count = plan_count_batches(a->plan, a->options.max_batch_diffs);
	a->row_count = 0;
	for (size_t i = 0; i < a->plan->rows.n; i++)
		a->row_count += a->plan->rows.v[i].pending;
	a->timer = a->options.io.start_timer(a->options.io.ctx, 0, begin_sending, a);
}

/* ---- results of earlier runs ---- */

bool
plan_row_is_unsettled(const struct plan_row *row)
{
	return row->was_sent && !plan_row_is_settled(row);
}

/* The result of a batch, from the states of its rows; of all unsettled rows if the log does not
 * have its key. */
static struct journal_write_status
find_result(const struct plan_apply *a, const struct journal_write *w)
{
	const struct plan_sent_batch *sent = plan_log_find_sent(a->log, w->key);
	const size_t *rows = sent ? sent->rows.v : a->unsettled.rows.v;
	size_t n = sent ? sent->rows.n : a->unsettled.rows.n, done = 0;
	for (size_t i = 0; i < n; i++)
		done += str_eqz(a->plan->rows.v[rows[i]].state, plan_state_done);
	return (struct journal_write_status){ .state = done ? JOURNAL_DONE : JOURNAL_REFUSED,
		.recorded_at = clock_now(a->options.clock),
		.code = !done     ? STR("not_applied")
		    : done == n   ? STR("read_back")
				  : STR(JOURNAL_PARTLY_DONE) };
}

/* From the oldest on, because a batch that is done overtakes earlier unknown ones. */
static bool
finish_unknown_writes(struct plan_apply *a, struct err *err)
{
	struct journal *j = a->options.journal;
	size_t n = 0;
	while (journal_nth_newest_batch(j, n))
		n++;
	while (n-- > 0) {
		const struct journal_write *w = journal_nth_newest_batch(j, n);
		if (!journal_is_unknown(w) || !str_eq(w->plan, a->plan->seal))
			continue;
		const struct journal_write_status o = find_result(a, w);
		if (!journal_finish(j, w->number, &o, err))
			return false;
	}
	return true;
}

bool
plan_apply_settle(struct plan_apply *a, struct err *err)
{
	for (size_t i = 0; i < a->unsettled.rows.n; i++) {
		struct plan_row *row = &a->plan->rows.v[a->unsettled.rows.v[i]];
		row->hash_after = str_eqz(row->state, plan_state_done) ? row->hash_now : STR_NONE;
	}
	return plan_log_finish(a->log, a->plan, &a->unsettled, err) &&
	    finish_unknown_writes(a, err);
}

/* ---- responses ---- */

/* Sets the service's reasons for single offers: "not_found: There is no item with this path." */
static void
parse_failures(struct plan_apply *a, const cJSON *failed)
{
	struct str path = json_get_text(failed, "path");
	struct str code = json_get_text(failed, "code"), words = json_get_text(failed, "message");
	for (size_t i = 0; path.n && i < a->batch.rows.n; i++) {
		struct plan_row *row = &a->plan->rows.v[a->batch.rows.v[i]];
		if (str_eq(row->path, path))
			row->service_reason = arena_printf(&a->plan->text_arena, "%.*s%s%.*s",
			    STR_ARG(str_sub(code, 0, REASON_SIZE_MAX)),
			    code.n && words.n ? ": " : "",
			    STR_ARG(str_sub(words, 0, REASON_SIZE_MAX)));
	}
}

static void
parse_answer(struct plan_apply *a, const struct client_answer *answer)
{
	struct arena texts = { 0 };
	struct err ignored;
	const cJSON *tree = json_parse(
	    &texts, buf_str(&answer->page.body), &json_scan_client_rules, &ignored);
	const cJSON *failed;
	cJSON_ArrayForEach (failed, json_get(tree, "failed"))
		parse_failures(a, failed);
	arena_free(&texts);
}

static void
on_batch_answer(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct plan_apply *a = ctx;
	a->batch_result.write_status = outcome;
	a->batch_result.err = answer->err;
	a->http_status = answer->http_status ? answer->http_status : answer->err.http_status;
	memcpy(a->request_id, answer->request_id, sizeof(a->request_id));
	buf_reset(&a->record);
	for (size_t i = 0; i < a->batch.rows.n; i++)
		a->plan->rows.v[a->batch.rows.v[i]].service_reason = STR_NONE;
	if (outcome == CLIENT_WRITE_DONE) {
		buf_adds(&a->record, buf_str(&answer->page.body));
		parse_answer(a, answer);
	}
	start_reading(a, APPLY_READING_SINCE);
}

/* ---- results of batches ---- */

static struct str
drop_text_with_token(const struct plan_apply *a, struct str text)
{
	return client_text_has_token(a->options.client, text) ? STR_NONE : text;
}

static size_t
count_refused_rows(const struct plan_apply *a)
{
	size_t n = 0;
	for (size_t i = 0; i < a->batch.rows.n; i++)
		n += str_eqz(a->plan->rows.v[a->batch.rows.v[i]].state, plan_state_refused);
	return n;
}

/* A batch without a response counts as done if every row reads back as sent. A response of 200 may
 * refuse some changes, or all of them. */
static bool
finish_batch(struct plan_apply *a, bool all_done, struct err *err)
{
	static const enum journal_state states[] = {
		[CLIENT_WRITE_DONE] = JOURNAL_DONE,
		[CLIENT_WRITE_REFUSED] = JOURNAL_REFUSED,
		[CLIENT_WRITE_UNKNOWN] = JOURNAL_UNKNOWN,
	};
	_Static_assert(sizeof(states) / sizeof(*states) == CLIENT_WRITE_STATUSES,
	    "every outcome needs a row in this table");
	bool read_back = a->batch_result.write_status == CLIENT_WRITE_UNKNOWN && all_done;
	size_t refused = a->batch_result.write_status == CLIENT_WRITE_DONE ? count_refused_rows(a)
									   : 0;
	bool is_all_refused = refused && refused == a->batch.rows.n;
	const struct journal_write_status o = {
		.state = read_back   ? JOURNAL_DONE
		    : is_all_refused ? JOURNAL_REFUSED
				     : states[a->batch_result.write_status],
		.recorded_at = clock_now(a->options.clock),
		.http_status = a->http_status,
		.code = read_back ? STR("read_back")
		    : refused     ? STR(JOURNAL_PARTLY_DONE)
				  : drop_text_with_token(a, str_of(a->batch_result.err.code)),
		.request_id = drop_text_with_token(a, str_of(a->request_id)),
		.record = drop_text_with_token(a, buf_str(&a->record)),
	};
	return plan_log_finish(a->log, a->plan, &a->batch, err) &&
	    journal_finish(a->options.journal, a->batch_result.journal_number, &o, err);
}

static bool
was_refused_as_outdated(struct plan_apply *a)
{
	bool late = a->batch_result.write_status == CLIENT_WRITE_REFUSED &&
	    a->http_status == HTTP_PRECONDITION_FAILED;
	a->catalog_change_refusals = late ? a->catalog_change_refusals + 1 : 0;
	return late && a->catalog_change_refusals < REVISION_CHANGES_MAX;
}

/* Rows that were sent are not sent again; later rows may have changed meanwhile. With `again`,
 * the rows of a batch that was refused because the catalog had changed are sent again if they
 * are still as planned. */
static void
recheck_rows(struct plan_apply *a, bool again)
{
	if (again)
		a->next_row = a->batch.rows.v[0];
	plan_recheck(a->plan, a->next_row, a->offers);
}

static void
evaluate_batch(struct plan_apply *a)
{
	static const enum plan_reply said[] = {
		[CLIENT_WRITE_DONE] = PLAN_REPLY_DONE,
		[CLIENT_WRITE_REFUSED] = PLAN_REPLY_REFUSED,
		[CLIENT_WRITE_UNKNOWN] = PLAN_REPLY_NONE,
	};
	_Static_assert(sizeof(said) / sizeof(*said) == CLIENT_WRITE_STATUSES,
	    "every outcome needs a row in this table");
	struct err err;
	struct str no = arena_str(&a->plan->text_arena, str_of(a->batch_result.err.text));
	bool late = was_refused_as_outdated(a);
	a->batch_result.confirmed_count = plan_batch_evaluate(
	    a->plan, &a->batch, a->offers, said[a->batch_result.write_status], no);
	a->batch_result.duration_ms = clock_ticks() - a->batch_began_at;
	bool whole = a->batch_result.confirmed_count == a->batch_result.row_count;
	if (!finish_batch(a, whole, &err)) {
		end_apply_with_error(a, &err, 0);
		return;
	}
	a->sent_count += late ? 0 : a->batch_result.row_count;
	recheck_rows(a, late);
	a->on_event(a->ctx, PLAN_BATCH_RESULT);
	if (whole || late || a->options.keep_going)
		send_next(a);
	else
		end_apply(a, PLAN_END_FAILED);
}

static void
on_offers_read(struct plan_apply *a)
{
	if (a->phase == APPLY_READING_SINCE && a->offers->reads_only_changes &&
	    !plan_batch_is_applied(a->plan, &a->batch, a->offers)) {
		start_reading(a, APPLY_READING_AFTER_BATCH);
		return;
	}
	if (a->phase != APPLY_READING_FIRST) {
		evaluate_batch(a);
		return;
	}
	plan_recheck(a->plan, 0, a->offers);
	a->phase = APPLY_IDLE;
	a->on_event(a->ctx, PLAN_OFFERS_READ);
}

/* The batch cannot be read back: the log records that it was sent, the journal that it is not
 * confirmed, unless the service has answered. */
static void
fail_reading(struct plan_apply *a, const struct err *err, int tries)
{
	struct err unnoted;
	if (a->phase != APPLY_READING_FIRST) {
		for (size_t i = 0; i < a->batch.rows.n; i++)
			a->plan->rows.v[a->batch.rows.v[i]].state = STR("not read back");
		finish_batch(a, false, &unnoted);
	}
	end_apply_with_error(a, err, tries);
}

/* ---- state for callers ---- */

void
plan_apply_stop(struct plan_apply *a)
{
	a->stop_requested = true;
}

enum plan_end
plan_apply_end_reason(const struct plan_apply *a)
{
	return a->end_reason;
}

const struct err *
plan_apply_err(const struct plan_apply *a)
{
	return &a->err;
}

int
plan_apply_tries(const struct plan_apply *a)
{
	return a->attempt_count;
}

const struct plan_batch_result *
plan_apply_result(const struct plan_apply *a)
{
	return &a->batch_result;
}

size_t
plan_apply_batch_count(const struct plan_apply *a)
{
	return a->batch_count;
}

size_t
plan_apply_sent_count(const struct plan_apply *a)
{
	return a->sent_count;
}

size_t
plan_apply_row_count(const struct plan_apply *a)
{
	return a->row_count;
}

struct str
plan_apply_commit(const struct plan_apply *a)
{
	return a->offers ? plan_offers_commit(a->offers) : STR_NONE;
}
