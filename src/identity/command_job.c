#include "identity/command_job.h"

#include "app/account.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "cli/confirm.h"
#include "cli/exits.h"
#include "identity/identities.h"
#include "identity/known.h"

#include <ctype.h>
#include <stdio.h>

/* The index of the form's warning mark after the label; SIZE_MAX if there is none. */
static size_t
find_warning_mark(const struct doc *d, const struct doc_line *line)
{
	for (size_t i = line->first_piece; i < line->first_piece + line->n; i++) {
		const struct doc_piece *p = &d->pieces.v[i];
		if ((p->role == ROLE_WARN || p->role == ROLE_BAD) && str_eqz(p->text, "! "))
			return i;
	}
	return SIZE_MAX;
}

/* Prints "issuer: with a slash at its end it is known 2 times: that is another issuer". */
static void
print_warning(const struct doc *d, const struct doc_line *line, size_t mark, size_t row)
{
	struct buf words = { 0 };
	struct str label = d->pieces.v[line->first_piece + 1].text;
	if (row)
		buf_addf(&words, "line %zu: ", row);
	buf_addz(&words, "warning: ");
	buf_addc(&words, (char)tolower((unsigned char)label.p[0]));
	buf_adds(&words, str_sub(label, 1, label.n));
	buf_addz(&words, ": ");
	for (size_t i = mark + 1; i < line->first_piece + line->n; i++)
		buf_adds(&words, d->pieces.v[i].text);
	fprintf(stderr, "%s\n", buf_z(&words));
	buf_free(&words);
}

static bool
print_warnings(const struct doc *d, size_t row)
{
	bool refused = false;
	for (size_t i = 0; i < d->lines.n; i++) {
		const struct doc_line *line = &d->lines.v[i];
		size_t mark = find_warning_mark(d, line);
		if (mark == SIZE_MAX)
			continue;
		if (str_eqz(d->pieces.v[line->first_piece + 1].text, "Review"))
			continue; /* already printed by identity_check() */
		print_warning(d, line, mark, row);
		refused = refused || d->pieces.v[mark].role == ROLE_BAD;
	}
	return refused;
}

bool
identity_print_warnings(
    const struct identity_job *job, const struct identity_fields *identity, size_t line)
{
	struct identities *none = identities_new();
	char *account = account_name();
	struct doc d = { 0 };
	const struct identity_context context = {
		.journal = &job->journal,
		.service = buf_str(&job->service),
		.identities = none,
		.account = str_of(account),
		.now = clock_now(&job->app.clock),
	};
	identity_write_known_doc(&d, identity, job->is_unlink, NULL, &context);
	bool refused = print_warnings(&d, line);
	doc_free(&d);
	x_free(account);
	identities_free(none);
	return refused;
}

void
identity_print_undo_warning(const struct identity_job *job)
{
	const char *token = job->app.client_config.token_source.token;
	struct claims rights = { 0 };
	struct buf words = { 0 }, clean = { 0 };
	if (!job->is_unlink && token && claims_read(&rights, str_of(token)) &&
	    !str_eqz(rights.root, "*")) {
		append_unlink_permission(&words, &rights);
		text_clean(&clean, buf_str(&words), false);
		fprintf(stderr, "warning: undo: %s\n", buf_z(&clean));
	}
	claims_free(&rights);
	buf_free(&words);
	buf_free(&clean);
}

static const struct {
	const char *verb, *past;
} action_verbs[] = {
	[false] = { "Link", "linked" },
	[true] = { "Unlink", "unlinked" },
};

const char *
identity_verb(const struct identity_job *job)
{
	return action_verbs[job->is_unlink].verb;
}

const char *
identity_past_verb(const struct identity_job *job)
{
	return action_verbs[job->is_unlink].past;
}

int
identity_exit_status(const struct write_result *w)
{
	return w->write_status == CLIENT_WRITE_UNKNOWN ? EXIT_UPSTREAM : (int)exit_code_of(&w->err);
}

/* ---- single write ---- */

