#include "base/utf8.h"
#include "identity/known.h"
#include "identity/paste.h"
#include "model/format.h"
#include "model/identity_check.h"
#include "ui/identity/confirm.h"
#include "ui/identity/form_state.h"
#include "ui/kit/dialog.h"

static void
fill_owner_hint(const struct identity_form *f, struct form_hint *h)
{
	struct str text = identity_form_text(f, FORM_OWNER), head = STR("id-");
	h->role = ROLE_WARN;
	if (text.n && str_eq(text, buf_str(&f->wrong_owner))) {
		buf_addz(&h->text, "not \xE2\x80\xA6");
		text_clean(&h->text, identity_tail(text), false);
		buf_addz(&h->text, " again?");
	} else if (identity_paste_is_owner(text)) {
		buf_addf(&h->text, "owner id, %zu characters", text.n);
		h->role = ROLE_GOOD;
	} else if (str_starts(text, head)) {
		buf_addf(&h->text, "%zu characters, not 35", text.n);
	} else if (text.n) {
		format_plural(&h->text, text.n, "character", "characters");
		buf_addz(&h->text, ", not an id");
	} else {
		h->role = ROLE_TEXT;
		if (identity_form_has_suggestions(f, FORM_OWNER))
			buf_addz(&h->text, "Down lists known values");
	}
}

static void
fill_issuer_hint(const struct identity_form *f, struct form_hint *h)
{
	const struct identity_context context = write_session_context(
	    f->modal.console->write_session);
	struct str text = identity_form_text(f, FORM_ISSUER);
	if (text.n)
		h->role = issuer_append_known_count(&h->text, &context, text) ? ROLE_GOOD
									      : ROLE_WARN;
	else if (identity_form_has_suggestions(f, FORM_ISSUER))
		buf_addz(&h->text, "Down lists known values");
}

static void
fill_subject_hint(const struct identity_form *f, struct form_hint *h)
{
	struct str text = identity_form_text(f, FORM_SUBJECT);
	struct buf findings = { 0 };
	if (!text.n)
		return;
	enum identity_verdict verdict = identity_check_subject(&findings, text);
	struct str rest = buf_str(&findings), first = STR("sent as is");
	if (rest.n)
		str_next(&rest, '\n', &first);
	h->role = verdict == IDENTITY_OK ? ROLE_GOOD : ROLE_WARN;
	format_plural(&h->text, text.n, "byte", "bytes");
	buf_addz(&h->text, ", ");
	buf_adds(&h->text, first);
	buf_free(&findings);
}

static void
fill_reason_hint(const struct identity_form *f, struct form_hint *h)
{
	bool any = identity_form_text(f, FORM_REASON).n > 0;
	bool needed = identity_confirm_is_locked(f) && !any;
	buf_addz(&h->text, needed ? "required to unlock" : "saved in the journal");
	h->role = needed ? ROLE_WARN : any ? ROLE_GOOD : ROLE_TEXT;
}

static const struct {
	const char *label;
	void (*hint)(const struct identity_form *f, struct form_hint *h);
} fields[] = {
	[FORM_OWNER] = { "Owner", fill_owner_hint },
	[FORM_ISSUER] = { "Issuer", fill_issuer_hint },
	[FORM_SUBJECT] = { "Subject", fill_subject_hint },
	[FORM_REASON] = { "Reason", fill_reason_hint },
};

const char *
identity_form_label(enum form_part part)
{
	return fields[part].label;
}

void
identity_form_fill_hint(const struct identity_form *f, enum form_part part, struct form_hint *h)
{
	*h = (struct form_hint){ .role = ROLE_TEXT };
	if (part <= FORM_REASON)
		fields[part].hint(f, h);
}

void
identity_form_append_bar(struct buf *out, const struct identity_form *f)
{
	struct buf missing = { 0 };
	bool ready = !identity_confirm_append_missing(f, &missing);
	const char *sends = ready ? "send" : "show missing field";
	buf_free(&missing);
	if (f->pending_write_number)
		buf_addz(out, "Esc close; the response will still be shown");
	else if (f->focus == FORM_CANCEL)
		buf_addz(out, "Enter or Esc close, keeps the text   s request   Tab next field");
	else if (f->focus == FORM_SEND)
		buf_addf(out, "Enter %s   s request   Tab next field   Esc back, keeps the text",
		    sends);
	else if (f->focus == FORM_OWNER_TAIL)
		buf_addf(out, "Enter %s   Tab next field   Esc back, keeps the text", sends);
	else if (f->focus > FORM_REASON)
		buf_addf(out, "Enter go to %s   Tab next field   Esc back, keeps the text",
		    ready ? "the last four" : "the missing field");
	else
		buf_addz(out,
		    "Tab next field   Down choose   PgDn more   Esc close, keeps the text   "
		    "Paste: a token, note or id");
}

void
identity_form_show_keys(struct console *c)
{
	static const char *const keys[][2] = {
		{ "Tab, Shift-Tab", "next field, previous field" },
		{ "Enter", "go to the first missing field; on the last four or the button: send" },
		{ "Down", "choose a known owner or issuer" },
		{ "paste", "paste a token, claims, note or owner id: fills the fields" },
		{ "PgDn, PgUp", "scroll the known facts" },
		{ "s", "on a button: show the request that will be sent" },
		{ "Ctrl-A, Ctrl-E", "start and end of the field" },
		{ "Ctrl-U, Ctrl-W", "clear the field, delete the last word" },
		{ "Esc", "back, then close; the text is kept, :form shows it again" },
	};
	struct doc d = { .ascii = c->look.ascii_lines };
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		doc_begin_line(&d);
		doc_printf(&d, ROLE_LEAD, "  %s", keys[i][0]);
		doc_pad_to_column(&d, 19);
		doc_printf(&d, ROLE_TEXT, "%s", keys[i][1]);
	}
	dialog_show(c, "Keys of this form", &d);
}
