#include "base/utf8.h"
#include "identity/known.h"
#include "identity/paste.h"
#include "model/format.h"
#include "ui/identity/confirm.h"
#include "ui/identity/form_state.h"
#include "ui/identity/page.h"
#include "ui/journal/breadcrumb.h"
#include "ui/kit/dialog.h"

#include <limits.h>

/* Rows of the form: the fields at the top, the confirmation at the bottom, the document between
 * them. */
enum {
	FIELD_ROWS = 4,
	CONFIRM_ROWS = 4,
	BOX_X = 9,
	HINT_CELLS = 26,
	TAIL_CELLS = 4,
	GROUPS_X = 11
};
enum { NAME_CELLS_MIN = 6, NAME_CELLS = 20 };

static const struct identity_form *
form_of_modal(const struct modal *m)
{
	return (const struct identity_form *)(uintptr_t)m;
}

/* Appends a field's text; of a token, only its length. */
static void
write_field(struct buf *out, const struct identity_form *f, enum form_part part)
{
	struct str text = identity_form_text(f, part);
	if (identity_paste_is_token(text))
		buf_addf(out, "token, %zu characters: Enter decodes it", text.n);
	else
		text_clean(out, text, f->modal.console->look.ascii_text);
}

/* Draws a field; a token in it only by its length. */
static void
draw_box(const struct identity_form *f, const struct surface *s, int y, int x, int cells,
    enum form_part part)
{
	struct lineedit shown = f->fields[part];
	struct buf words = { 0 };
	if (identity_paste_is_token(identity_form_text(f, part))) {
		write_field(&words, f, part);
		shown = (struct lineedit){ .text = words };
	}
	dialog_draw_field(s, y, x, cells, &shown, f->focus == part && !f->pending_write_number);
	buf_free(&words);
}

/* ---- hints next to a field ---- */

/* A verdict on a field, and the text after it. */
struct form_hint {
	enum role role; /* role of the verdict (good, warn); text if there is none */
	struct buf text;
};

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
	if (!text.n)
		return;
	h->role = ROLE_GOOD;
	format_plural(&h->text, text.n, "byte", "bytes");
	buf_addz(&h->text, ", sent as is");
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
} fields[FIELD_ROWS] = {
	[FORM_OWNER] = { "Owner", fill_owner_hint },
	[FORM_ISSUER] = { "Issuer", fill_issuer_hint },
	[FORM_SUBJECT] = { "Subject", fill_subject_hint },
	[FORM_REASON] = { "Reason", fill_reason_hint },
};

static void
draw_hint(const struct surface *s, int y, int x, const struct form_hint *h)
{
	if (h->role == ROLE_GOOD)
		x += 1 + surface_print(s, y, x, h->role, "ok");
	else if (h->role == ROLE_WARN)
		x += 1 + surface_print(s, y, x, h->role, "!");
	surface_draw_text_in(s, y, x, s->w - x - 1, h->role == ROLE_WARN ? ROLE_WARN : ROLE_LABEL,
	    buf_str(&h->text));
}

static void
draw_fields(const struct identity_form *f, const struct surface *s)
{
	int cells = s->w - BOX_X - HINT_CELLS - 5;
	for (int i = 0; i < FIELD_ROWS; i++) {
		struct form_hint hint = { .role = ROLE_TEXT };
		bool here = f->focus == (enum form_part)i;
		surface_print(s, i, 1, here ? ROLE_LEAD : ROLE_LABEL, "%s", fields[i].label);
		draw_box(f, s, i, BOX_X, cells, (enum form_part)i);
		fields[i].hint(f, &hint);
		draw_hint(s, i, BOX_X + cells + 4, &hint);
		buf_free(&hint.text);
	}
}

/* ---- the document ---- */

static void
add_page(struct doc *d, const struct identity_form *f)
{
	const struct console *c = f->modal.console;
	const struct identity_context context = write_session_context(c->write_session);
	const struct demo_owner *s = demo_owners_find(
	    &c->write_session->demo_owners, identity_form_text(f, FORM_OWNER));
	struct buf url = { 0 };
	const struct identity_fields identity = identity_form_fields(f);
	client_append_write_url(
	    &url, c->client, f->unlinks ? ENDPOINT_UNLINK : ENDPOINT_LINK, identity.owner);
	const struct identity_page page = { .identity = identity,
		.unlinks = f->unlinks,
		.url = buf_str(&url),
		.story = s ? s->story : STR_NONE };
	d->ascii = c->look.ascii_lines;
	identity_page_doc(d, &page, &context);
	buf_free(&url);
}

