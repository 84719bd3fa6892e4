#include "base/utf8.h"
#include "identity/paste.h"
#include "ui/identity/confirm.h"
#include "ui/identity/form_state.h"

void
identity_form_show_rejected(
    struct identity_form *f, enum form_part part, enum lineedit_result why, size_t bytes)
{
	struct buf words = { 0 };
	lineedit_append_rejection(&words, &f->fields[part], why, bytes);
	console_show(f->modal.console, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
}

/* Puts untrusted texts into the fields. If a text is too long for its field, shows a message and
 * leaves the field empty. */
bool
identity_form_fill(struct identity_form *f, const struct identity_fields *identity)
{
	const struct str texts[] = { [FORM_OWNER] = identity->owner,
		[FORM_ISSUER] = identity->iss,
		[FORM_SUBJECT] = identity->sub,
		[FORM_REASON] = identity->reason };
	bool all = true;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (!texts[i].p)
			continue;
		f->prefilled_fields |= 1u << i;
		if (lineedit_set(&f->fields[i], texts[i]))
			continue;
		identity_form_show_rejected(f, (enum form_part)i, LINEEDIT_FULL, texts[i].n);
		all = false;
	}
	return all;
}

/* "ID token, 1,204 characters: issuer and subject filled in, then discarded"; "issuer and subject
 * replaced (was …77e2)". */
void
identity_form_show_pasted(struct console *c, const struct identity_paste *p, struct str replaced)
{
	const struct {
		struct str text;
		const char *name;
	} parts[] = { { p->identity.owner, "owner" }, { p->identity.iss, "issuer" },
		{ p->identity.sub, "subject" } };
	struct buf words = { 0 }, taken = { 0 };
	size_t left = 0;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		left += parts[i].text.n > 0;
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		if (!parts[i].text.n)
			continue;
		left--;
		buf_addf(&taken, "%s%s", !taken.n ? "" : left ? ", " : " and ", parts[i].name);
	}
	buf_adds(&words, buf_str(&p->description));
	buf_addf(&words, ": %s %s", buf_z(&taken), replaced.n ? "replaced (was " : "filled in");
	buf_reset(&taken);
	if (replaced.n)
		identity_tail_write(&taken, replaced);
	text_clean(&words, buf_str(&taken), c->look.ascii_text);
	console_show(c, replaced.n ? ROLE_WARN : ROLE_TEXT, "%s%s%s", buf_z(&words),
	    replaced.n ? ")" : "", p->kind == IDENTITY_PASTE_TOKEN ? ", then discarded" : "");
	buf_free(&words);
	buf_free(&taken);
}

void
identity_form_wipe_claims(struct identity_form *f)
{
	buf_wipe(&f->pasted_iss);
	buf_wipe(&f->pasted_sub);
	buf_wipe(&f->pasted_aud);
	buf_wipe(&f->pasted_email);
}

void
identity_form_keep_claims(struct identity_form *f, const struct identity_paste *p)
{
	identity_form_wipe_claims(f);
	if (p->kind != IDENTITY_PASTE_TOKEN && p->kind != IDENTITY_PASTE_CLAIMS)
		return;
	buf_adds(&f->pasted_iss, p->identity.iss);
	buf_adds(&f->pasted_sub, p->identity.sub);
	buf_adds(&f->pasted_aud, p->claims.aud);
	buf_adds(&f->pasted_email, p->claims.email);
	f->pasted_exp = p->claims.exp;
}

bool
identity_form_pasted_claims(const struct identity_form *f, struct pasted_claims *claims)
{
	const struct identity_fields now = identity_form_fields(f);
	*claims = (struct pasted_claims){ .aud = buf_str(&f->pasted_aud),
		.email = buf_str(&f->pasted_email),
		.exp = f->pasted_exp };
	return f->pasted_sub.n && str_eq(now.iss, buf_str(&f->pasted_iss)) &&
	    str_eq(now.sub, buf_str(&f->pasted_sub));
}

