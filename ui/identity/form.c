#include "ui/identity/form.h"

#include "base/utf8.h"
#include "identity/paste.h"
#include "ui/identity/confirm.h"
#include "ui/identity/form_state.h"
#include "ui/kit/dialog.h"

static struct identity_form *
form_of_modal(const struct modal *m)
{
	return (struct identity_form *)(uintptr_t)m;
}

static struct write_session *
write_session_of(const struct identity_form *f)
{
	return f->modal.console->write_session;
}

/* ---- sending ---- */

static void
send_checked_write(struct console *c, void *ctx, int button)
{
	struct identity_form *f = c->form;
	(void)ctx;
	if (!f || button != 1)
		return;
	if (c->is_tour_acting) {
		console_show(c, ROLE_WARN, TOUR_SENDS_NOTHING);
		return;
	}
	struct write_session *w = c->write_session;
	const struct identity_fields identity = identity_form_fields(f);
	const struct journal_write what = { .is_unlink = f->unlinks,
		.owner = identity.owner,
		.iss = identity.iss,
		.sub = identity.sub,
		.reason = str_trim(identity.reason),
		.undoes = f->undone_write_number };
	struct err err;
	if (identity_confirm_is_locked(f))
		write_lock_open(&w->lock, what.reason, console_now(c));
	f->refused_write_number = 0;
	if (write_session_send(w, &what, &err))
		f->pending_write_number = w->awaited_write_number;
	else
		console_show(c, ROLE_BAD, "Not sent: %s", err.text);
}

static void
send_identity_write(struct identity_form *f)
{
	if (identity_confirm_show_missing(f))
		return;
	if (identity_confirm_has_odd_owner(f))
		identity_confirm_ask_about_owner(f, send_checked_write);
	else
		send_checked_write(f->modal.console, NULL, 1);
}

static bool
is_form_open(const struct console *c)
{
	for (size_t i = 0; i < c->modals.n; i++)
		if (c->form && c->modals.v[i] == &c->form->modal)
			return true;
	return false;
}

static bool
has_identity_text(const struct identity_form *f)
{
	return identity_form_text(f, FORM_OWNER).n || identity_form_text(f, FORM_ISSUER).n ||
	    identity_form_text(f, FORM_SUBJECT).n;
}

static bool
is_form_unsent(const struct console *c)
{
	const struct identity_form *f = c->form;
	return f && !f->pending_write_number && f->has_user_input && has_identity_text(f);
}

/* Row 2 shows that the closed form has text, and whether it was sent. */
static void
set_closed_form_words(struct console *c)
{
	c->closed_form_words = !is_form_unsent(c) ? NULL
	    : identity_form_is_refused(c->form)   ? ":form refused"
						  : ":form unsent";
}

static void
close_form(struct console *c)
{
	while (console_top_modal(c) && console_top_modal(c) != &c->form->modal)
		console_close_modal(c);
	console_close_modal(c);
}

/* Handles the result of the write. A write that is done or unconfirmed is shown in the journal;
 * after a refusal the form stays open to be corrected. */
void
identity_form_on_written(struct console *c, const struct write_result *a)
{
	struct identity_form *f = c->form;
	if (!f)
		return;
	f->pending_write_number = 0;
	f->refused_write_number = a->write_number;
	lineedit_set(&f->fields[FORM_OWNER_TAIL], STR_NONE);
	if (a->write_status == CLIENT_WRITE_REFUSED) {
		buf_reset(&f->refusal);
		journal_number_write(&f->refusal, a->write_number);
		buf_addz(&f->refusal, ", ");
		write_session_append_refusal(&f->refusal, c, &a->err);
		if (!is_form_open(c))
			set_closed_form_words(c);
		return;
	}
	if (is_form_open(c))
		close_form(c);
	identity_form_free(c);
}

/* ---- keys ---- */

static bool
form_has_part(const struct identity_form *f, enum form_part part)
{
	return part != FORM_ENVIRONMENT_NAME || identity_confirm_needs_name(f);
}

static void
move_focus(struct identity_form *f, int by)
{
	do
		f->focus = (enum form_part)(((int)f->focus + by + FORM_PARTS) % FORM_PARTS);
	while (!form_has_part(f, f->focus));
}

/* Esc: first moves the focus away from the confirmation, then closes the form; the text is kept.
 * The focus never moves to a filled field, since the next key would change its text. */
static void
close_keeping_text(struct identity_form *f)
{
	if (f->modal.console->message_stays)
		console_clear_message(f->modal.console);
	else if (f->focus > FORM_REASON && f->focus != FORM_CANCEL)
		f->focus = FORM_CANCEL;
	else
		close_form(f->modal.console);
}

