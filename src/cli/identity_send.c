#include "cli/identity_send.h"

#include "cli/exits.h"
#include "wire/identity.h"

#include <stdio.h>

static const enum endpoint endpoints[] = { [false] = ENDPOINT_LINK, [true] = ENDPOINT_UNLINK };

static const enum journal_state states[OUTCOMES] = {
	[OUTCOME_DONE] = JOURNAL_DONE,
	[OUTCOME_REFUSED] = JOURNAL_REFUSED,
	[OUTCOME_UNKNOWN] = JOURNAL_UNKNOWN,
};

/* ---- the journal ---- */

static void
say_unknown(struct identity_job *job)
{
	struct journal_numbers numbers = { 0 };
	struct buf line = { 0 };
	journal_unknown(&job->journal, buf_str(&job->service), &numbers);
	for (size_t i = 0; i < numbers.n; i++) {
		buf_addz(&line, i ? ", " : "");
		journal_number_write(&line, numbers.v[i]);
	}
	if (numbers.n)
		fprintf(stderr,
		    "Not known since earlier: %s. backroom identity resolve asks again\n",
		    buf_z(&line));
	if (job->journal.fault.n)
		fprintf(
		    stderr, "warning: the journal is not whole: %s\n", buf_z(&job->journal.fault));
	buf_free(&line);
	vec_free(&numbers);
}

bool
identity_send_open(struct identity_job *job, struct err *err)
{
	launch_service(&job->service, &job->launch);
	if (!journal_open(&job->journal, !job->launch.options.pack, err))
		return false;
	if (!job->resolve)
		say_unknown(job);
	return true;
}

/* What a server says may be anything, even what it was told in confidence. */
static struct str
without_token(const struct identity_job *job, const char *text)
{
	struct str s = str_of(text);
	return client_token_is_in(job->line.client, s) ? STR_NONE : s;
}

/* The outcome that cannot be noted is said all the same; for the journal it is unknown. */
static void
note_outcome(struct identity_job *job, unsigned number, struct written *w)
{
	bool answered = w->err.kind != ERR_NETWORK;
	const struct journal_outcome o = {
		.state = states[w->outcome],
		.at = clock_real(),
		.http = w->status,
		.code = answered ? without_token(job, w->err.code) : STR_NONE,
		.request_id = without_token(job, w->request_id),
		.record = w->outcome == OUTCOME_DONE ? without_token(job, buf_z(&w->body))
						     : STR_NONE,
	};
	struct err err;
	if (!journal_settle(&job->journal, number, &o, &err))
		exit_with(&err, 0);
}

/* ---- sending ---- */

/* Statuses by which a service says that the write itself is not to be. Others refuse the asking: no
 * token, no right, too many, not now; or a key that it remembers otherwise. */
static const int refusals_of_the_write[] = { 400, 404, 409, 413, 415, 422 };

static bool
refuses_the_write(const struct written *w)
{
	enum { N = sizeof(refusals_of_the_write) / sizeof(*refusals_of_the_write) };
	for (size_t i = 0; i < N; i++)
		if (w->status == refusals_of_the_write[i])
			return !str_eqz(str_of(w->err.code), "idempotency_mismatch");
	return false;
}

static void
send(struct identity_job *job, const struct journal_write *w, bool again, struct written *out)
{
	struct buf body = { 0 };
	identity_body_write(&body, w->iss, w->sub);
	const struct client_write write = { endpoints[w->unlink], w->owner, buf_str(&body),
		w->key };
	line_write(&job->line, &write, out);
	if (again && out->outcome == OUTCOME_REFUSED && !refuses_the_write(out))
		out->outcome = OUTCOME_UNKNOWN;
	note_outcome(job, w->number, out);
	buf_free(&body);
}

void
identity_send_again(
    struct identity_job *job, const struct journal_write *w, struct identity_sent *out)
{
	const struct journal_write own = *w; /* the journal's may move */
	out->number = own.number;
	send(job, &own, true, &out->written);
}

void
identity_send(struct identity_job *job, const struct identity_claim *claim, struct str key,
    struct identity_sent *out)
{
	struct str service = buf_str(&job->service);
	struct journal_write w = {
		.at = clock_real(),
		.environment = str_of(job->launch.name),
		.service = service,
		.unlink = job->unlink,
		.owner = claim->owner,
		.iss = claim->iss,
		.sub = claim->sub,
		.reason = claim->reason,
		.key = key,
	};
	const struct journal_write *earlier = journal_find_key(&job->journal, service, key);
	*out = (struct identity_sent){ .written = { .outcome = OUTCOME_REFUSED } };
	if (earlier && w.at - earlier->at < journal_key_lives) {
		identity_send_again(job, earlier, out);
		return;
	}
	if (!journal_begin(&job->journal, &w, &w.number, &out->written.err))
		return;
	out->number = w.number;
	send(job, &w, false, &out->written);
}

void
identity_sent_free(struct identity_sent *sent)
{
	written_free(&sent->written);
}