void
identity_form_build_doc(struct identity_form *f, int width)
{
	doc_clear(&f->doc);
	f->doc.width = width;
	add_page(&f->doc, f);
}

/* Draws the visible lines, and the number of hidden lines above and below them. */
static void
draw_doc(const struct identity_form *f, const struct surface *s)
{
	size_t n = f->doc.lines.n, at = (size_t)f->first_visible_line;
	int rows = s->h < 0 ? 0 : s->h;
	bool above = at > 0, below = at + (size_t)rows < n;
	if (above)
		surface_print(s, 0, 3, ROLE_WARN, "%zu lines above: PgUp shows them", at + 1);
	for (int y = above; y < rows - below && at + (size_t)y < n; y++)
		dialog_draw_line(s, y, &f->doc, at + (size_t)y);
	if (below)
		surface_print(s, rows - 1, 3, ROLE_WARN, "%zu more lines: PgDn shows them",
		    n - at - (size_t)rows + 1);
}

/* ---- the confirmation ---- */

static void
write_question(struct buf *out, const struct identity_form *f)
{
	const struct app_context *l = f->modal.console->app;
	bool ascii = f->modal.console->look.ascii_lines;
	buf_addf(out, "%s in ", f->unlinks ? "Unlink" : "Link");
	text_clean(out, str_of(l->badge), ascii);
	if (!str_eq_nocase(str_of(l->badge), str_of(l->environment_name))) {
		buf_addc(out, ' ');
		text_clean(out, str_of(l->environment_name), ascii);
	}
	buf_addz(out, "? Compare it aloud with the ticket");
}

static void
draw_question(const struct identity_form *f, const struct surface *s)
{
	struct buf words = { 0 };
	write_question(&words, f);
	dialog_draw_question(f->modal.console, s, 0, buf_str(&words));
	buf_free(&words);
}

/* Draws an id in groups of four; the last four characters are highlighted if they must be typed. */
static void
draw_group(
    const struct surface *s, int y, const char *label, struct str text, int prefix, bool asked)
{
	bool ascii = s->look->ascii_lines;
	struct buf groups = { 0 };
	surface_print(s, y, 1, ROLE_LABEL, "%s", label);
	identity_page_write_groups(&groups, text, prefix, s->w - GROUPS_X - 1, ascii);
	int cells = surface_draw_text(s, y, GROUPS_X, ROLE_TEXT, buf_str(&groups));
	int last = text_width(identity_tail(buf_str(&groups)));
	if (asked && cells >= last)
		surface_restyle(s, y, GROUPS_X + cells - last, last, ROLE_LEAD);
	buf_free(&groups);
}

static void
draw_groups(const struct identity_form *f, const struct surface *s)
{
	const struct identity_fields identity = identity_form_fields(f);
	bool ascii = s->look->ascii_lines;
	int of_owner = identity_page_prefix_cells(identity.owner, ascii);
	int of_sub = identity_page_prefix_cells(identity.sub, ascii);
	int prefix = of_owner > of_sub ? of_owner : of_sub;
	draw_group(s, 1, "Owner", identity.owner, prefix, !f->unlinks);
	draw_group(s, 2, "Subject", identity.sub, prefix, f->unlinks);
}

/* Draws a button, and returns the column after it. If it is not available yet, it is drawn as
 * plain text. */
static int
draw_button(const struct identity_form *f, const struct surface *s, int y, int x,
    enum form_part part, const char *words, bool ready)
{
	bool here = f->focus == part && !f->pending_write_number;
	int used = surface_print(s, y, x,
	    here        ? ROLE_SELECTED
		: ready ? ROLE_TEXT
			: ROLE_LABEL,
	    ready || here ? "[ %s ]" : "%s", words);
	if (here)
		surface_set_cursor(s, y, x + 2);
	return x + used;
}

