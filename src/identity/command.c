#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/report.h"
#include "identity/command_job.h"
#include "identity/command_rows.h"
#include "identity/command_send.h"
#include "identity/write.h"
#include "journal/line.h"
#include "model/format.h"
#include "wire/identity.h"

#include <stddef.h>
#include <stdio.h>

/* ---- the rows of a file ---- */

/* The rows are sent one after the other. The result of each is appended to FILE.csv.results before
 * the next is sent: line, owner, result, code, request id, and never issuer or subject. Its first
 * line has the verb, the digest of the file and a run number, from which the rows' Idempotency-Keys
 * are derived: a rerun sends the same row with the same key. */

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
		.code = *code ? str_of(code) : STR_NONE,
		.request_id = *request_id ? str_of(request_id) : STR_NONE };
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

static struct str
option_value(const struct args *args, enum option o)
{
	return str_of(args->option_values[o]);
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
	const struct args *args = b->job->args;
	b->rows.reason = option_value(args, OPTION_REASON);
	b->rows.requires_reason = b->job->app.environment->requires_reason;
	if (!read_rate(b, err) ||
	    !identity_rows_read(&b->rows, args->option_values[OPTION_FROM], err) ||
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

static int
identity_file_run(struct identity_job *job)
{
	struct identity_batch b = { .job = job };
	int status = run_batch(&b);
	report_free(&b.report);
	identity_rows_free(&b.rows);
	return status;
}

/* ---- the command ---- */

/*
 * `identity resolve [J-0412]`: retries writes without a response, with the same key.
 *
 * A service that remembers the key answers as it did the first time, so nothing is done twice. A
 * write whose key has expired is not retried: it could restore a link that was undone since.
 */

static struct identity_fields
identity_fields_of(const struct journal_write *w)
{
	return (struct identity_fields){
		.owner = w->owner, .iss = w->iss, .sub = w->sub, .reason = w->reason
	};
}

static int
resolve_write(struct identity_job *job, struct report *report, const struct journal_write *w)
{
	struct identity_send_result sent = { 0 };
	struct err err;
	const struct identity_fields identity = identity_fields_of(w);
	job->is_unlink = w->is_unlink;
	fprintf(stderr, "J-%04u, which has no response. ", w->number);
	if (!identity_confirm_send(job, &identity, &err))
		return fail_with_exit_code(&err, 0);
	identity_send_retry(job, w->number, &sent);
	identity_record_add(report, &sent.result);
	int status = identity_print_result(job, &identity, &sent.result);
	identity_send_result_free(&sent);
	return status;
}

/* Finds the write named on the command line. */
static bool
add_named_number(const struct identity_job *job, struct journal_numbers *numbers, struct err *err)
{
	unsigned number;
	struct str word = str_of(job->args->positional_args.v[1]);
	if (!journal_number_read(word, &number))
		return err_set(err, ERR_USAGE, "resolve takes a journal number, such as J-0412");
	const struct journal_write *w = journal_find(&job->journal, number);
	if (!w)
		return err_set(
		    err, ERR_NOT_FOUND, "the journal has no %.*s", STR_ARG(str_sub(word, 0, 20)));
	if (w->settled_by)
		fprintf(
		    stderr, "J-%04u needs no check: J-%04u replaced it\n", number, w->settled_by);
	else if (!journal_is_unknown(w))
		fprintf(
		    stderr, "J-%04u has a response: %s\n", number, journal_states[w->status.state]);
	else
		vec_push(numbers, number);
	return true;
}

static bool
collect_numbers(const struct identity_job *job, struct journal_numbers *numbers, struct err *err)
{
	if (job->args->positional_args.n == 2)
		return add_named_number(job, numbers, err);
	journal_collect_unknown(&job->journal, buf_str(&job->service), numbers);
	if (!numbers->n)
		fprintf(stderr, "Every write to %s is confirmed\n", job->app.badge);
	return true;
}

/* Retries the oldest write first, so that the latest one takes effect last. */
static int
resolve_writes(
    struct identity_job *job, struct report *report, const struct journal_numbers *numbers)
{
	int first = EXIT_OK;
	for (size_t i = numbers->n; i > 0; i--) {
		struct err err;
		const struct journal_write *w = journal_find(&job->journal, numbers->v[i - 1]);
		if (!w || !journal_is_unknown(w))
			continue; /* a retry before it settled it, or the journal was truncated */
		bool may = identity_can_retry(w, buf_str(&job->service), clock_real(), &err);
		int status = may ? resolve_write(job, report, w) : fail_with_exit_code(&err, 0);
		first = first == EXIT_OK ? status : first;
	}
	return first;
}

/* Returns the exit status of the first write that is not done. */
static int
identity_resolve_run(struct identity_job *job)
{
	struct journal_numbers numbers = { 0 };
	struct report report;
	struct err err;
	bool ok = identity_record_open(&report, job->args, &err) && identity_send_open(job, &err) &&
	    collect_numbers(job, &numbers, &err);
	if (!ok) {
		report_free(&report);
		vec_free(&numbers);
		return report_fail(job->args, &err, 0);
	}
	int status = resolve_writes(job, &report, &numbers);
	int printed = report_end(&report, EXIT_OK);
	vec_free(&numbers);
	return status == EXIT_OK ? printed : status;
}

/*
 * `identity link | unlink OWNER --dry-run`: shows the request and the warnings. Nothing
 * is sent or recorded.
 */

/* The request, as a record of the report or, without one, as a curl command. */
static void
print_request(
    const struct identity_job *job, const struct identity_fields *identity, struct report *report)
{
	const struct client *client = job->connection.client;
	enum endpoint e = job->is_unlink ? ENDPOINT_UNLINK : ENDPOINT_LINK;
	struct str method = job->is_unlink ? STR("DELETE") : STR("POST");
	struct buf url = { 0 }, body = { 0 }, curl = { 0 };
	client_append_write_url(&url, client, e, identity->owner);
	identity_body_write(&body, identity->iss, identity->sub);
	if (report) {
		request_add(report, method, buf_str(&url), "Authorization, Idempotency-Key",
		    buf_str(&body));
	} else {
		client_append_curl_of(
		    &curl, client_sends_bare_token(client), method, buf_str(&url), buf_str(&body));
		printf("%s\n", buf_z(&curl));
	}
	buf_free(&url);
	buf_free(&body);
	buf_free(&curl);
}

/* `identity link | unlink OWNER --curl`: only prints the request. */
static int
print_identity_curl(struct identity_job *job, const struct identity_fields *identity)
{
	struct err err;
	if (!connection_open(&job->connection, &job->app, &err))
		return report_fail(job->args, &err, 0);
	print_request(job, identity, NULL);
	return fflush(stdout) == 0 ? EXIT_OK : EXIT_FAILED;
}

/* Returns the exit status. */
static int
identity_dry_run(struct identity_job *job, const struct identity_fields *identity)
{
	struct report report;
	struct err err;
	if (!request_open(&report, job->args, &err) || !identity_send_open(job, &err) ||
	    !identity_print_preview(job, identity, &err) ||
	    !connection_open(&job->connection, &job->app, &err)) {
		report_free(&report);
		return report_fail(job->args, &err, 0);
	}
	print_request(job, identity, &report);
	int status = report_end(&report, EXIT_OK);
	if (job->app.read_only)
		fprintf(stderr, "warning: read-only, so it would not be sent\n");
	fprintf(stderr, "Nothing was sent or recorded\n");
	return status;
}

static int
run_single_write(struct identity_job *job, const struct identity_fields *identity)
{
	struct identity_send_result sent;
	struct report report;
	struct err err;
	if (!identity_record_open(&report, job->args, &err) || !identity_send_open(job, &err) ||
	    !identity_confirm_send(job, identity, &err)) {
		report_free(&report);
		return report_fail(job->args, &err, 0);
	}
	identity_send(job, identity, STR_NONE, &sent);
	identity_record_add(&report, &sent.result);
	int printed = report_end(&report, EXIT_OK);
	int status = identity_print_result(job, identity, &sent.result);
	identity_send_result_free(&sent);
	return status == EXIT_OK ? printed : status;
}

/* ---- command line ---- */

/* Rejects options that describe a write: the journal has these values. */
static bool
check_resolve_options(const struct args *args, struct err *err)
{
	static const enum option others[] = { OPTION_ISS, OPTION_SUB, OPTION_REASON, OPTION_FROM,
		OPTION_DRY_RUN, OPTION_RATE, OPTION_CURL };
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (args->option_values[others[i]])
			return err_set(err, ERR_USAGE, "%s does not work with identity resolve",
			    option_infos[others[i]].name);
	return args->positional_args.n <= 2 ||
	    err_set(err, ERR_USAGE, "resolve takes at most one number");
}

/* Checks the arguments of link and unlink. */
static bool
check_write_arguments(const struct args *args, struct err *err)
{
	bool from = args->option_values[OPTION_FROM] != NULL;
	size_t words = args->positional_args.n;
	if (from &&
	    (words > 1 || args->option_values[OPTION_ISS] || args->option_values[OPTION_SUB]))
		return err_set(err, ERR_USAGE,
		    "with --from, owners, issuers and subjects come from the file only");
	if (from && args->option_values[OPTION_CURL])
		return err_set(
		    err, ERR_USAGE, "--curl prints one request: it does not work with --from");
	if (!from && args->option_values[OPTION_RATE])
		return err_set(err, ERR_USAGE, "--rate works with --from only");
	return from ||
	    (words == 2 && args->option_values[OPTION_ISS] && args->option_values[OPTION_SUB]) ||
	    err_set(err, ERR_USAGE, "%s takes an owner, --iss and --sub; or --from FILE.csv",
		args->positional_args.v[0]);
}

/* Reads the verb, and the owner if there is no file. */
static bool
read_words(struct identity_job *job, struct identity_fields *identity, struct err *err)
{
	const struct args *args = job->args;
	struct str verb = args->positional_args.n ? str_of(args->positional_args.v[0]) : STR_NONE;
	job->retries_writes = str_eqz(verb, "resolve");
	job->is_unlink = str_eqz(verb, "unlink");
	if (job->retries_writes)
		return check_resolve_options(args, err);
	if (!job->is_unlink && !str_eqz(verb, "link"))
		return err_set(err, ERR_USAGE, "identity takes link, unlink or resolve");
	if (!check_write_arguments(args, err))
		return false;
	if (!args->option_values[OPTION_FROM])
		*identity = (struct identity_fields){ .owner = str_of(args->positional_args.v[1]),
			.iss = option_value(args, OPTION_ISS),
			.sub = option_value(args, OPTION_SUB),
			.reason = option_value(args, OPTION_REASON) };
	return args->option_values[OPTION_FROM] ||
	    app_context_check_reason(&job->app, identity->reason, err);
}

int
identity_run(struct args *args)
{
	struct identity_job job = { .args = args };
	struct identity_fields identity = { 0 };
	struct err err;
	int status;
	args->app_options.view_line = NULL; /* the words are not a VIEW */
	if (!app_context_init(&job.app, &args->app_options, &err) ||
	    !read_words(&job, &identity, &err))
		status = report_fail(args, &err, 0);
	else if (job.retries_writes)
		status = identity_resolve_run(&job);
	else if (args->option_values[OPTION_FROM])
		status = identity_file_run(&job);
	else if (args->option_values[OPTION_CURL])
		status = print_identity_curl(&job, &identity);
	else if (args->option_values[OPTION_DRY_RUN])
		status = identity_dry_run(&job, &identity);
	else
		status = run_single_write(&job, &identity);
	identity_writer_free(job.writer);
	connection_close(&job.connection);
	journal_close(&job.journal);
	buf_free(&job.service);
	app_context_free(&job.app);
	return status;
}
