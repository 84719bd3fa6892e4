#include "ui/identity/form_state.h"

#include "base/utf8.h"
#include "identity/identities.h"
#include "identity/paste.h"

/* Returns STR_NONE for buttons. */
struct str
identity_form_text(const struct identity_form *f, enum form_part part)
{
	if (part >= FORM_FIELDS)
		return STR_NONE;
	return buf_str(&f->fields[part].text);
}

/* Text that may be a token is never treated as a name and never shown on the page. */
static struct str
non_token_text(const struct identity_form *f, enum form_part part)
{
	struct str text = identity_form_text(f, part);
	return identity_paste_is_token(text) ? STR_NONE : text;
}

struct identity_fields
identity_form_fields(const struct identity_form *f)
{
	return (struct identity_fields){ .owner = non_token_text(f, FORM_OWNER),
		.iss = non_token_text(f, FORM_ISSUER),
		.sub = non_token_text(f, FORM_SUBJECT),
		.reason = non_token_text(f, FORM_REASON) };
}

static bool
is_same_or_empty(struct str asked, struct str text)
{
	return !asked.n || str_eq(asked, text);
}

bool
identity_form_has_same_text(const struct identity_form *f, const struct identity_form_values *ask)
{
	return ask->identity.sub.n && f->unlinks == ask->unlinks &&
	    f->undone_write_number == ask->undone_write_number &&
	    is_same_or_empty(ask->identity.owner, identity_form_text(f, FORM_OWNER)) &&
	    is_same_or_empty(ask->identity.iss, identity_form_text(f, FORM_ISSUER)) &&
	    is_same_or_empty(ask->identity.sub, identity_form_text(f, FORM_SUBJECT)) &&
	    is_same_or_empty(ask->identity.reason, identity_form_text(f, FORM_REASON));
}

void
identity_form_describe(const struct identity_form *f, struct buf *out)
{
	struct identity_fields identity = identity_form_fields(f);
	const struct known_identity *known = identities_find(
	    f->modal.console->write_session->identities, identity.iss, identity.sub);
	bool has_name = known && known->customer_name.n;
	struct buf words = { 0 };
	buf_addz(&words, f->unlinks ? "unlink " : "link ");
	if (has_name)
		buf_addf(&words, "%.*s (", STR_ARG(known->customer_name));
	if (identity.sub.n)
		identity_tail_write(&words, identity.sub);
	else
		buf_addz(&words, "an identity");
	buf_addz(&words, has_name ? ")" : "");
	if (identity.owner.n) {
		buf_addz(&words, f->unlinks ? " from " : " to ");
		identity_tail_write(&words, identity.owner);
	}
	text_clean(out, buf_str(&words), false);
	buf_free(&words);
}

bool
identity_form_is_refused(const struct identity_form *f)
{
	const struct journal_write *w = f->refused_write_number
	    ? journal_find(&f->modal.console->write_session->journal, f->refused_write_number)
	    : NULL;
	const struct identity_fields now = identity_form_fields(f);
	return w && w->is_unlink == f->unlinks && str_eq(w->owner, now.owner) &&
	    str_eq(w->iss, now.iss) && str_eq(w->sub, now.sub);
}
