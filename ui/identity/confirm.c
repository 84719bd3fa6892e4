#include "ui/identity/confirm.h"

#include "identity/paste.h"
#include "model/format.h"
#include "ui/identity/form_state.h"

static const int64_t own_undo_ms = 3600000; /* an own write this recent needs no reason to undo */

static struct str
identity_confirm_text(const struct identity_form *f)
{
	return identity_form_text(f, f->unlinks ? FORM_SUBJECT : FORM_OWNER);
}

/* The journal's write that the form would undo exactly; or NULL. */
static const struct journal_write *
find_undone_write(const struct identity_form *f)
{
	struct identity_fields identity = identity_form_fields(f);
	const struct journal_write *w = journal_find(
	    &f->modal.console->write_session->journal, f->undone_write_number);
	bool same = w && str_eq(w->owner, identity.owner) && str_eq(w->iss, identity.iss) &&
	    str_eq(w->sub, identity.sub) && w->is_unlink != f->unlinks;
	return same ? w : NULL;
}

/* Clears `undone_write_number` if the owner or identity was changed: the journal must not record
 * this write as an undo. */
void
identity_confirm_drop_false_undo(struct identity_form *f)
{
	if (!find_undone_write(f))
		f->undone_write_number = 0;
}

/* True if the form undoes a write that this account made within the last hour. */
static bool
is_own_undo(const struct identity_form *f)
{
	const struct console *c = f->modal.console;
	const struct journal_write *undone = find_undone_write(f);
	return undone && str_eqz(undone->who, c->write_session->account) &&
	    console_now(c) - undone->recorded_at < own_undo_ms;
}

bool
identity_confirm_is_locked(const struct identity_form *f)
{
	return !is_own_undo(f) &&
	    !write_lock_is_open(
		&f->modal.console->write_session->lock, console_now(f->modal.console));
}

bool
identity_confirm_needs_name(const struct identity_form *f)
{
	return identity_confirm_is_locked(f) &&
	    str_eqz(str_of(f->modal.console->app->environment_role), "prod");
}

/* A text that is the start of the wanted one is incomplete, not wrong. */
static bool
check_typed_text(
    struct buf *out, struct str typed, struct str wanted, const char *missing, const char *wrong)
{
	if (str_eq(typed, wanted))
		return true;
	if (str_starts(wanted, typed))
		buf_addf(out, "Missing: %s", missing);
	else
		buf_addz(out, wrong);
	return false;
}

static bool
name_matches(const struct identity_form *f, struct buf *out)
{
	const char *name = f->modal.console->app->environment_name;
	struct buf missing = { 0 }, wrong = { 0 };
	buf_addf(&missing, "the environment's name, %s", name);
	buf_addf(&wrong, "That is not the environment's name, %s", name);
	bool same = !identity_confirm_needs_name(f) ||
	    check_typed_text(out, identity_form_text(f, FORM_ENVIRONMENT_NAME), str_of(name),
		buf_z(&missing), buf_z(&wrong));
	buf_free(&missing);
	buf_free(&wrong);
	return same;
}

static bool
tail_matches(const struct identity_form *f, struct buf *out)
{
	static const struct {
		const char *missing, *wrong;
	} words[] = { [false] = { "the last four characters of the owner",
			  "These are not the last four characters of the owner" },
		[true] = { "the last four characters of the subject",
		    "These are not the last four characters of the subject" } };
	return check_typed_text(out, identity_form_text(f, FORM_OWNER_TAIL),
	    identity_tail(identity_confirm_text(f)), words[f->unlinks].missing,
	    words[f->unlinks].wrong);
}

/* "owner is empty" becomes "Missing: the owner". */
static void
append_missing_field(struct buf *out, struct str doubt)
{
	struct str empty = STR(" is empty");
	buf_addz(out, "Missing: ");
	if (str_ends(doubt, empty))
		buf_addf(out, "the %.*s", STR_ARG(str_sub(doubt, 0, doubt.n - empty.n)));
	else
		buf_adds(out, doubt);
}

bool
identity_confirm_append_missing(const struct identity_form *f, struct buf *out)
{
	struct identity_fields identity = identity_form_fields(f);
	struct buf doubts = { 0 };
	enum identity_verdict doubt = identity_check(&doubts, &identity);
	const char *bar = write_session_why_not(f->modal.console->write_session);
	if (bar)
		buf_addz(out, bar);
	else if (doubt == IDENTITY_INVALID)
		append_missing_field(
		    out, str_sub(buf_str(&doubts), 0, str_find_char(buf_str(&doubts), '\n')));
	else if (identity_confirm_is_locked(f) && !str_trim(identity.reason).n)
		buf_addf(out, "Missing: a reason, which unlocks writes for %d minutes",
		    WRITE_LOCK_MINUTES);
	else if (name_matches(f, out))
		tail_matches(f, out);
	buf_free(&doubts);
	return out->n > 0;
}

bool
identity_confirm_has_odd_owner(const struct identity_form *f)
{
	struct str owner = identity_form_fields(f).owner;
	return owner.n && !identity_paste_is_owner(owner);
}

void
identity_confirm_ask_about_owner(const struct identity_form *f, dialog_fn *done)
{
	struct buf words = { 0 };
	format_plural(&words, identity_form_text(f, FORM_OWNER).n, "character", "characters");
	buf_addz(&words,
	    ", but owner ids are id- and 32 hexadecimal digits. Compare it with the ticket.");
	dialog_ask(f->modal.console, "The owner id looks wrong", buf_z(&words),
	    f->unlinks ? "Unlink anyway" : "Link anyway", done, NULL);
	buf_free(&words);
}

enum role
identity_confirm_append_sent(const struct identity_form *f, struct buf *out)
{
	bool is_odd = !f->refused_write_number && f->focus != FORM_OWNER &&
	    identity_confirm_has_odd_owner(f);
	buf_addz(out,
	    f->refused_write_number ? "Sent and refused. "
		: is_odd            ? "Odd owner id. "
				    : "Nothing has been sent. ");
	return is_odd ? ROLE_WARN : ROLE_TEXT;
}

bool
identity_confirm_show_missing(const struct identity_form *f)
{
	struct buf words = { 0 }, missing = { 0 };
	bool any = identity_confirm_append_missing(f, &missing);
	identity_confirm_append_sent(f, &words);
	if (any)
		console_show(f->modal.console, ROLE_WARN, "%s%s", buf_z(&words), buf_z(&missing));
	buf_free(&words);
	buf_free(&missing);
	return any;
}

/* Moves the focus to the first missing field, so that the user does not type into one that is
 * already filled. */
void
identity_confirm_focus_missing(struct identity_form *f)
{
	static const enum form_part order[] = { FORM_OWNER, FORM_ISSUER, FORM_SUBJECT };
	f->focus = FORM_OWNER_TAIL;
	if (identity_confirm_needs_name(f) && !identity_form_text(f, FORM_ENVIRONMENT_NAME).n)
		f->focus = FORM_ENVIRONMENT_NAME;
	if (identity_confirm_is_locked(f) && !identity_form_text(f, FORM_REASON).n)
		f->focus = FORM_REASON;
	for (size_t i = sizeof(order) / sizeof(*order); i > 0; i--)
		if (!identity_form_text(f, order[i - 1]).n)
			f->focus = order[i - 1];
}
