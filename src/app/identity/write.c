#include "app/identity/retry.h"

#include "base/digest.h"
#include "wire/identity.h"

#include <stdio.h>

struct job {
	struct job *next;
	struct identity_writer *writer;
	unsigned number;
	bool again;
	written_fn *done;
	void *ctx;
};

struct identity_writer {
	struct client *client;
	struct journal *journal;
	const struct clock *clock;
	struct job *jobs;
};

static const enum endpoint endpoints[] = { [false] = ENDPOINT_LINK, [true] = ENDPOINT_UNLINK };

static const enum journal_state states[] = {
	[CLIENT_WRITE_DONE] = JOURNAL_DONE,
	[CLIENT_WRITE_REFUSED] = JOURNAL_REFUSED,
	[CLIENT_WRITE_UNKNOWN] = JOURNAL_UNKNOWN,
};
_Static_assert(
    sizeof(states) / sizeof(*states) == CLIENT_WRITE_STATUSES, "a row for every outcome");

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
job_free(struct job *job)
{
	struct job **at = &job->writer->jobs;
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
identity_writes(const struct identity_writer *w)
{
	size_t n = 0;
	for (const struct job *job = w->jobs; job; job = job->next) {
		const struct journal_write *what = journal_find(w->journal, job->number);
		n += what && journal_is_unknown(what); /* the journal may have been truncated by hand */
	}
	return n;
}

bool
identity_is_under_way(const struct identity_writer *w, unsigned number)
{
	for (const struct job *job = w->jobs; job; job = job->next)
		if (job->number == number)
			return true;
	return false;
}

/* A server's text may contain anything, even the secret that it was sent. */
static struct str
without_token(const struct identity_writer *w, struct str text)
{
	return client_text_has_token(w->client, text) ? STR_NONE : text;
}

static void
note_outcome(struct identity_writer *w, struct write_result *what)
{
	bool answered = what->err.kind != ERR_NETWORK;
	bool done = what->outcome == CLIENT_WRITE_DONE;
	const struct journal_outcome o = {
		.state = states[what->outcome],
		.at = clock_now(w->clock),
		.http = what->status,
		.code = answered ? without_token(w, str_of(what->err.code)) : STR_NONE,
		.request_id = without_token(w, str_of(what->request_id)),
		.record = done ? without_token(w, what->body) : STR_NONE,
	};
	what->unnoted.kind = ERR_NONE;
	journal_settle(w->journal, what->number, &o, &what->unnoted);
}

/* Both answer with a JSON object, or with nothing, as 204 says. Another value is that of something
 * in between, and then nothing was done. */
static bool
is_their_answer(struct str body)
{
	body = str_trim(body);
	return !body.n || body.p[0] == '{';
}

static void
answered(void *ctx, enum client_write_status outcome, struct client_answer *answer)
{
	struct job *job = ctx;
	const char *id = answer->err.request_id[0] ? answer->err.request_id : answer->request_id;
	struct write_result out = { .number = job->number,
		.outcome = outcome,
		.err = answer->err,
		.status = answer->status,
		.body = buf_str(&answer->page.body) };
	snprintf(out.request_id, sizeof(out.request_id), "%s", id);
	if (outcome == CLIENT_WRITE_DONE && !is_their_answer(out.body)) {
		err_set(&out.err, ERR_PROTOCOL, "it is no JSON object");
		out.outcome = CLIENT_WRITE_UNKNOWN;
	}
	if (job->again && outcome == CLIENT_WRITE_REFUSED && !identity_retry_settles(&out))
		out.outcome = CLIENT_WRITE_UNKNOWN;
	note_outcome(job->writer, &out);
	written_fn *done = job->done;
	void *to = job->ctx;
	job_free(job);
	done(to, &out);
}

static void
send_noted(struct identity_writer *w, unsigned number, bool again, written_fn *done, void *ctx)
{
	const struct journal_write *what = journal_find(w->journal, number);
	struct job *job = x_new(struct job);
	struct buf body = { 0 };
	*job = (struct job){ .next = w->jobs,
		.writer = w,
		.number = number,
		.again = again,
		.done = done,
		.ctx = ctx };
	w->jobs = job;
	identity_body_write(&body, what->iss, what->sub);
	const struct client_write write = { .endpoint = endpoints[what->unlink],
		.owner = what->owner,
		.body = buf_str(&body),
		.key = what->key };
	client_write(w->client, &write, answered, job);
	buf_free(&body);
}

void
identity_write_again(struct identity_writer *w, unsigned number, written_fn *done, void *ctx)
{
	send_noted(w, number, true, done, ctx);
}

/* A key of its own for each: the same link may be made, undone and made again. */
static void
add_key(struct buf *key)
{
	unsigned char random[16];
	digest_random(random, sizeof(random));
	hex_encode(key, random, sizeof(random));
}

bool
identity_write(struct identity_writer *w, const struct journal_write *what, written_fn *done,
    void *ctx, struct err *err)
{
	struct journal_write own = *what;
	struct buf key = { 0 };
	const struct journal_write *earlier = own.key.n
	    ? journal_find_key(w->journal, own.service, own.key)
	    : NULL;
	own.at = clock_now(w->clock);
	if (earlier && own.at - earlier->at < journal_key_lives) {
		identity_write_again(w, earlier->number, done, ctx);
		return true;
	}
	if (!own.key.n) {
		add_key(&key);
		own.key = buf_str(&key);
	}
	bool begun = journal_begin(w->journal, &own, &own.number, err);
	if (begun)
		send_noted(w, own.number, false, done, ctx);
	buf_free(&key);
	return begun;
}