static void
press_form_enter(struct identity_form *f)
{
	if (f->focus == FORM_CANCEL)
		close_form(f->modal.console);
	else if (f->focus >= FORM_OWNER_TAIL)
		send_identity_write(f);
	else
		identity_confirm_focus_missing(f);
}

static bool
scroll_form(struct identity_form *f, int by)
{
	int most = (int)f->doc.lines.n - f->visible_lines;
	int top = f->first_visible_line + by > most ? most : f->first_visible_line + by;
	f->first_visible_line = top < 0 ? 0 : top;
	return true;
}

static bool
key_leaves_field(uint32_t k)
{
	static const uint32_t keys[] = { KEY_TAB, KEY_BACKTAB, KEY_RETURN, KEY_ARROW_UP,
		KEY_ARROW_DOWN, KEY_ESCAPE };
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i] == k)
			return true;
	return false;
}

/* Handles keys that do the same in every part. */
static bool
press_common_key(struct identity_form *f, uint32_t k)
{
	switch (k) {
	case KEY_TAB:
		move_focus(f, 1);
		return true;
	case KEY_BACKTAB:
	case KEY_ARROW_UP:
		move_focus(f, -1);
		return true;
	case KEY_ARROW_DOWN:
		if (!identity_form_suggest(f))
			move_focus(f, 1);
		return true;
	case KEY_F1:
		identity_form_show_keys(f->modal.console);
		return true;
	case KEY_RETURN:
		press_form_enter(f);
		return true;
	case KEY_ESCAPE:
	case 3:
	case 7:
		close_keeping_text(f);
		return true;
	case KEY_PAGE_DOWN:
		return scroll_form(f, f->visible_lines - 1);
	case KEY_PAGE_UP:
		return scroll_form(f, 1 - f->visible_lines);
	default:
		return false;
	}
}

/* Exactly four characters are required; rejects a fifth, which would not be compared. */
static void
reject_long_tail(struct identity_form *f)
{
	struct str text = identity_form_text(f, FORM_OWNER_TAIL);
	if (f->focus != FORM_OWNER_TAIL || identity_tail(text).n == text.n)
		return;
	lineedit_press_key(&f->fields[FORM_OWNER_TAIL], KEY_RUBOUT);
	console_show(
	    f->modal.console, ROLE_TEXT, "Only four characters; Enter sends when they match");
}

static bool
type_form_key(struct identity_form *f, uint32_t k)
{
	enum lineedit_result result = lineedit_press_key(&f->fields[f->focus], k);
	if (result == LINEEDIT_FULL)
		identity_form_show_rejected(f, f->focus, result, 1);
	if (result == LINEEDIT_HANDLED) {
		f->has_user_input = true;
		f->prefilled_fields &= ~(1u << f->focus);
		reject_long_tail(f);
	}
	return result != LINEEDIT_IGNORED;
}

/* Unfolds or folds the request. In a narrow window it is the end of the text, which this shows. */
static void
toggle_request(struct identity_form *f)
{
	f->shows_request = !f->shows_request;
	scroll_form(f, f->shows_request ? (int)f->doc.lines.n : -(int)f->doc.lines.n);
}

/* Handles a key on a button, where no text can be typed. */
static bool
press_form_key(struct identity_form *f, uint32_t k)
{
	if (k == KEY_ARROW_LEFT || k == KEY_ARROW_RIGHT)
		f->focus = f->focus == FORM_CANCEL ? FORM_SEND : FORM_CANCEL;
	else if (k == 's')
		toggle_request(f);
	else if (k > KEY_SPACE && k != KEY_RUBOUT && k < KEY_ARROW_UP)
		console_show(f->modal.console, ROLE_TEXT,
		    "On a button: Enter chooses it, Tab goes to the fields");
	return true;
}

static void
paste_into_form(struct modal *m, struct str text)
{
	if (!form_of_modal(m)->pending_write_number)
		identity_form_on_paste(form_of_modal(m), text);
}

static bool
on_form_key(struct modal *m, uint32_t k)
{
	struct identity_form *f = form_of_modal(m);
	if (f->pending_write_number) {
		if (k != KEY_ESCAPE)
			return false;
		console_show(m->console, ROLE_TEXT,
		    "Already sent; it cannot be cancelled. The response will appear here");
		close_form(m->console);
		return true;
	}
	identity_confirm_drop_false_undo(f);
	if ((key_leaves_field(k) && identity_form_accept_typed_token(f)) || press_common_key(f, k))
		return true;
	return f->focus < FORM_FIELDS ? type_form_key(f, k) : press_form_key(f, k);
}

/* ---- modal functions ---- */

static void
write_form_bar(const struct modal *m, struct buf *out)
{
	identity_form_append_bar(out, form_of_modal(m));
}

