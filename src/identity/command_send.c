#include "identity/command_send.h"

#include "cli/exits.h"
#include "identity/retry.h"

#include <stdio.h>

static void
print_unknown(struct identity_job *job)
{
	struct journal_numbers numbers = { 0 };
	struct buf line = { 0 };
	journal_unknown(&job->journal, buf_str(&job->service), &numbers);
	for (size_t i = 0; i < numbers.n; i++) {
		buf_addz(&line, i ? ", " : "");
		journal_number_write(&line, numbers.v[i]);
	}
	if (numbers.n)
		fprintf(stderr, "Not confirmed from earlier: %s. Run backroom identity resolve\n",
		    buf_z(&line));
	if (job->journal.fault.n)
		fprintf(stderr, "warning: the journal's chain is broken: %s\n",
		    buf_z(&job->journal.fault));
	buf_free(&line);
	vec_free(&numbers);
}

bool
identity_send_open(struct identity_job *job, struct err *err)
{
	app_context_append_service(&job->service, &job->app);
	if (!journal_open(&job->journal, !job->app.options.pack, err))
		return false;
	if (!job->resolve)
		print_unknown(job);
	return true;
}

/* ---- sending ---- */

struct wait {
	struct connection *connection;
	struct identity_send_result *out;
};

static void
on_written(void *ctx, const struct write_result *w)
{
	struct wait *wait = ctx;
	wait->out->written = *w;
	buf_adds(&wait->out->body, w->body);
	wait->out->written.body = buf_str(&wait->out->body);
	if (w->journal_err.kind)
		exit_with(&w->journal_err, 0);
	connection_stop(wait->connection);
}

static void
run_with_progress(struct identity_job *job)
{
	struct progress_line *p = &job->progress_line;
	if (!p->connection)
		progress_line_init(p, &job->connection, ENDPOINT_BASKETS);
	progress_line_start(p);
	connection_run(&job->connection);
	progress_line_stop(p);
}

static struct identity_writer *
writer_of(struct identity_job *job)
{
	static const struct clock real = { 0 };
	if (!job->writer)
		job->writer = identity_writer_new(job->connection.client, &job->journal, &real);
	return job->writer;
}

void
identity_send_retry(struct identity_job *job, unsigned number, struct identity_send_result *out)
{
	struct wait wait = { &job->connection, out };
	*out = (struct identity_send_result){ .written = { .outcome = CLIENT_WRITE_UNKNOWN } };
	identity_write_retry(writer_of(job), number, on_written, &wait);
	run_with_progress(job);
}

void
identity_send(struct identity_job *job, const struct identity_fields *identity, struct str key,
    struct identity_send_result *out)
{
	struct wait wait = { &job->connection, out };
	const struct journal_write w = {
		.environment = str_of(job->app.name),
		.service = buf_str(&job->service),
		.unlink = job->unlink,
		.owner = identity->owner,
		.iss = identity->iss,
		.sub = identity->sub,
		.reason = identity->reason,
		.key = key,
	};
	*out = (struct identity_send_result){ .written = { .outcome = CLIENT_WRITE_REFUSED } };
	if (identity_write(writer_of(job), &w, on_written, &wait, &out->written.err))
		run_with_progress(job);
}

void
identity_send_result_free(struct identity_send_result *sent)
{
	buf_free(&sent->body);
}
