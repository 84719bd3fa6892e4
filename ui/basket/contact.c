#include "ui/basket/contact.h"

#include "base/utf8.h"
#include "model/when.h"
#include "ui/basket/baskets_pane.h"
#include "ui/kit/dialog.h"

/* How long the screen may freeze while another process writes an outcome. */
enum { LOCK_MS = 250 };

void
contact_open(struct console *c)
{
	const struct environment *e = c->app->environment;
	struct err err;
	bool keep = !c->script && !c->app->options.pack;
	if (!ledger_open(&c->ledger, keep, e ? e->outcomes : NULL, &err))
		console_say(c, ROLE_WARN, "What was done before is not known: %s", err.text);
	else if (c->ledger.damaged)
		console_say(c, ROLE_WARN,
		    "Left out of the outcomes: %zu damaged, in %s",
		    c->ledger.damaged, c->ledger.file.path);
	c->ledger.file.lock_ms = LOCK_MS;
	c->baskets->ledger = &c->ledger;
	c->baskets->consent_field = e ? e->consent_field : NULL;
	c->baskets->shared_emails = e ? e->shared_emails : NULL;
}

void
contact_close(struct console *c)
{
	ledger_close(&c->ledger);
}

bool
contact_refresh(struct console *c)
{
	struct err err;
	unsigned changes = c->ledger.changes;
	size_t damaged = c->ledger.damaged;
	bool ok = ledger_refresh(&c->ledger, &err);
	if (!ok)
		console_say(c, ROLE_WARN, "What others noted is not known: %s", err.text);
	else if (c->ledger.damaged > damaged)
		console_say(c, ROLE_WARN,
		    "Left out of the outcomes: %zu damaged, in %s",
		    c->ledger.damaged - damaged, c->ledger.file.path);
	if (c->ledger.changes != changes)
		baskets_mark(c->baskets);
	return ok;
}

void
contact_state(const struct console *c, const struct basket_row *row, struct outcome_state *out)
{
	basket_rows_state(row, c->baskets->rows.v, c->baskets->rows.n, &c->ledger, out);
}

bool
contact_is_recent(const struct console *c, const struct outcome_state *state)
{
	const struct environment *e = c->app->environment;
	int64_t pause = e ? (int64_t)e->contact_pause * WHEN_DAY / 24 : WHEN_DAY;
	return state->contact && console_now(c) - state->contact->at < pause;
}

/* ---- asking ---- */

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
		console_say(c, ROLE_TEXT, "Nothing was sent. Your clipboard is as before");
	x_free(q->basket);
	x_free(q);
}

static void
say_no_contact(const struct console *c, struct buf *words, const struct outcome *o)
{
	struct buf said = { 0 }, when = { 0 };
	format_time(&when, o->at, console_now(c), c->times == TIME_UTC);
	ledger_say(&said, &c->ledger, o, console_now(c), !c->app->masked && !c->present);
	text_clean(words, buf_str(&said), c->look.ascii_lines);
	buf_addf(words, ", noted %s. ", buf_z(&when));
	buf_free(&said);
	buf_free(&when);
}

bool
contact_asks(struct console *c, const struct basket_row *row, contact_fn *go, unsigned value)
{
	struct outcome_state state;
	struct buf words = { 0 };
	contact_state(c, row, &state);
	bool no_consent = row->consent == CONSENT_NO && c->baskets->consent_field;
	if (!state.no_contact && !no_consent)
		return false;
	if (state.no_contact)
		say_no_contact(c, &words, state.no_contact);
	if (no_consent) {
		buf_addz(&words, "No consent: customFields.");
		text_clean(&words, str_of(c->baskets->consent_field), c->look.ascii_lines);
		buf_addz(&words, " of this basket says no. ");
	}
	buf_addz(&words, "Contact this person all the same?");
	struct contact_question *q = x_new(struct contact_question);
	*q = (struct contact_question){ str_dup(row->id), go, value };
	dialog_ask(c, state.no_contact ? "Do not contact" : "No consent", buf_z(&words),
	    "All the same", answer_contact, q);
	buf_free(&words);
	return true;
}

/* ---- noting ---- */

static void
mark_again(struct console *c)
{
	baskets_mark(c->baskets);
	rows_pane_rebuild(rows_pane_of(console_tab(c, TAB_BASKETS)));
}

bool
contact_note_who(struct console *c, enum outcome_kind kind, const struct outcome_who *who,
    struct str remark, struct err *err)
{
	bool ok = ledger_add(&c->ledger, kind, who, console_now(c), remark, err);
	mark_again(c);
	return ok;
}

bool
contact_note(struct console *c, enum outcome_kind kind, const struct basket_row *const *rows,
    size_t n, struct str remark)
{
	const struct baskets *b = c->baskets;
	struct err err;
	bool ok = true;
	for (size_t i = 0; ok && i < n; i++) {
		struct outcome_who who = { 0 };
		basket_rows_who(&who, rows[i], b->rows.v, b->rows.n);
		ok = ledger_add(&c->ledger, kind, &who, console_now(c), remark, &err);
		outcome_who_free(&who);
	}
	if (!ok)
		console_say(c, ROLE_BAD, "%s, but not noted: %s",
		    kind == OUTCOME_LINK ? "Sent" : "Done", err.text);
	mark_again(c);
	return ok;
}
