#include "ui/basket/contact.h"

#include "base/utf8.h"
#include "basket/row_contact.h"
#include "model/when.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/hidden_marks.h"
#include "ui/kit/dialog.h"
#include "ui/kit/ids.h"
#include "ui/kit/menu.h"
#include "ui/kit/prompt.h"
#include "ui/rows/undo.h"

/* The outcome being recorded, until the remark is entered. */
struct contact_prompt {
	enum contact_status status;
	bool for_marked;                /* the marked baskets, not the one under the cursor */
	enum contact_status taken_back; /* by CONTACT_UNDO, of a single person */
	struct ids ids;
};

static const struct {
	enum contact_status status;
	const char *label, *prompt;
	char letter;
} choices[] = {
	{ CONTACT_CALLED, "called", "Called. Remark (optional): ", 'c' },
	{ CONTACT_WRITTEN, "wrote to them", "Wrote to them. Remark (optional): ", 'w' },
	{ CONTACT_RECOVERED, "recovered: ordered", "Recovered. Remark (optional): ", 'r' },
	{ CONTACT_LOST, "lost: will not order", "Lost. Remark (optional): ", 'l' },
	{ CONTACT_UNWANTED, "do not contact", "Do not contact. Remark (optional): ", 'n' },
	{ CONTACT_UNDO, "take back the last outcome", "Take back. Remark (optional): ", 'u' },
};
enum { CHOICE_COUNT = sizeof(choices) / sizeof(*choices) };

static const char *
prompt_of(enum contact_status kind)
{
	for (size_t i = 0; i < CHOICE_COUNT; i++)
		if (choices[i].status == kind)
			return choices[i].prompt;
	return "Remark (optional): ";
}

void
contact_prompt_free(struct console *c)
{
	if (!c->contact_prompt)
		return;
	ids_free(&c->contact_prompt->ids);
	x_free(c->contact_prompt);
	c->contact_prompt = NULL;
}

/* Shows "Saved for Mara Ellison: do not contact", or "Saved for 3 baskets: called". */
static void
show_contact_recorded(struct console *c, const struct basket_row *row, size_t n, size_t gone)
{
	const char *done = contact_statuses[c->contact_prompt->status].past_tense;
	const char *saved = "Saved";
	struct buf who = { 0 }, clean = { 0 }, words = { 0 };
	if (n == 1 && !gone) {
		basket_row_write_customer(&who, row);
		text_clean(&clean, buf_str(&who), c->look.ascii_lines);
	} else {
		format_plural(&clean, n, "basket", "baskets");
	}
	if (c->contact_prompt->status == CONTACT_UNDO) {
		saved = "Taken back";
		done = c->contact_prompt->taken_back
		    ? contact_statuses[c->contact_prompt->taken_back].past_tense
		    : "the last outcome";
	}
	buf_addf(&words, "%s for %s: %s", saved, buf_z(&clean), done);
	if (gone)
		buf_addf(&words, ". %zu are no longer listed", gone);
	else if (c->contact_prompt->status != CONTACT_UNDO)
		undo_append_hint(&words, c);
	console_show(c, gone ? ROLE_WARN : ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&words);
	buf_free(&who);
	buf_free(&clean);
}

/* An outcome that can be taken back. */
struct recorded_contact {
	enum contact_status status;
	struct ids ids;
};

static void
free_recorded_contact(void *ctx)
{
	struct recorded_contact *done = ctx;
	ids_free(&done->ids);
	x_free(done);
}

/* True if the outcome is still the person's last one. */
static bool
is_last_outcome(const struct console *c, const struct basket_row *row, enum contact_status status)
{
	struct contact_summary state;
	basket_row_summarize_contacts(row, &c->contact_log, &state);
	return state.shown_entry && state.shown_entry->status == status;
}

static bool
take_back_contact(struct rows_pane *r, void *ctx)
{
	const struct recorded_contact *done = ctx;
	struct console *c = r->pane.console;
	VEC(const struct basket_row *) rows = { 0 };
	for (size_t i = 0; i < done->ids.n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(done->ids.v[i]));
		if (row && is_last_outcome(c, row, done->status))
			vec_push(&rows, row);
	}
	bool ok = rows.n && !c->app->masked && !c->is_tour_acting &&
	    contact_record(c, CONTACT_UNDO, rows.v, rows.n, STR_NONE);
	if (ok)
		console_show(c, ROLE_TEXT, "Undone: \"%s\" removed",
		    contact_statuses[done->status].past_tense);
	vec_free(&rows);
	return ok;
}

