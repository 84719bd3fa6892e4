#include "cli/identity.h"

#include "base/digest.h"
#include "base/utf8.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "cli/identity_file.h"
#include "cli/identity_record.h"
#include "wire/identity.h"

#include <signal.h>
#include <stdio.h>

static const struct {
	const char *word, *verb, *past;
	enum endpoint endpoint;
} verbs[] = {
	[false] = { "link", "Link", "linked", ENDPOINT_LINK },
	[true] = { "unlink", "Unlink", "unlinked", ENDPOINT_UNLINK },
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

void
identity_send(struct identity_job *job, const struct identity_claim *claim, struct str key,
    struct written *out)
{
	struct buf body = { 0 };
	identity_body_write(&body, claim->iss, claim->sub);
	const struct client_write write = { verbs[job->unlink].endpoint, claim->owner,
		buf_str(&body), key };
	line_write(&job->line, &write, out);
	buf_free(&body);
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

/* A key of its own for each run: the same link may be made, undone and made again. */
static void
add_key(struct buf *key)
{
	unsigned char random[16];
	digest_random(random, sizeof(random));
	hex_encode(key, random, sizeof(random));
}

static int
say_outcome(
    const struct identity_job *job, const struct identity_claim *claim, const struct written *w)
{
	struct buf clean = { 0 };
	bool done = w->outcome == OUTCOME_DONE;
	text_clean(&clean, done ? confirm_tail(claim->owner) : str_of(w->err.code), false);
	if (!done)
		exit_with(&w->err, 0);
	if (done)
		fprintf(
		    stderr, "Done: %s, owner \xE2\x80\xA6%s\n", identity_past(job), buf_z(&clean));
	else if (w->outcome == OUTCOME_UNKNOWN)
		fprintf(stderr,
		    "Whether it was %s is not known. Run the same command again: doing it twice "
		    "changes nothing\n",
		    identity_past(job));
	else if (clean.n && w->err.kind != ERR_NETWORK)
		fprintf(stderr, "Not %s: %s\n", identity_past(job), buf_z(&clean));
	buf_free(&clean);
	return done ? EXIT_OK : identity_status(w);
}

/* Leave is asked for before the demo's service is started or anybody spoken to. */
static bool
may_send(struct identity_job *job, const struct identity_claim *claim, struct err *err)
{
	const char *question = job->unlink ? "Type the last four characters of the subject"
					   : "Type the last four characters of the owner";
	if (!check(claim, err))
		return false;
	preview(job, claim);
	return confirm(job->call, question, confirm_tail(job->unlink ? claim->sub : claim->owner),
		   err) &&
	    line_open(&job->line, &job->launch, err);
}

static int
run_one(struct identity_job *job, const struct identity_claim *claim)
{
	struct written w = { 0 };
	struct buf key = { 0 };
	struct report report;
	struct err err;
	if (!identity_record_open(&report, job->call, &err) || !may_send(job, claim, &err)) {
		output_free(&report.output);
		return report_fail(job->call, &err, 0);
	}
	add_key(&key);
	identity_send(job, claim, buf_str(&key), &w);
	identity_record_add(&report, &w);
	int printed = report_end(&report, EXIT_OK), status = say_outcome(job, claim, &w);
	written_free(&w);
	buf_free(&key);
	return status == EXIT_OK ? printed : status;
}

/* ---- words ---- */

static struct str
value_of(const struct call *call, enum option o)
{
	return str_of(call->values[o]);
}

/* The verb, and the owner where there is no file. */
static bool
read_words(struct identity_job *job, struct identity_claim *claim, struct err *err)
{
	const struct call *call = job->call;
	bool from = call->values[OPTION_FROM] != NULL;
	size_t words = call->words.n;
	struct str verb = words ? str_of(call->words.v[0]) : STR_NONE;
	job->unlink = str_eqz(verb, verbs[true].word);
	if (!job->unlink && !str_eqz(verb, verbs[false].word))
		return err_set(err, ERR_USAGE, "identity takes link or unlink");
	if (from && (words > 1 || call->values[OPTION_ISS] || call->values[OPTION_SUB]))
		return err_set(err, ERR_USAGE,
		    "--from takes owners, issuers and subjects from the file alone");
	if (!from && (call->values[OPTION_DRY_RUN] || call->values[OPTION_RATE]))
		return err_set(err, ERR_USAGE, "--dry-run and --rate are for --from");
	if (!from && (words != 2 || !call->values[OPTION_ISS] || !call->values[OPTION_SUB]))
		return err_set(err, ERR_USAGE,
		    "%.*s takes an owner, --iss and --sub; or --from FILE.csv", STR_ARG(verb));
	if (!from)
		*claim = (struct identity_claim){ str_of(call->words.v[1]),
			value_of(call, OPTION_ISS), value_of(call, OPTION_SUB),
			value_of(call, OPTION_REASON) };
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
	else if (call->values[OPTION_FROM])
		status = identity_file_run(&job);
	else
		status = run_one(&job, &claim);
	line_close(&job.line);
	launch_free(&job.launch);
	return status;
}
