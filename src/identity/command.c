#include "cli/commands.h"

#include "cli/exits.h"
#include "cli/report.h"
#include "identity/command_file.h"
#include "identity/command_job.h"
#include "identity/command_send.h"
#include "identity/write.h"
#include "journal/line.h"
#include "wire/identity.h"

#include <stdio.h>

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

static void
print_request(
    const struct identity_job *job, const struct identity_fields *identity, struct report *report)
{
	enum endpoint e = job->is_unlink ? ENDPOINT_UNLINK : ENDPOINT_LINK;
	struct buf url = { 0 }, body = { 0 };
	client_append_write_url(&url, job->connection.client, e, identity->owner);
	identity_body_write(&body, identity->iss, identity->sub);
	request_add(report, job->is_unlink ? STR("DELETE") : STR("POST"), buf_str(&url),
	    "Authorization, Idempotency-Key", buf_str(&body));
	buf_free(&url);
	buf_free(&body);
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

static struct str
option_value(const struct args *args, enum option o)
{
	return str_of(args->option_values[o]);
}

/* Rejects options that describe a write: the journal has these values. */
static bool
check_resolve_options(const struct args *args, struct err *err)
{
	static const enum option others[] = { OPTION_ISS, OPTION_SUB, OPTION_REASON, OPTION_FROM,
		OPTION_DRY_RUN, OPTION_RATE };
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
	return true;
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
