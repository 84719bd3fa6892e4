#include "identity/write.h"

#include "base/digest.h"
#include "wire/identity.h"
#include "wire/member.h"

#include <stdio.h>

/* Statuses with which a service refuses the write itself. Others refuse only the request: no
 * token, no right, rate limit, temporary failure; or a key that was used for another request. */
static const int final_refusal_statuses[] = { 400, 404, 409, 413, 415, 422 };

/* True if an error response refuses the write itself, rather than only the retry. */
static bool
identity_retry_is_final(const struct write_result *w)
{
	enum { N = sizeof(final_refusal_statuses) / sizeof(*final_refusal_statuses) };
	for (size_t i = 0; i < N; i++)
		if (w->http_status == final_refusal_statuses[i])
			return !str_eqz(str_of(w->err.code), "idempotency_mismatch");
	return false;
}

bool
identity_can_retry(
    const struct journal_write *what, struct str service, int64_t now, struct err *err)
{
	if (!str_eq(what->service, service))
		return err_set(err, ERR_USAGE, "J-%04u was sent to another service: %.*s at %.*s",
		    what->number, STR_ARG(what->environment), STR_ARG(what->service));
	return now - what->recorded_at < journal_key_lifetime_ms ||
	    err_set(err, ERR_USAGE,
		"J-%04u is over a day old, so it can no longer be retried safely. Link or unlink "
		"again instead",
		what->number);
}

struct write_job {
	struct write_job *next;
	struct identity_writer *writer;
	unsigned write_number;
	bool is_retry;
	write_result_fn *on_result;
	void *ctx;
};

struct identity_writer {
	struct client *client;
	struct journal *journal;
	const struct clock *clock;
	struct write_job *jobs;
};

static const enum endpoint write_endpoints[] = {
	[false] = ENDPOINT_LINK, [true] = ENDPOINT_UNLINK
};

static const enum journal_state state_by_write_status[] = {
	[CLIENT_WRITE_DONE] = JOURNAL_DONE,
	[CLIENT_WRITE_REFUSED] = JOURNAL_REFUSED,
	[CLIENT_WRITE_UNKNOWN] = JOURNAL_UNKNOWN,
};
_Static_assert(
    sizeof(state_by_write_status) / sizeof(*state_by_write_status) == CLIENT_WRITE_STATUSES,
    "every outcome needs a row in this table");

struct identity_writer *
identity_writer_new(struct client *client, struct journal *j, const struct clock *clock)
{
	struct identity_writer *w = x_new(struct identity_writer);
	w->client = client;
	w->journal = j;
	w->clock = clock;
	return w;
}

static void
job_free(struct write_job *job)
{
	struct write_job **at = &job->writer->jobs;
	while (*at != job)
		at = &(*at)->next;
	*at = job->next;
	x_free(job);
}

void
identity_writer_free(struct identity_writer *w)
{
	if (!w)
		return;
	while (w->jobs)
		job_free(w->jobs);
	x_free(w);
}

size_t
identity_count_pending(const struct identity_writer *w)
{
	size_t n = 0;
	for (const struct write_job *job = w->jobs; job; job = job->next) {
		const struct journal_write *what = journal_find(w->journal, job->write_number);
		n += what &&
		    journal_is_unknown(what); /* the journal may have been truncated by hand */
	}
	return n;
}

bool
identity_is_pending(const struct identity_writer *w, unsigned number)
{
	for (const struct write_job *job = w->jobs; job; job = job->next)
		if (job->write_number == number)
			return true;
	return false;
}

static bool
is_same_link(const struct journal_write *a, const struct journal_write *b)
{
	return !a->is_unlink && a->status.state == JOURNAL_DONE && str_eq(a->service, b->service) &&
	    str_eq(a->owner, b->owner) && str_eq(a->iss, b->iss) && str_eq(a->sub, b->sub);
}

const struct journal_write *
identity_find_repeated_link(const struct journal *j, const struct journal_write *link)
{
	const struct journal_write *w, *found = NULL;
	struct buf id = { 0 }, other = { 0 };
	bool has_id = is_same_link(link, link) &&
	    member_read_text(&id, link->status.record, STR("id")) && id.n;
	for (size_t i = 0; has_id && !found && (w = journal_nth_newest(j, i)) != NULL; i++) {
		buf_reset(&other);
		if (w->number < link->number && is_same_link(w, link) &&
		    member_read_text(&other, w->status.record, STR("id")) &&
		    str_eq(buf_str(&other), buf_str(&id)))
			found = w;
	}
	buf_free(&id);
	buf_free(&other);
	return found;
}

