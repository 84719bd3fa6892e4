#include "ui/basket/contact.h"

#include "base/utf8.h"
#include "model/when.h"
#include "ui/basket/baskets_pane.h"
#include "ui/kit/dialog.h"

/* How long to wait, with the screen blocked, while another process writes to the contact log. */
enum { CONTACT_LOCK_TIMEOUT_MS = 250 };

void
contact_log_open(struct console *c)
{
	const struct environment *e = c->app->environment;
	struct err err;
	bool keep = !c->script && !c->app->options.pack;
	if (!contact_log_init(&c->contact_log, keep, e ? e->contact_log_path : NULL, &err))
		console_show(c, ROLE_WARN, "Could not read the contact log: %s", err.text);
	else if (c->contact_log.damaged)
		console_show(c, ROLE_WARN, "Contact log: %zu damaged left out, in %s",
		    c->contact_log.damaged, c->contact_log.file.path);
	c->contact_log.file.lock_ms = CONTACT_LOCK_TIMEOUT_MS;
	c->baskets->contact_log = &c->contact_log;
	c->baskets->consent_field = e ? e->consent_field : NULL;
	c->baskets->shared_emails = e ? e->shared_emails : NULL;
}

void
contact_log_close(struct console *c)
{
	contact_log_free(&c->contact_log);
}

bool
contact_log_reload(struct console *c)
{
	struct err err;
	unsigned changes = c->contact_log.changes;
	size_t damaged = c->contact_log.damaged;
	bool ok = contact_log_refresh(&c->contact_log, &err);
	if (!ok)
		console_show(c, ROLE_WARN, "Could not read the shared contact log: %s", err.text);
	else if (c->contact_log.damaged > damaged)
		console_show(c, ROLE_WARN, "Contact log: %zu damaged left out, in %s",
		    c->contact_log.damaged - damaged, c->contact_log.file.path);
	if (c->contact_log.changes != changes)
		baskets_update_contacts(c->baskets);
	return ok;
}

void
contact_summarize(
    const struct console *c, const struct basket_row *row, struct contact_summary *out)
{
	basket_rows_contact_summary(
	    row, c->baskets->rows.v, c->baskets->rows.n, &c->contact_log, out);
}

bool
contact_is_recent(const struct console *c, const struct contact_summary *state)
{
	const struct environment *e = c->app->environment;
	int64_t pause = e ? (int64_t)e->contact_pause * WHEN_DAY / 24 : WHEN_DAY;
	return state->contact && console_now(c) - state->contact->at < pause;
}

/* ---- confirmation ---- */

struct contact_question {
	char *basket;
	contact_fn *go;
	unsigned value;
};

static void
answer_contact(struct console *c, void *ctx, int button)
{
	struct contact_question *q = ctx;
	if (button == 1)
		q->go(c, str_of(q->basket), q->value);
	else if (button == 0)
		console_show(c, ROLE_TEXT, "Nothing was sent. Your clipboard is unchanged");
	x_free(q->basket);
	x_free(q);
}

static void
append_no_contact(const struct console *c, struct buf *words, const struct contact_entry *o)
{
	struct buf said = { 0 }, when = { 0 };
	format_time(&when, o->at, console_now(c), c->times == TIME_UTC);
	contact_log_format_entry(
	    &said, &c->contact_log, o, console_now(c), !c->app->masked && !c->present);
	text_clean(words, buf_str(&said), c->look.ascii_lines);
	buf_addf(words, ", noted %s. ", buf_z(&when));
	buf_free(&said);
	buf_free(&when);
}

bool
contact_confirm(struct console *c, const struct basket_row *row, contact_fn *go, unsigned value)
{
	struct contact_summary state;
	struct buf words = { 0 };
	contact_summarize(c, row, &state);
	bool no_consent = row->consent == CONSENT_NO && c->baskets->consent_field;
	if (!state.no_contact && !no_consent)
		return false;
	if (state.no_contact)
		append_no_contact(c, &words, state.no_contact);
	if (no_consent) {
		buf_addz(&words, "No consent: customFields.");
		text_clean(&words, str_of(c->baskets->consent_field), c->look.ascii_lines);
		buf_addz(&words, " of this basket says no. ");
	}
	buf_addz(&words, "Contact this person anyway?");
	struct contact_question *q = x_new(struct contact_question);
	*q = (struct contact_question){ str_dup(row->id), go, value };
	dialog_ask(c, state.no_contact ? "Do not contact" : "No consent", buf_z(&words),
	    "Contact anyway", answer_contact, q);
	buf_free(&words);
	return true;
}

/* ---- recording ---- */

static void
refresh_marks(struct console *c)
{
	baskets_update_contacts(c->baskets);
	rows_pane_rebuild(rows_pane_of(console_tab(c, TAB_BASKETS)));
}

bool
contact_record_identifiers(struct console *c, enum contact_status kind,
    const struct contact_identifiers *who, struct str remark, struct err *err)
{
	bool ok = contact_log_add(&c->contact_log, kind, who, console_now(c), remark, err);
	refresh_marks(c);
	return ok;
}

bool
contact_record(struct console *c, enum contact_status kind, const struct basket_row *const *rows,
    size_t n, struct str remark)
{
	const struct baskets *b = c->baskets;
	struct err err;
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++) {
		struct contact_identifiers who = { 0 };
		basket_rows_add_identifiers(&who, rows[i], b->rows.v, b->rows.n);
		ok = contact_log_add(&c->contact_log, kind, &who, console_now(c), remark, &err);
		contact_identifiers_free(&who);
	}
	if (!ok)
		console_show(c, ROLE_BAD, "%s, but not saved in the contact log: %s",
		    kind == CONTACT_LINK_SENT ? "Sent" : "Done", err.text);
	refresh_marks(c);
	return ok;
}
