#include "identity/command_file.h"

#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "identity/command_job.h"
#include "identity/command_rows.h"
#include "identity/command_send.h"
#include "model/format.h"

#include <stddef.h>
#include <stdio.h>

enum { DEFAULT_RATE = 20, RATE_MAX = 1000, HTTP_TOO_MANY_REQUESTS = 429 };

struct identity_batch {
	struct identity_job *job;
	struct identity_rows rows;
	struct report report;
	int64_t max_rate;       /* maximum rows per second */
	size_t rows_left;       /* rows not done by an earlier run */
	size_t rows_done;       /* rows done in this run */
	size_t rows_refused;    /* rows refused in this run */
	size_t row_line_number; /* line of the row being sent */
	bool result_unknown;    /* the last result is unknown: stop */
	int first_status;       /* exit status of the first failed row, else EXIT_OK */
	struct err err;         /* the results file cannot be written */
};

/* ---- result rows ---- */

struct result_row {
	struct str line, owner, outcome, code, request_id;
};

#define TEXT(member) .text_offset = offsetof(struct result_row, member)

static const struct column columns[] = {
	{ COLUMN("line", "LINE", 5, 5, ALWAYS), TEXT(line) },
	{ COLUMN("owner", "OWNER", 36, 36, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(owner) },
	{ COLUMN("outcome", "OUTCOME", 11, 11, ALWAYS), TEXT(outcome) },
	{ COLUMN("code", "CODE", 12, 24, ALWAYS), TEXT(code) },
	{ COLUMN("request", "REQUEST", 12, 36, ALWAYS), TEXT(request_id) },
	{ .id = NULL },
};

static const char *const optional_members[] = { "line", "owner", "outcome", "code", "request",
	NULL };

static const struct view_resource result_resource = {
	.name = "identities", .singular = "identity", .columns = columns
};

static void
print_result(struct identity_batch *b, const struct identity_entry *row, const char *outcome,
    const char *code, const char *request_id)
{
	struct buf line = { 0 }, json = { 0 };
	buf_addf(&line, "%zu", row->line);
	const struct result_row printed = { .line = buf_str(&line),
		.owner = row->identity.owner,
		.outcome = str_of(outcome),
		.code = str_of(code),
		.request_id = str_of(request_id) };
	report_add_number_member(&json, "line", (int64_t)row->line);
	report_add_text_member(&json, "owner", row->identity.owner);
	report_add_text_member(&json, "outcome", printed.outcome);
	report_add_text_member(&json, "code", printed.code);
	report_add_text_member(&json, "request", printed.request_id);
	buf_addc(&json, '}');
	report_add(&b->report, &printed, buf_str(&json));
	output_end_page(&b->report.output); /* now, since the next write may take long */
	buf_free(&line);
	buf_free(&json);
}

/* ---- sending ---- */

static void
print_row_not_done(const struct identity_entry *row, const struct identity_send_result *sent)
{
	fprintf(stderr, "line %zu: ", row->line);
	fail_with_exit_code(&sent->result.err, 0);
	if (sent->result.write_status == CLIENT_WRITE_UNKNOWN)
		fprintf(stderr, "line %zu is J-%04u in the journal, not confirmed\n", row->line,
		    sent->result.write_number);
}

static void
count_result(struct identity_batch *b, const struct write_result *w)
{
	b->rows_done += w->write_status == CLIENT_WRITE_DONE;
	b->rows_refused += w->write_status == CLIENT_WRITE_REFUSED;
	b->result_unknown = w->write_status == CLIENT_WRITE_UNKNOWN;
	if (w->write_status != CLIENT_WRITE_DONE && b->first_status == EXIT_OK)
		b->first_status = identity_exit_status(w);
}

/* False if the following rows would fail in the same way: no token, connection or journal, or
 * the rate limit was reached. */
static bool
can_continue(const struct identity_batch *b, const struct identity_send_result *sent)
{
	enum err_kind kind = sent->result.err.kind;
	return sent->result.write_number && !b->result_unknown && kind != ERR_AUTH &&
	    kind != ERR_NETWORK && sent->result.http_status != HTTP_TOO_MANY_REQUESTS;
}

static void
print_wait(void *ctx, int64_t ms)
{
	struct identity_batch *b = ctx;
	progress_line_stop(&b->job->progress_line);
	fprintf(stderr, "line %zu: the service asks Backroom to wait: retry in %d s\n",
	    b->row_line_number, (int)(ms / 1000));
	progress_line_start(&b->job->progress_line);
}

static bool
send_row(struct identity_batch *b, const struct identity_entry *row)
{
	struct identity_send_result sent;
	struct buf key = { 0 };
	b->row_line_number = row->line;
	b->job->progress_line.received_count = b->rows_done + b->rows_refused;
	identity_rows_write_key(&key, &b->rows, row);
	identity_send(b->job, &row->identity, buf_str(&key), &sent);
	const struct write_result *w = &sent.result;
	const char *outcome = client_write_status_names[w->write_status];
	const char *code = w->err.kind == ERR_NETWORK ? "" : w->err.code;
	count_result(b, w);
	print_result(b, row, outcome, code, w->request_id);
	if (w->write_status != CLIENT_WRITE_DONE)
		print_row_not_done(row, &sent);
	bool noted = identity_rows_record(&b->rows, row, outcome, code, w->request_id, &b->err);
	bool go_on = noted && can_continue(b, &sent);
	identity_send_result_free(&sent);
	buf_free(&key);
	return go_on;
}

static void
send_rows(struct identity_batch *b)
{
	int64_t due = clock_ticks();
	progress_line_init(&b->job->progress_line, &b->job->connection, ENDPOINT_BASKETS);
	b->job->progress_line.singular = "row";
	b->job->progress_line.plural = "rows";
	b->job->progress_line.total_count = b->rows_left;
	client_retry_rate_limited_writes(b->job->connection.client, print_wait, b);
	for (size_t i = 0; i < b->rows.list.n; i++) {
		if (b->rows.list.v[i].done_earlier)
			continue;
		connection_run_for(&b->job->connection, due - clock_ticks());
		due = clock_ticks() + 1000 / b->max_rate;
		if (!send_row(b, &b->rows.list.v[i]))
			return;
	}
}

static int
print_file_result(struct identity_batch *b)
{
	struct buf line = { 0 };
	size_t open = b->rows_left - b->rows_done;
	if (b->err.kind)
		return fail_with_exit_code(&b->err, 0);
	buf_addf(&line, "%zu of %zu %s", b->rows_done, b->rows_left, identity_past_verb(b->job));
	if (b->rows_refused)
		buf_addf(&line, ", %zu refused", b->rows_refused);
	if (b->result_unknown)
		buf_addz(&line, ", 1 is not confirmed");
	if (open - b->rows_refused - b->result_unknown)
		buf_addf(&line, ", %zu not tried", open - b->rows_refused - b->result_unknown);
	if (open)
		buf_addz(&line,
		    ". Run it again to continue: done rows are not sent again, refused rows are "
		    "retried");
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
	if (!open)
		return EXIT_OK;
	return b->rows_done || b->rows_left < b->rows.list.n ? EXIT_PARTLY : b->first_status;
}

/* ---- preparation ---- */

static void
preview_file(const struct identity_batch *b)
{
	struct buf line = { 0 };
	buf_addf(&line, "%s ", identity_verb(b->job));
	format_plural(&line, b->rows_left, "identity", "identities");
	buf_addf(&line, " at %s", b->job->app.badge);
	if (b->rows_left < b->rows.list.n)
		buf_addf(&line, "; %zu were done before", b->rows.list.n - b->rows_left);
	fprintf(stderr, "%s\n", buf_z(&line));
	buf_free(&line);
}

/* Opens the journal, and prints its warnings about the remaining rows. */
static bool
print_row_warnings(struct identity_batch *b, struct err *err)
{
	if (!identity_send_open(b->job, err))
		return false;
	for (size_t i = 0; i < b->rows.list.n; i++) {
		struct identity_entry *row = &b->rows.list.v[i];
		if (!row->is_invalid && !row->done_earlier)
			row->has_other_owner = identity_print_warnings(
			    b->job, &row->identity, row->line);
	}
	identity_print_undo_warning(b->job);
	return true;
}

static const char *
file_outlook_word(const struct identity_entry *row)
{
	if (row->is_invalid)
		return "wrong";
	if (row->done_earlier)
		return "done before";
	return row->has_other_owner ? "doubtful" : "to do";
}

static int
preview_dry_run(struct identity_batch *b)
{
	struct err err;
	if (!print_row_warnings(b, &err))
		return report_fail(b->job->args, &err, 0);
	for (size_t i = 0; i < b->rows.list.n; i++)
		print_result(b, &b->rows.list.v[i], file_outlook_word(&b->rows.list.v[i]), "", "");
	return report_end(&b->report, b->rows.invalid_count ? EXIT_FAILED : EXIT_OK);
}

static bool
read_rate(struct identity_batch *b, struct err *err)
{
	const char *text = b->job->args->option_values[OPTION_RATE];
	b->max_rate = DEFAULT_RATE;
	return !text ||
	    (str_to_int64(str_of(text), &b->max_rate) && b->max_rate >= 1 &&
		b->max_rate <= RATE_MAX) ||
	    err_set(err, ERR_USAGE, "--rate takes 1 to %d", RATE_MAX);
}

static bool
read_rate_and_rows(struct identity_batch *b, struct err *err)
{
	const char *path = b->job->args->option_values[OPTION_FROM];
	if (!read_rate(b, err) || !identity_rows_read(&b->rows, path, err) ||
	    !identity_rows_resume(&b->rows, identity_verb(b->job), err))
		return false;
	for (size_t i = 0; i < b->rows.list.n; i++)
		b->rows_left += !b->rows.list.v[i].done_earlier;
	return true;
}

static bool
confirm_file(struct identity_batch *b, struct err *err)
{
	struct buf count = { 0 };
	struct identity_job *job = b->job;
	if (b->rows.invalid_count)
		return err_set(err, ERR_INVALID, "nothing was sent: %zu of %zu rows are wrong",
		    b->rows.invalid_count, b->rows.list.n);
	if (!identity_is_allowed(job, err) || !print_row_warnings(b, err))
		return false;
	preview_file(b);
	buf_addf(&count, "%zu", b->rows_left);
	bool ok = b->rows_left == 0 ||
	    confirm(job->args, "Type the number of rows", buf_str(&count), err);
	buf_free(&count);
	return ok && connection_open(&job->connection, &job->app, err) &&
	    identity_rows_begin(&b->rows, identity_verb(job), err);
}

static int
run_batch(struct identity_batch *b)
{
	struct err err;
	if (!report_open(&b->report, b->job->args, &result_resource, optional_members, &err) ||
	    !report_check_fields(&b->report, &err) || !read_rate_and_rows(b, &err))
		return report_fail(b->job->args, &err, 0);
	if (b->job->args->option_values[OPTION_DRY_RUN])
		return preview_dry_run(b);
	if (!confirm_file(b, &err))
		return report_fail(b->job->args, &err, 0);
	send_rows(b);
	int printed = report_end(&b->report, EXIT_OK), status = print_file_result(b);
	return status == EXIT_OK ? printed : status;
}

int
identity_file_run(struct identity_job *job)
{
	struct identity_batch b = { .job = job };
	int status = run_batch(&b);
	report_free(&b.report);
	identity_rows_free(&b.rows);
	return status;
}