static void
draw_buttons(const struct identity_form *f, const struct surface *s, int y)
{
	enum { CANCEL_BUTTON_CELLS = sizeof("[ Cancel ]") - 1, GAP = 2 };
	struct buf missing = { 0 }, words = { 0 };
	bool ready = !identity_confirm_append_missing(f, &missing) && !f->pending_write_number;
	buf_addf(&words, "%s%s", f->unlinks ? "Unlink" : "Link",
	    f->pending_write_number ? ", sent"
		: ready             ? ""
				    : ": not ready");
	bool framed = ready || f->focus == FORM_SEND;
	int at = s->w - 1 - (int)words.n - (framed ? 4 : 0);
	draw_button(f, s, y, at - GAP - CANCEL_BUTTON_CELLS, FORM_CANCEL, "Cancel", true);
	draw_button(f, s, y, at, FORM_SEND, buf_z(&words), ready);
	buf_free(&missing);
	buf_free(&words);
}

/* Width of the field for production's name in the last row; 0 if it does not fit there. */
static int
name_field_cells(const struct identity_form *f, int cols)
{
	enum { REST_CELLS = 70 };
	int cells = text_width(str_of(f->modal.console->app->environment_name)) + 2;
	cells = cells < NAME_CELLS_MIN ? NAME_CELLS_MIN : cells;
	return cells <= NAME_CELLS && cols >= REST_CELLS + cells ? cells : 0;
}

static bool
name_has_own_row(const struct identity_form *f, int cols)
{
	return identity_confirm_needs_name(f) && !name_field_cells(f, cols);
}

/* Draws the last row: the fields to confirm, and the buttons. */
static void
draw_send_row(const struct identity_form *f, const struct surface *s, int y)
{
	int x = 1, cells = identity_confirm_needs_name(f) ? name_field_cells(f, s->w) : 0;
	bool named = str_eq(identity_form_text(f, FORM_ENVIRONMENT_NAME),
	    str_of(f->modal.console->app->environment_name));
	if (cells) {
		x += surface_print(s, y, x, ROLE_LABEL, "Name ");
		draw_box(f, s, y, x, cells, FORM_ENVIRONMENT_NAME);
		x += cells + 2;
		surface_print(s, y, x + 1, ROLE_GOOD, "%s", named ? "ok" : "");
		x += 5;
	}
	x += surface_print(
	    s, y, x, ROLE_LABEL, "%s's last four ", f->unlinks ? "Subject" : "Owner");
	draw_box(f, s, y, x, TAIL_CELLS + 1, FORM_OWNER_TAIL);
	draw_buttons(f, s, y);
}

static void
draw_name_row(const struct identity_form *f, const struct surface *s, int y)
{
	const struct app_context *l = f->modal.console->app;
	int x = 1 +
	    surface_print(s, y, 1, ROLE_TEXT, "%s is locked. Type its name, %s: ", l->badge,
		l->environment_name);
	draw_box(f, s, y, x, NAME_CELLS, FORM_ENVIRONMENT_NAME);
}

/* ---- the whole form ---- */

static void
write_form_title(struct title *t, const struct identity_form *f)
{
	const struct console *c = f->modal.console;
	buf_addf(&t->breadcrumb, "Identities > %s", f->unlinks ? "Unlink" : "Link");
	if (f->undone_write_number) {
		buf_addz(&t->breadcrumb, ", undoing ");
		journal_number_write(&t->breadcrumb, f->undone_write_number);
	}
	const struct write_lock *lock = &c->write_session->lock;
	if (!write_lock_is_open(lock, console_now(c))) { /* row 2 shows that it is open */
		write_lock_append_state(
		    &t->counts, lock, console_now(c), c->time_style == TIME_UTC);
		buf_addz(&t->counts, " \xC2\xB7 ");
	}
	text_clean(&t->counts, str_of(c->write_session->account), c->look.ascii_lines);
}

static void
draw_form_title(const struct identity_form *f, const struct surface *screen)
{
	struct title t = { 0 };
	write_form_title(&t, f);
	surface_fill(screen, 1, 0, screen->w, ROLE_TEXT);
	breadcrumb_draw(f->modal.console, screen, &t);
}

/* Appends the last result and the missing parts. */
static void
write_state(struct buf *out, const struct identity_form *f)
{
	struct buf missing = { 0 };
	if (f->pending_write_number) {
		buf_addz(out, "Sent. Waiting for the response; it cannot be cancelled");
		return;
	}
	if (f->refused_write_number)
		journal_number_write(out, f->refused_write_number);
	buf_addz(out, f->refused_write_number ? " was refused. " : "Nothing has been sent. ");
	bool any = identity_confirm_append_missing(f, &missing);
	buf_addz(out, any ? buf_z(&missing) : "Enter sends");
	buf_free(&missing);
}

