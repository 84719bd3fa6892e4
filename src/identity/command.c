#include "identity/command.h"

#include "cli/exits.h"
#include "identity/command_dry_run.h"
#include "identity/command_file.h"
#include "identity/command_record.h"
#include "identity/command_resolve.h"
#include "identity/command_send.h"

static int
run_one(struct identity_job *job, const struct identity_fields *identity)
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
	identity_record_add(&report, &sent.written);
	int printed = report_end(&report, EXIT_OK);
	int status = identity_print_result(job, identity, &sent.written);
	identity_send_result_free(&sent);
	return status == EXIT_OK ? printed : status;
}

/* ---- command line ---- */

static struct str
option_value(const struct args *args, enum option o)
{
	return str_of(args->values[o]);
}

/* Rejects options that describe a write: the journal has these values. */
static bool
check_resolve(const struct args *args, struct err *err)
{
	static const enum option others[] = { OPTION_ISS, OPTION_SUB, OPTION_REASON, OPTION_FROM,
		OPTION_DRY_RUN, OPTION_RATE };
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (args->values[others[i]])
			return err_set(err, ERR_USAGE, "%s is not for identity resolve",
			    option_infos[others[i]].name);
	return args->words.n <= 2 || err_set(err, ERR_USAGE, "resolve takes one number, or none");
}

/* Checks the arguments of link and unlink. */
static bool
check_write(const struct args *args, struct err *err)
{
	bool from = args->values[OPTION_FROM] != NULL;
	size_t words = args->words.n;
	if (from && (words > 1 || args->values[OPTION_ISS] || args->values[OPTION_SUB]))
		return err_set(err, ERR_USAGE,
		    "with --from, owners, issuers and subjects come from the file only");
	if (!from && args->values[OPTION_RATE])
		return err_set(err, ERR_USAGE, "--rate works with --from only");
	return from || (words == 2 && args->values[OPTION_ISS] && args->values[OPTION_SUB]) ||
	    err_set(err, ERR_USAGE, "%s takes an owner, --iss and --sub; or --from FILE.csv",
		args->words.v[0]);
}

/* Reads the verb, and the owner if there is no file. */
static bool
read_words(struct identity_job *job, struct identity_fields *identity, struct err *err)
{
	const struct args *args = job->args;
	struct str verb = args->words.n ? str_of(args->words.v[0]) : STR_NONE;
	job->resolve = str_eqz(verb, "resolve");
	job->unlink = str_eqz(verb, "unlink");
	if (job->resolve)
		return check_resolve(args, err);
	if (!job->unlink && !str_eqz(verb, "link"))
		return err_set(err, ERR_USAGE, "identity takes link, unlink or resolve");
	if (!check_write(args, err))
		return false;
	if (!args->values[OPTION_FROM])
		*identity = (struct identity_fields){ .owner = str_of(args->words.v[1]),
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
	args->app.view = NULL; /* the words are not a VIEW */
	if (!app_context_init(&job.app, &args->app, &err) || !read_words(&job, &identity, &err))
		status = report_fail(args, &err, 0);
	else if (job.resolve)
		status = identity_resolve_run(&job);
	else if (args->values[OPTION_FROM])
		status = identity_file_run(&job);
	else if (args->values[OPTION_DRY_RUN])
		status = identity_dry_run(&job, &identity);
	else
		status = run_one(&job, &identity);
	identity_writer_free(job.writer);
	connection_close(&job.connection);
	journal_close(&job.journal);
	buf_free(&job.service);
	app_context_free(&job.app);
	return status;
}