static const char *const part_names[FORM_PARTS] = {
	[FORM_OWNER] = "Owner",
	[FORM_ISSUER] = "Issuer",
	[FORM_SUBJECT] = "Subject",
	[FORM_REASON] = "Reason",
	[FORM_ENVIRONMENT_NAME] = "Name of the environment",
	[FORM_OWNER_TAIL] = "Last four",
	[FORM_CANCEL] = "Cancel, keep the text",
	[FORM_SEND] = "Send",
};

/* The nth of the parts shown now; FORM_PARTS after the last one. */
static enum form_part
nth_part(const struct identity_form *f, size_t at)
{
	int part = 0;
	for (; part < FORM_PARTS; part++)
		if (form_has_part(f, (enum form_part)part) && at-- == 0)
			break;
	return (enum form_part)part;
}

static bool
write_form_choice(const struct modal *m, size_t at, struct buf *out)
{
	const struct identity_form *f = form_of_modal(m);
	enum form_part part = nth_part(f, at);
	if (part == FORM_PARTS || f->pending_write_number)
		return false;
	buf_addz(out, part_names[part]);
	return true;
}

/* Moves the focus to a field, or presses a button. */
static void
form_choose(struct modal *m, size_t at)
{
	struct identity_form *f = form_of_modal(m);
	f->focus = nth_part(f, at);
	if (f->focus >= FORM_CANCEL)
		press_form_enter(f);
}

static const struct lineedit *
focused_form_field(const struct modal *m, const char **name)
{
	const struct identity_form *f = form_of_modal(m);
	*name = part_names[f->focus];
	return f->focus < FORM_FIELDS && !f->pending_write_number ? &f->fields[f->focus] : NULL;
}

static void
arrange_form(struct modal *m, int rows, int cols)
{
	struct identity_form *f = form_of_modal(m);
	identity_confirm_drop_false_undo(f);
	identity_form_arrange(f, rows, cols);
	scroll_form(f, 0);
}

/* Keeps the text in console->form for the next time. */
static void
close_modal(struct modal *m)
{
	set_closed_form_words(m->console);
}

static const struct modal_ops ops = {
	.on_key = on_form_key,
	.on_paste = paste_into_form,
	.arrange = arrange_form,
	.draw = identity_form_draw,
	.write_key_bar = write_form_bar,
	.write_doc = identity_form_write_doc,
	.write_choice = write_form_choice,
	.select_choice = form_choose,
	.get_focused_field = focused_form_field,
	.close = close_modal,
	.tab_name = "Identities",
};

/* Maximum bytes. Owner, issuer and subject use the default, which has room for a token that
 * arrives as single keys. */
static const size_t field_sizes[FORM_FIELDS] = {
	[FORM_REASON] = JOURNAL_REASON_SIZE_MAX,
	[FORM_ENVIRONMENT_NAME] = 256,
	[FORM_OWNER_TAIL] = 64,
};

static struct identity_form *
form_of(struct console *c)
{
	if (!c->form) {
		c->form = x_new(struct identity_form);
		c->form->modal = (struct modal){ &ops, c };
		for (size_t i = 0; i < FORM_FIELDS; i++)
			c->form->fields[i].max_bytes = field_sizes[i];
	}
	return c->form;
}

void
identity_form_free(struct console *c)
{
	struct identity_form *f = c->form;
	if (!f)
		return;
	for (int i = 0; i < FORM_FIELDS; i++)
		lineedit_free(&f->fields[i]);
	doc_free(&f->doc);
	doc_free(&f->request);
	identity_form_clear_suggestions(f);
	buf_free(&f->wrong_owner);
	buf_free(&f->refusal);
	identity_form_wipe_claims(f);
	x_free(f);
	c->form = NULL;
	c->closed_form_words = NULL;
}

void
identity_form_append_unsent(const struct console *c, struct buf *out)
{
	if (!is_form_unsent(c))
		return;
	buf_addf(out, "%sThe identity form %s. Quitting discards it.", out->n ? " " : "",
	    identity_form_is_refused(c->form) ? "was sent and refused" : "has not been sent");
}

/* While writes are unlocked, fills in the reason that was given for unlocking. */
static void
prefill_reason(struct identity_form *f)
{
	const struct write_lock *lock = &write_session_of(f)->lock;
	if (!identity_form_text(f, FORM_REASON).n &&
	    write_lock_is_open(lock, console_now(f->modal.console)))
		lineedit_set(&f->fields[FORM_REASON], buf_str(&lock->reason));
}