/* Shows the form's state on the message line if there is no message. */
static void
draw_state(const struct identity_form *f, const struct surface *screen)
{
	struct buf words = { 0 };
	if (f->modal.console->message_line.n)
		return;
	write_state(&words, f);
	surface_fill(screen, screen->h - 2, 0, screen->w, ROLE_TEXT);
	surface_draw_text_in(screen, screen->h - 2, 1, screen->w - 2, ROLE_TEXT, buf_str(&words));
	buf_free(&words);
}

/* ---- linear mode ---- */

/* Appends a field: its label, its text or "empty", and its hint. Sets *focused to its line if it
 * has the focus. */
static void
add_field(struct doc *d, const struct identity_form *f, enum form_part part, const char *label,
    size_t *focused)
{
	struct form_hint hint = { .role = ROLE_TEXT };
	struct buf text = { 0 };
	if (f->focus == part)
		*focused = d->lines.n;
	write_field(&text, f, part);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "%s  ", label);
	doc_printf(d, ROLE_TEXT, "%s", text.n ? buf_z(&text) : "empty");
	if (part <= FORM_REASON)
		fields[part].hint(f, &hint);
	if (hint.text.n)
		doc_printf(d, ROLE_TEXT, "  %s%s",
		    hint.role == ROLE_GOOD       ? "ok "
			: hint.role == ROLE_WARN ? "! "
						 : "",
		    buf_z(&hint.text));
	buf_free(&hint.text);
	buf_free(&text);
}

/* Appends an id in groups of four, as it is compared aloud. */
static void
add_group(struct doc *d, const char *label, struct str text)
{
	struct buf groups = { 0 };
	if (!text.n)
		return;
	identity_page_write_groups(&groups, text, 0, INT_MAX, d->ascii);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "%s  ", label);
	doc_printf(d, ROLE_TEXT, "%s", buf_z(&groups));
	buf_free(&groups);
}

size_t
identity_form_write_doc(const struct modal *m, struct doc *d)
{
	const struct identity_form *f = form_of_modal(m);
	const struct app_context *app = m->console->app;
	const struct identity_fields identity = identity_form_fields(f);
	struct title t = { 0 };
	struct buf words = { 0 };
	size_t focused = SIZE_MAX;
	write_form_title(&t, f);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s  %s", buf_z(&t.breadcrumb), buf_z(&t.counts));
	title_free(&t);
	for (enum form_part i = 0; i <= FORM_REASON; i++)
		add_field(d, f, i, fields[i].label, &focused);
	add_page(d, f);
	write_question(&words, f);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s", buf_z(&words));
	add_group(d, "Owner", identity.owner);
	add_group(d, "Subject", identity.sub);
	buf_reset(&words);
	if (identity_confirm_needs_name(f)) {
		buf_addf(
		    &words, "%s is locked. Type its name, %s", app->badge, app->environment_name);
		add_field(d, f, FORM_ENVIRONMENT_NAME, buf_z(&words), &focused);
	}
	add_field(d, f, FORM_OWNER_TAIL, f->unlinks ? "Subject's last four" : "Owner's last four",
	    &focused);
	buf_reset(&words);
	write_state(&words, f);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "%s", buf_z(&words));
	buf_free(&words);
	return focused;
}

/* ---- the whole form ---- */

int
identity_form_rows_needed(const struct identity_form *f, int rows, int cols)
{
	return rows - 4 - FIELD_ROWS - CONFIRM_ROWS - name_has_own_row(f, cols);
}

void
identity_form_draw(const struct modal *m, const struct surface *screen)
{
	const struct identity_form *f = form_of_modal(m);
	bool named = name_has_own_row(f, screen->w);
	struct surface body = surface_part(screen, 2, 0, screen->h - 4, screen->w);
	surface_clear(&body);
	draw_form_title(f, screen);
	int below = CONFIRM_ROWS + named,
	    between = identity_form_rows_needed(f, screen->h, screen->w);
	struct surface part = surface_part(&body, 0, 0, FIELD_ROWS, body.w);
	draw_fields(f, &part);
	part = surface_part(&body, FIELD_ROWS, 0, between, body.w);
	draw_doc(f, &part);
	part = surface_part(&body, body.h - below, 0, below, body.w);
	draw_question(f, &part);
	draw_groups(f, &part);
	if (named)
		draw_name_row(f, &part, CONFIRM_ROWS - 1);
	draw_send_row(f, &part, below - 1);
	draw_state(f, screen);
}
