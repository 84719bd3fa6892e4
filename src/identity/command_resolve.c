#include "identity/command_resolve.h"

#include "cli/exits.h"
#include "identity/command_record.h"
#include "identity/command_send.h"
#include "identity/retry.h"
#include "journal/line.h"

#include <stdio.h>

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
	job->unlink = w->unlink;
	fprintf(stderr, "J-%04u, which has no answer. ", w->number);
	if (!identity_confirm_send(job, &identity, &err))
		return exit_with(&err, 0);
	identity_send_retry(job, w->number, &sent);
	identity_record_add(report, &sent.written);
	int status = identity_print_result(job, &identity, &sent.written);
	identity_send_result_free(&sent);
	return status;
}

/* Finds the write named on the command line. */
static bool
resolve_named(const struct identity_job *job, struct journal_numbers *numbers, struct err *err)
{
	unsigned number;
	struct str word = str_of(job->args->words.v[1]);
	if (!journal_number_read(word, &number))
		return err_set(err, ERR_USAGE, "resolve takes a journal number, such as J-0412");
	const struct journal_write *w = journal_find(&job->journal, number);
	if (!w)
		return err_set(
		    err, ERR_NOT_FOUND, "the journal has no %.*s", STR_ARG(str_sub(word, 0, 20)));
	if (w->overtaken_by)
		fprintf(stderr, "J-%04u no longer matters: J-%04u replaced it\n", number,
		    w->overtaken_by);
	else if (!journal_is_unknown(w))
		fprintf(
		    stderr, "J-%04u has an answer: %s\n", number, journal_states[w->outcome.state]);
	else
		vec_push(numbers, number);
	return true;
}

static bool
collect_numbers(const struct identity_job *job, struct journal_numbers *numbers, struct err *err)
{
	if (job->args->words.n == 2)
		return resolve_named(job, numbers, err);
	journal_unknown(&job->journal, buf_str(&job->service), numbers);
	if (!numbers->n)
		fprintf(stderr, "Every write to %s is confirmed\n", job->app.badge);
	return true;
}

/* Retries the oldest write first, so that the latest one takes effect last. */
static int
resolve_all(struct identity_job *job, struct report *report, const struct journal_numbers *numbers)
{
	int first = EXIT_OK;
	for (size_t i = numbers->n; i > 0; i--) {
		struct err err;
		const struct journal_write *w = journal_find(&job->journal, numbers->v[i - 1]);
		if (!w || !journal_is_unknown(w))
			continue; /* a retry before it settled it, or the journal was truncated */
		bool may = identity_can_retry(w, buf_str(&job->service), clock_real(), &err);
		int status = may ? resolve_write(job, report, w) : exit_with(&err, 0);
		first = first == EXIT_OK ? status : first;
	}
	return first;
}

int
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
	int status = resolve_all(job, &report, &numbers);
	int printed = report_end(&report, EXIT_OK);
	vec_free(&numbers);
	return status == EXIT_OK ? printed : status;
}