static void
remember_contact(struct console *c, const struct contact_prompt *asked)
{
	struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	if (!r || asked->status == CONTACT_UNDO)
		return;
	struct recorded_contact *done = x_new(struct recorded_contact);
	done->status = asked->status;
	ids_copy(&done->ids, (const char *const *)asked->ids.v, asked->ids.n);
	undo_remember_change(r,
	    &(struct undo_change){
		.take_back = take_back_contact, .free = free_recorded_contact, .ctx = done });
}

static void
record_asked_contact(struct console *c, struct str remark)
{
	VEC(const struct basket_row *) rows = { 0 };
	struct buf clean = { 0 };
	if (!c->contact_prompt)
		return;
	for (size_t i = 0; i < c->contact_prompt->ids.n; i++) {
		const struct basket_row *row = baskets_row(
		    c->baskets, str_of(c->contact_prompt->ids.v[i]));
		if (row)
			vec_push(&rows, row);
	}
	append_contact_remark(&clean, remark);
	bool takes_back = c->contact_prompt->status == CONTACT_UNDO && rows.n == 1;
	if (takes_back)
		c->contact_prompt->taken_back = basket_row_outcome_to_undo(
		    rows.v[0], &c->contact_log);
	if (takes_back && !c->contact_prompt->taken_back)
		console_show(c, ROLE_WARN,
		    "Nothing to take back: no outcome is saved. A sent link stays recorded");
	else if (!rows.n)
		console_show(c, ROLE_WARN, "Not saved: the basket is no longer listed");
	else if (contact_record(c, c->contact_prompt->status, rows.v, rows.n, buf_str(&clean))) {
		remember_contact(c, c->contact_prompt);
		show_contact_recorded(c, rows.v[0], rows.n, c->contact_prompt->ids.n - rows.n);
	}
	vec_free(&rows);
	buf_free(&clean);
	contact_prompt_free(c);
}

static bool
on_remark(struct console *c, struct str text, struct err *err)
{
	(void)err;
	record_asked_contact(c, text);
	return true;
}

static void
on_marked_answered(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button == 1)
		record_asked_contact(c, STR_NONE);
	else
		console_show(c, ROLE_TEXT, "Nothing was saved");
	contact_prompt_free(c);
}

static void
ask_remark(struct console *c, void *ctx, int value)
{
	(void)ctx;
	if (!c->contact_prompt)
		return;
	c->contact_prompt->status = (enum contact_status)value;
	console_push_modal(
	    c, prompt_text_new(c, prompt_of(c->contact_prompt->status), STR_NONE, on_remark));
}

/* Saves an outcome of one person at once; for several people, asks for confirmation. Linear mode
 * has no key for a remark, and asks for one. */
static void
on_contact_chosen(struct console *c, void *ctx, int value)
{
	struct buf words = { 0 };
	if (!c->contact_prompt)
		return;
	c->contact_prompt->status = (enum contact_status)value;
	if (!c->contact_prompt->for_marked) {
		if (c->linear)
			ask_remark(c, ctx, value);
		else
			record_asked_contact(c, STR_NONE);
		return;
	}
	append_hidden_marks(&words, c);
	buf_addf(&words, "Save \"%s\" for the people of ", contact_statuses[value].past_tense);
	format_plural(&words, c->contact_prompt->ids.n, "marked basket?", "marked baskets?");
	dialog_ask(c, "Marked baskets", buf_z(&words), "Save", on_marked_answered, NULL);
	buf_free(&words);
}

void
contact_menu_open(struct console *c, const char *const *ids, size_t n, bool marked)
{
	struct menu *m = menu_new(c,
	    marked ? "What happened with the people of the marked baskets?"
		   : "What happened with this person?",
	    false, on_contact_chosen, NULL);
	contact_prompt_free(c);
	c->contact_prompt = x_new(struct contact_prompt);
	c->contact_prompt->for_marked = marked;
	ids_copy(&c->contact_prompt->ids, ids, n);
	const struct basket_row *row = marked || !n ? NULL
						    : baskets_row(c->baskets, str_of(ids[0]));
	enum contact_status last = row ? basket_row_outcome_to_undo(row, &c->contact_log)
				       : CONTACT_NONE;
	for (size_t i = 0; i < CHOICE_COUNT; i++) {
		if (choices[i].status == CONTACT_UNDO && last)
			menu_add(m, choices[i].status, false, "take back \"%s\"",
			    contact_statuses[last].past_tense);
		else
			menu_add(m, choices[i].status, false, "%s", choices[i].label);
		menu_set_letter(m, choices[i].letter);
	}
	if (!marked)
		menu_set_tab(m, "add a remark", ask_remark);
	menu_set_place(m, MENU_AT_CURSOR);
	menu_set_closing_action(m, ACT_OUTCOME);
	menu_open(m);
}