static void
show_form(struct console *c)
{
	struct identity_form *f = form_of(c);
	lineedit_set(&f->fields[FORM_OWNER_TAIL], STR_NONE);
	prefill_reason(f);
	identity_confirm_focus_missing(f);
	c->closed_form_words = NULL;
	if (!is_form_open(c))
		console_push_modal(c, &f->modal);
}

/* Reopens the form as it was left. An empty form becomes a link form, whatever it was. */
static void
reopen_form(struct console *c)
{
	struct identity_form *f = form_of(c);
	if (!has_identity_text(f)) {
		f->unlinks = false;
		f->undone_write_number = 0;
	}
	show_form(c);
}

static void
start_form(struct console *c, const struct identity_form_values *ask)
{
	if (!is_form_open(c))
		identity_form_free(c);
	struct identity_form *f = form_of(c);
	f->unlinks = ask->unlinks;
	f->undone_write_number = ask->undone_write_number;
	buf_reset(&f->wrong_owner);
	buf_adds(&f->wrong_owner, ask->wrong_owner);
	identity_form_fill(f, &ask->identity);
	identity_form_fill_demo_owner(f);
	show_form(c);
}

/* The new request, while the user is asked whether to discard the form's text. */
struct waiting_form_request {
	struct arena text_arena;
	struct identity_form_values request;
};

static void
on_start_choice(struct console *c, void *ctx, int button)
{
	struct waiting_form_request *w = ctx;
	if (button == 1)
		start_form(c, &w->request);
	else if (button == 0)
		reopen_form(c);
	else
		console_show(c, ROLE_TEXT, "The form keeps its text; :form shows it");
	arena_free(&w->text_arena);
	x_free(w);
}

static void
ask_about_unsent_form(struct console *c, const struct identity_form_values *ask)
{
	struct waiting_form_request *w = x_new(struct waiting_form_request);
	struct arena *a = &w->text_arena;
	w->request = (struct identity_form_values){
		.identity = { .owner = arena_str(a, ask->identity.owner),
		    .iss = arena_str(a, ask->identity.iss),
		    .sub = arena_str(a, ask->identity.sub),
		    .reason = arena_str(a, ask->identity.reason) },
		.unlinks = ask->unlinks,
		.undone_write_number = ask->undone_write_number,
		.wrong_owner = arena_str(a, ask->wrong_owner),
	};
	struct buf words = { 0 };
	buf_addz(&words, "The form would ");
	identity_form_describe(c->form, &words);
	if (identity_form_is_refused(c->form)) {
		buf_addz(&words, ". It was sent and refused: ");
		buf_adds(&words, buf_str(&c->form->refusal));
		buf_addz(&words, ". Starting over discards it.");
	} else {
		buf_addz(&words, ". It has not been sent; starting over discards it.");
	}
	dialog_choose(c, identity_form_is_refused(c->form) ? "Sent and refused" : "Not sent yet",
	    buf_z(&words), "Continue it", "Start over", on_start_choice, w);
	buf_free(&words);
}

/* Returns false and shows the reason if no form can be opened now. */
static bool
can_open_form(struct console *c)
{
	write_session_refresh(c->write_session);
	console_clear_message(c);
	const char *why = write_session_why_not(c->write_session);
	bool waits = c->form && c->form->pending_write_number;
	if (why && !is_form_open(c)) /* checked before the user types anything */
		console_show(c, ROLE_WARN, "%s", why);
	else if (waits)
		console_show(c, ROLE_WARN, "The last write has no response yet");
	return !waits && (!why || is_form_open(c));
}

void
identity_form_reopen(struct console *c)
{
	if (can_open_form(c))
		reopen_form(c);
}

void
identity_form_open(struct console *c, const struct identity_form_values *ask)
{
	static const struct identity_form_values empty;
	ask = ask ? ask : &empty;
	if (!can_open_form(c))
		return;
	if (is_form_unsent(c) && identity_form_has_same_text(c->form, ask))
		reopen_form(c);
	else if (is_form_unsent(c) && !is_form_open(c))
		ask_about_unsent_form(c, ask);
	else
		start_form(c, ask);
}

bool
identity_form_paste(struct console *c, struct str text)
{
	struct identity_paste p;
	identity_paste_read(&p, text, console_now(c));
	bool says = p.kind != IDENTITY_PASTE_NOTHING;
	if (says) {
		/* A pasted note about a link is used to undo it, for example a colleague's
		 * mistake. */
		const struct identity_form_values ask = { .identity = p.identity,
			.unlinks = p.kind == IDENTITY_PASTE_NOTE && p.linked };
		identity_form_open(c, &ask);
		if (is_form_open(c) && console_top_modal(c) == &c->form->modal) {
			identity_form_keep_claims(c->form, &p);
			identity_form_show_pasted(c, &p, STR_NONE);
		}
	}
	identity_paste_free(&p);
	return says;
}
