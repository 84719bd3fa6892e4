#include "cli/identity.h"

#include "cli/exits.h"
#include "cli/identity_file.h"
#include "cli/identity_record.h"
#include "cli/identity_resolve.h"
#include "cli/identity_send.h"

#include <signal.h>

static int
run_one(struct identity_job *job, const struct identity_claim *claim)
{
	struct identity_sent sent;
	struct report report;
	struct err err;
	if (!identity_record_open(&report, job->call, &err) || !identity_send_open(job, &err) ||
	    !identity_may_send(job, claim, &err)) {
		output_free(&report.output);
		return report_fail(job->call, &err, 0);
	}
	identity_send(job, claim, STR_NONE, &sent);
	identity_record_add(&report, &sent.written);
	int printed = report_end(&report, EXIT_OK);
	int status = identity_say(job, claim, &sent.written);
	identity_sent_free(&sent);
	return status == EXIT_OK ? printed : status;
}

/* ---- words ---- */

static struct str
value_of(const struct call *call, enum option o)
{
	return str_of(call->values[o]);
}

/* Options that say what is to be written: the journal knows that of its writes. */
static bool
check_resolve(const struct call *call, struct err *err)
{
	static const enum option others[] = { OPTION_ISS, OPTION_SUB, OPTION_REASON, OPTION_FROM,
		OPTION_DRY_RUN, OPTION_RATE };
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (call->values[others[i]])
			return err_set(err, ERR_USAGE, "%s is not for identity resolve",
			    option_infos[others[i]].name);
	return call->words.n <= 2 || err_set(err, ERR_USAGE, "resolve takes one number, or none");
}

/* Of link and unlink. */
static bool
check_write(const struct call *call, struct err *err)
{
	bool from = call->values[OPTION_FROM] != NULL;
	size_t words = call->words.n;
	if (from && (words > 1 || call->values[OPTION_ISS] || call->values[OPTION_SUB]))
		return err_set(err, ERR_USAGE,
		    "--from takes owners, issuers and subjects from the file alone");
	if (!from && (call->values[OPTION_DRY_RUN] || call->values[OPTION_RATE]))
		return err_set(err, ERR_USAGE, "--dry-run and --rate are for --from");
	return from || (words == 2 && call->values[OPTION_ISS] && call->values[OPTION_SUB]) ||
	    err_set(err, ERR_USAGE, "%s takes an owner, --iss and --sub; or --from FILE.csv",
		call->words.v[0]);
}

/* The verb, and the owner where there is no file. */
static bool
read_words(struct identity_job *job, struct identity_claim *claim, struct err *err)
{
	const struct call *call = job->call;
	struct str verb = call->words.n ? str_of(call->words.v[0]) : STR_NONE;
	job->resolve = str_eqz(verb, "resolve");
	job->unlink = str_eqz(verb, "unlink");
	if (job->resolve)
		return check_resolve(call, err);
	if (!job->unlink && !str_eqz(verb, "link"))
		return err_set(err, ERR_USAGE, "identity takes link, unlink or resolve");
	if (!check_write(call, err))
		return false;
	if (!call->values[OPTION_FROM])
		*claim = (struct identity_claim){ .owner = str_of(call->words.v[1]),
			.iss = value_of(call, OPTION_ISS),
			.sub = value_of(call, OPTION_SUB),
			.reason = value_of(call, OPTION_REASON) };
	return true;
}

int
identity_run(struct call *call)
{
	struct identity_job job = { .call = call };
	struct identity_claim claim = { 0 };
	struct err err;
	int status;
	signal(SIGPIPE, SIG_IGN);
	call->launch.view = NULL; /* the words are none */
	if (!launch_init(&job.launch, &call->launch, &err) || !read_words(&job, &claim, &err))
		status = report_fail(call, &err, 0);
	else if (job.resolve)
		status = identity_resolve_run(&job);
	else if (call->values[OPTION_FROM])
		status = identity_file_run(&job);
	else
		status = run_one(&job, &claim);
	identity_writer_free(job.writer);
	line_close(&job.line);
	journal_close(&job.journal);
	buf_free(&job.service);
	launch_free(&job.launch);
	return status;
}