static bool
is_other_text(struct str pasted, struct str text)
{
	return pasted.n && text.n && !str_eq(pasted, text);
}

/* The text that the paste replaces: the subject, or else the owner; or STR_NONE. */
static struct str
find_replaced_text(const struct identity_form *f, const struct identity_paste *p)
{
	const struct identity_fields now = identity_form_fields(f);
	if (is_other_text(p->identity.sub, now.sub))
		return now.sub;
	return is_other_text(p->identity.owner, now.owner) ? now.owner : STR_NONE;
}

/* Clears the old issuer first, because it does not belong to the new subject; and a reason that
 * was filled in for the old one. */
static void
fill_from_identity(struct identity_form *f, const struct identity_paste *p)
{
	struct buf replaced = { 0 };
	bool whole = p->kind == IDENTITY_PASTE_TOKEN || p->kind == IDENTITY_PASTE_CLAIMS;
	buf_adds(&replaced, find_replaced_text(f, p));
	if (is_other_text(p->identity.sub, identity_form_text(f, FORM_SUBJECT)) &&
	    f->prefilled_fields & 1u << FORM_REASON)
		lineedit_set(&f->fields[FORM_REASON], STR_NONE);
	if (whole)
		lineedit_set(&f->fields[FORM_ISSUER], STR_NONE);
	bool all = identity_form_fill(f, &p->identity);
	if (whole)
		identity_form_keep_claims(f, p);
	f->has_user_input = true;
	identity_form_fill_demo_owner(f);
	identity_confirm_focus_missing(f);
	if (all)
		identity_form_show_pasted(f->modal.console, p, buf_str(&replaced));
	buf_free(&replaced);
}

static const char unreadable_token_text[] = "Not a readable token. The pasted text was discarded";

/* Insert at the cursor; replace text that was filled in for the user. */
static void
insert_into_field(struct identity_form *f, struct str text)
{
	struct lineedit *field = &f->fields[f->focus];
	struct lineedit whole = { .max_bytes = field->max_bytes };
	bool anew = f->prefilled_fields & 1u << f->focus;
	enum lineedit_result result = lineedit_paste(anew ? &whole : field, text);
	if (anew && result == LINEEDIT_HANDLED)
		lineedit_set(field, buf_str(&whole.text));
	f->prefilled_fields &= ~(1u << f->focus);
	lineedit_free(&whole);
	f->has_user_input = f->has_user_input || result == LINEEDIT_HANDLED;
	if (result != LINEEDIT_HANDLED)
		identity_form_show_rejected(f, f->focus, result, text.n);
}

void
identity_form_on_paste(struct identity_form *f, struct str text)
{
	struct console *c = f->modal.console;
	struct identity_paste p;
	identity_paste_read(&p, text, console_now(c));
	if (p.kind)
		fill_from_identity(f, &p);
	else if (identity_paste_is_token(text))
		console_show(c, ROLE_WARN, "%s", unreadable_token_text);
	else if (f->focus == FORM_OWNER_TAIL)
		console_show(c, ROLE_WARN,
		    "Type these four characters from the ticket; pasting them would prove nothing");
	else if (f->focus < FORM_FIELDS)
		insert_into_field(f, str_trim(text));
	identity_paste_free(&p);
}

/* Handles a token that arrived as single keys because the terminal has no bracketed paste.
 * Returns true if there was one, ended by the current key. */
bool
identity_form_accept_typed_token(struct identity_form *f)
{
	struct identity_paste p;
	if (f->focus >= FORM_FIELDS || !identity_paste_is_token(identity_form_text(f, f->focus)))
		return false;
	identity_paste_read(&p, identity_form_text(f, f->focus), console_now(f->modal.console));
	lineedit_free(&f->fields[f->focus]);
	bool taken = p.kind != IDENTITY_PASTE_NOTHING;
	if (taken)
		fill_from_identity(f, &p);
	else
		console_show(f->modal.console, ROLE_WARN, "%s", unreadable_token_text);
	identity_paste_free(&p);
	return taken;
}
