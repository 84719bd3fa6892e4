#include "cli/identity.h"

#include "base/utf8.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/identity_doubts.h"
#include "cli/identity_file.h"
#include "cli/identity_record.h"
#include "cli/identity_resolve.h"
#include "cli/identity_send.h"

#include <signal.h>
#include <stdio.h>

static const struct {
	const char *word, *verb, *past;
} verbs[] = {
	[false] = { "link", "Link", "linked" },
	[true] = { "unlink", "Unlink", "unlinked" },
};

const char *
identity_verb(const struct identity_job *job)
{
	return verbs[job->unlink].verb;
}

const char *
identity_past(const struct identity_job *job)
{
	return verbs[job->unlink].past;
}

int
identity_status(const struct written *w)
{
	return w->outcome == OUTCOME_UNKNOWN ? EXIT_UPSTREAM : (int)exit_of(&w->err);
}

/* ---- one ---- */

/* Says what is wrong or odd; false when it is not to be sent. */
static bool
check(const struct identity_claim *claim, struct err *err)
{
	struct buf words = { 0 };
	enum identity_doubt doubt = identity_check(&words, claim);
	struct str rest = buf_str(&words), line;
	while (doubt == IDENTITY_ODD && rest.n && str_next(&rest, '\n', &line))
		fprintf(stderr, "warning: %.*s\n", STR_ARG(line));
	for (size_t i = 0; doubt == IDENTITY_WRONG && i < words.n; i++)
		if (words.p[i] == '\n')
			words.p[i] = ';';
	if (doubt == IDENTITY_WRONG)
		err_set(err, ERR_USAGE, "not sent: %s", buf_z(&words));
	buf_free(&words);
	return doubt != IDENTITY_WRONG;
}

static void
show(const char *name, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, false);
	if (text.n)
		fprintf(stderr, "  %-8s \"%s\"\n", name, buf_z(&clean));
	buf_free(&clean);
}

static void
preview(const struct identity_job *job, const struct identity_claim *claim)
{
	fprintf(stderr, "%s, at %s:\n", identity_verb(job), job->launch.badge);
	show("owner", claim->owner);
	show("issuer", claim->iss);
	show("subject", claim->sub);
	show("reason", claim->reason);
	fprintf(stderr,
	    job->unlink
		? "Who signs in as this loses the owner's subscriptions in self-service.\n"
		: "Who signs in as this may see all subscriptions, modify payment methods, cancel "
		  "or switch\noffers, edit add-ons and view invoices, as the purchaser may.\n");
}

static void
say_done(const struct identity_job *job, const struct identity_claim *claim, unsigned number)
{
	struct buf clean = { 0 };
	text_clean(&clean, identity_tail(claim->owner), false);
	fprintf(stderr, "Done: %s, owner \xE2\x80\xA6%s (J-%04u)\n", identity_past(job),
	    buf_z(&clean), number);
	buf_free(&clean);
}

static void
say_not_done(const struct identity_job *job, const struct written *w)
{
	struct buf clean = { 0 };
	text_clean(&clean, str_of(w->err.code), false);
	exit_with(&w->err, 0);
	if (w->outcome == OUTCOME_UNKNOWN)
		fprintf(stderr,
		    "Whether it was %s is not known (J-%04u). backroom identity resolve J-%04u "
		    "asks again\nunder the same key: nothing is done twice\n",
		    identity_past(job), w->number, w->number);
	else if (clean.n && w->err.kind != ERR_NETWORK)
		fprintf(stderr, "Not %s: %s\n", identity_past(job), buf_z(&clean));
	buf_free(&clean);
}

int
identity_say(
    const struct identity_job *job, const struct identity_claim *claim, const struct written *w)
{
	if (w->outcome != OUTCOME_DONE) {
		say_not_done(job, w);
		return identity_status(w);
	}
	say_done(job, claim, w->number);
	return EXIT_OK;
}

bool
identity_is_allowed(const struct identity_job *job, struct err *err)
{
	return !job->launch.read_only ||
	    err_set(err, ERR_DENIED, "this is read-only: nothing was sent");
}

/* Leave is asked for before the demo's service is started or anybody spoken to. */
bool
identity_may_send(struct identity_job *job, const struct identity_claim *claim, struct err *err)
{
	const char *question = job->unlink ? "Type the last four characters of the subject"
					   : "Type the last four characters of the owner";
	if (!identity_is_allowed(job, err) || !check(claim, err))
		return false;
	identity_doubts_say(job, claim, 0);
	preview(job, claim);
	return confirm(job->call, question, identity_tail(job->unlink ? claim->sub : claim->owner),
		   err) &&
	    (job->line.client || line_open(&job->line, &job->launch, err));
}

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
	job->unlink = str_eqz(verb, verbs[true].word);
	if (job->resolve)
		return check_resolve(call, err);
	if (!job->unlink && !str_eqz(verb, verbs[false].word))
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