/* How long to wait, with the screen blocked, while another process writes to the contact log. */
enum { CONTACT_LOCK_TIMEOUT_MS = 250 };

void
contact_log_open(struct console *c)
{
	const struct environment *e = c->app->environment;
	struct err err;
	bool keep = !c->script && app_context_keeps_state(c->app);
	if (!contact_log_init(&c->contact_log, keep, e ? e->contact_log_path : NULL, &err))
		console_show(c, ROLE_WARN, "Could not read the contact log: %s", err.text);
	else if (c->contact_log.damaged_line_count)
		console_show(c, ROLE_WARN, "Contact log: %zu damaged entries ignored, in %s",
		    c->contact_log.damaged_line_count, c->contact_log.file.path);
	c->contact_log.file.lock_timeout_ms = CONTACT_LOCK_TIMEOUT_MS;
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
	unsigned changes = c->contact_log.version;
	size_t damaged = c->contact_log.damaged_line_count;
	bool ok = contact_log_refresh(&c->contact_log, &err);
	if (!ok)
		console_show(c, ROLE_WARN, "Could not read the shared contact log: %s", err.text);
	else if (c->contact_log.damaged_line_count > damaged)
		console_show(c, ROLE_WARN, "Contact log: %zu damaged entries ignored, in %s",
		    c->contact_log.damaged_line_count - damaged, c->contact_log.file.path);
	if (c->contact_log.version != changes)
		baskets_update_contacts(c->baskets);
	return ok;
}

/* ---- the reason for contacting someone anyway ---- */

struct contact_override {
	char *basket_id;
	struct buf reason; /* empty until it was typed */
	unsigned confirmed_flags;
	void (*on_yes)(struct console *c, struct str basket_id, unsigned confirmed);
};

void
contact_override_free(struct console *c)
{
	if (!c->contact_override)
		return;
	x_free(c->contact_override->basket_id);
	buf_free(&c->contact_override->reason);
	x_free(c->contact_override);
	c->contact_override = NULL;
}

static bool
on_override_reason(struct console *c, struct str text, struct err *err)
{
	struct contact_override *o = c->contact_override;
	if (!o)
		return true;
	buf_reset(&o->reason);
	append_contact_remark(&o->reason, text);
	if (!o->reason.n)
		return err_set(err, ERR_USAGE, "Type a reason, or Esc: nothing is sent");
	char *id = str_dup(str_of(o->basket_id)); /* sending frees the override */
	o->on_yes(c, str_of(id), o->confirmed_flags);
	x_free(id);
	return true;
}

void
contact_override_ask(struct console *c, struct str basket_id, unsigned confirmed,
    void (*on_yes)(struct console *c, struct str basket_id, unsigned confirmed))
{
	contact_override_free(c);
	c->contact_override = x_new(struct contact_override);
	*c->contact_override = (struct contact_override){
		.basket_id = str_dup(basket_id), .confirmed_flags = confirmed, .on_yes = on_yes
	};
	console_push_modal(
	    c, prompt_text_new(c, "Reason for contacting anyway: ", STR_NONE, on_override_reason));
}

void
contact_override_take(struct console *c, struct str basket_id, struct buf *remark)
{
	struct contact_override *o = c->contact_override;
	if (!o || !o->reason.n || !str_eqz(basket_id, o->basket_id))
		return;
	buf_addz(remark, remark->n ? ": " : "");
	buf_adds(remark, buf_str(&o->reason));
	contact_override_free(c);
}

/* ---- recording ---- */

static void
refresh_marks(struct console *c)
{
	baskets_update_contacts(c->baskets);
	rows_pane_rebuild(rows_pane_of(console_tab_pane(c, TAB_BASKETS)));
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
		struct buf words = { 0 };
		buf_adds(&words, remark);
		if (kind == CONTACT_LINK_SENT)
			contact_override_take(c, rows[i]->id, &words);
		basket_rows_add_identifiers(&who, rows[i], b->rows.v, b->rows.n);
		ok = contact_log_add(
		    &c->contact_log, kind, &who, console_now(c), buf_str(&words), &err);
		contact_identifiers_free(&who);
		buf_free(&words);
	}
	if (!ok)
		console_show(c, ROLE_BAD, "%s, but not saved in the contact log: %s",
		    kind == CONTACT_LINK_SENT ? "Sent" : "Done", err.text);
	refresh_marks(c);
	return ok;
}