/* Prints warnings; returns false if the identity must not be sent. */
static bool
check_identity(const struct identity_fields *identity, struct err *err)
{
	struct buf words = { 0 };
	enum identity_verdict doubt = identity_check(&words, identity);
	struct str rest = buf_str(&words), line;
	while (doubt == IDENTITY_SUSPICIOUS && rest.n && str_next(&rest, '\n', &line))
		fprintf(stderr, "warning: %.*s\n", STR_ARG(line));
	for (size_t i = 0; doubt == IDENTITY_INVALID && i < words.n; i++)
		if (words.p[i] == '\n')
			words.p[i] = ';';
	if (doubt == IDENTITY_INVALID)
		err_set(err, ERR_USAGE, "not sent: %s", buf_z(&words));
	buf_free(&words);
	return doubt != IDENTITY_INVALID;
}

static void
show_field(const char *name, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, false);
	if (text.n)
		fprintf(stderr, "  %-8s \"%s\"\n", name, buf_z(&clean));
	buf_free(&clean);
}

static void
print_write_preview(const struct identity_job *job, const struct identity_fields *identity)
{
	fprintf(stderr, "%s, at %s:\n", identity_verb(job), job->app.badge);
	show_field("owner", identity->owner);
	show_field("issuer", identity->iss);
	show_field("subject", identity->sub);
	show_field("reason", identity->reason);
	fprintf(stderr,
	    job->is_unlink
		? "Anyone who signs in with this identity loses the owner's subscriptions in "
		  "self-service.\n"
		: "Anyone who signs in with this identity can see all subscriptions, modify "
		  "payment methods,\ncancel or switch offers, edit add-ons and view invoices, "
		  "like the purchaser.\n");
}

static void
print_write_done(
    const struct identity_job *job, const struct identity_fields *identity, unsigned number)
{
	const struct journal_write *w = journal_find(&job->journal, number);
	const struct journal_write *earlier = w ? identity_find_repeated_link(&job->journal, w)
						: NULL;
	struct buf clean = { 0 };
	text_clean(&clean, identity_tail(identity->owner), false);
	if (earlier)
		fprintf(stderr,
		    "Already linked, owner \xE2\x80\xA6%s, by J-%04u: nothing changed (J-%04u)\n",
		    buf_z(&clean), earlier->number, number);
	else
		fprintf(stderr, "Done: %s, owner \xE2\x80\xA6%s (J-%04u)\n",
		    identity_past_verb(job), buf_z(&clean), number);
	buf_free(&clean);
}

static void
print_write_not_done(const struct identity_job *job, const struct write_result *w)
{
	struct buf clean = { 0 };
	text_clean(&clean, str_of(w->err.code), false);
	fail_with_exit_code(&w->err, 0);
	if (w->write_status == CLIENT_WRITE_UNKNOWN)
		fprintf(stderr,
		    "No response, so it may or may not be %s (J-%04u). Run backroom identity "
		    "resolve J-%04u\nto find out; the write cannot happen twice\n",
		    identity_past_verb(job), w->write_number, w->write_number);
	else if (clean.n && w->err.kind != ERR_NETWORK)
		fprintf(stderr, "Not %s: %s\n", identity_past_verb(job), buf_z(&clean));
	buf_free(&clean);
}

int
identity_print_result(const struct identity_job *job, const struct identity_fields *identity,
    const struct write_result *w)
{
	if (w->write_status != CLIENT_WRITE_DONE) {
		print_write_not_done(job, w);
		return identity_exit_status(w);
	}
	print_write_done(job, identity, w->write_number);
	return EXIT_OK;
}

bool
identity_is_allowed(const struct identity_job *job, struct err *err)
{
	return !job->app.read_only || err_set(err, ERR_DENIED, "read-only: nothing was sent");
}

bool
identity_print_preview(
    struct identity_job *job, const struct identity_fields *identity, struct err *err)
{
	if (!check_identity(identity, err))
		return false;
	identity_print_warnings(job, identity, 0);
	identity_print_undo_warning(job);
	print_write_preview(job, identity);
	return true;
}

/* Asks for confirmation before the demo's service is started or any request is sent. */
bool
identity_confirm_send(
    struct identity_job *job, const struct identity_fields *identity, struct err *err)
{
	const char *question = job->is_unlink ? "Type the last four characters of the subject"
					      : "Type the last four characters of the owner";
	if (!identity_is_allowed(job, err) || !identity_print_preview(job, identity, err))
		return false;
	return confirm(job->args, question,
		   identity_tail(job->is_unlink ? identity->sub : identity->owner), err) &&
	    (job->connection.client || connection_open(&job->connection, &job->app, err));
}