/* Drops a server's text that contains the token: it may echo anything it was sent. */
static struct str
drop_text_with_token(const struct identity_writer *w, struct str text)
{
	return client_text_has_token(w->client, text) ? STR_NONE : text;
}

static void
record_write_result(struct identity_writer *w, struct write_result *what)
{
	bool on_write_answer = what->err.kind != ERR_NETWORK;
	bool done = what->write_status == CLIENT_WRITE_DONE;
	const struct journal_write_status o = {
		.state = state_by_write_status[what->write_status],
		.recorded_at = clock_now(w->clock),
		.http_status = what->http_status,
		.code = on_write_answer ? drop_text_with_token(w, str_of(what->err.code))
					: STR_NONE,
		.request_id = drop_text_with_token(w, str_of(what->request_id)),
		.record = done ? drop_text_with_token(w, what->body) : STR_NONE,
	};
	what->journal_err.kind = ERR_NONE;
	journal_finish(w->journal, what->write_number, &o, &what->journal_err);
}

/* Link and unlink return a JSON object, or nothing with 204. Any other body comes from an
 * intermediary, and then nothing was done. */
static bool
is_service_answer(struct str body)
{
	body = str_trim(body);
	return !body.n || body.p[0] == '{';
}

static void
on_write_answer(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct write_job *job = ctx;
	const char *id = answer->err.request_id[0] ? answer->err.request_id : answer->request_id;
	struct write_result out = { .write_number = job->write_number,
		.write_status = outcome,
		.err = answer->err,
		.http_status = answer->http_status,
		.body = buf_str(&answer->page.body) };
	snprintf(out.request_id, sizeof(out.request_id), "%s", id);
	if (outcome == CLIENT_WRITE_DONE && !is_service_answer(out.body)) {
		err_set(&out.err, ERR_PROTOCOL, "it is not a JSON object");
		out.write_status = CLIENT_WRITE_UNKNOWN;
	}
	if (job->is_retry && outcome == CLIENT_WRITE_REFUSED && !identity_retry_is_final(&out))
		out.write_status = CLIENT_WRITE_UNKNOWN;
	record_write_result(job->writer, &out);
	write_result_fn *done = job->on_result;
	void *to = job->ctx;
	job_free(job);
	done(to, &out);
}

static void
send_journaled_write(
    struct identity_writer *w, unsigned number, bool again, write_result_fn *done, void *ctx)
{
	const struct journal_write *what = journal_find(w->journal, number);
	struct write_job *job = x_new(struct write_job);
	struct buf body = { 0 };
	*job = (struct write_job){ .next = w->jobs,
		.writer = w,
		.write_number = number,
		.is_retry = again,
		.on_result = done,
		.ctx = ctx };
	w->jobs = job;
	identity_body_write(&body, what->iss, what->sub);
	const struct client_write write = { .endpoint = write_endpoints[what->is_unlink],
		.owner = what->owner,
		.body = buf_str(&body),
		.idempotency_key = what->key };
	client_write(w->client, &write, on_write_answer, job);
	buf_free(&body);
}

void
identity_write_retry(struct identity_writer *w, unsigned number, write_result_fn *done, void *ctx)
{
	send_journaled_write(w, number, true, done, ctx);
}

/* Each write gets a new key: the same link may be made, undone and made again. */
static void
add_key(struct buf *key)
{
	unsigned char random[16];
	digest_random(random, sizeof(random));
	hex_encode(key, random, sizeof(random));
}

bool
identity_write(struct identity_writer *w, const struct journal_write *what, write_result_fn *done,
    void *ctx, struct err *err)
{
	struct journal_write own = *what;
	struct buf key = { 0 };
	const struct journal_write *earlier = own.key.n
	    ? journal_find_key(w->journal, own.service, own.key)
	    : NULL;
	own.recorded_at = clock_now(w->clock);
	if (earlier && own.recorded_at - earlier->recorded_at < journal_key_lifetime_ms) {
		identity_write_retry(w, earlier->number, done, ctx);
		return true;
	}
	if (!own.key.n) {
		add_key(&key);
		own.key = buf_str(&key);
	}
	bool begun = journal_begin(w->journal, &own, &own.number, err);
	if (begun)
		send_journaled_write(w, own.number, false, done, ctx);
	buf_free(&key);
	return begun;
}
