#include "identity/command_warnings.h"

#include "app/account.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "identity/known.h"

#include <ctype.h>
#include <stdio.h>

/* The index of the form's warning mark after the label; SIZE_MAX if there is none. */
static size_t
find_warning_mark(const struct doc *d, const struct doc_line *line)
{
	for (size_t i = line->first; i < line->first + line->n; i++) {
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
	struct str label = d->pieces.v[line->first + 1].text;
	if (row)
		buf_addf(&words, "line %zu: ", row);
	buf_addz(&words, "warning: ");
	buf_addc(&words, (char)tolower((unsigned char)label.p[0]));
	buf_adds(&words, str_sub(label, 1, label.n));
	buf_addz(&words, ": ");
	for (size_t i = mark + 1; i < line->first + line->n; i++)
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
		if (str_eqz(d->pieces.v[line->first + 1].text, "Look at"))
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
	identity_known_doc(&d, identity, job->unlink, &context);
	bool refused = print_warnings(&d, line);
	doc_free(&d);
	x_free(account);
	identities_free(none);
	return refused;
}

void
identity_print_undo_warning(const struct identity_job *job)
{
	const char *token = job->app.client.token.token;
	struct claims rights = { 0 };
	struct buf words = { 0 }, clean = { 0 };
	if (!job->unlink && token && claims_read(&rights, str_of(token)) &&
	    !str_eqz(rights.root, "*")) {
		append_unlink_permission(&words, &rights);
		text_clean(&clean, buf_str(&words), false);
		fprintf(stderr, "warning: undo: %s\n", buf_z(&clean));
	}
	claims_free(&rights);
	buf_free(&words);
	buf_free(&clean);
}
