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

/* Narrow: the fields at the top, the confirmation at the bottom, the document between them. Wide:
 * the fields, each with its hint below it, and the document to the right of them; then the
 * confirmation, then the request. */
enum {
	FIELD_COUNT = 4,
	CONFIRM_ROWS = 4,
	BOX_X = 9,
	HINT_CELLS = 26,
	TAIL_CELLS = 4,
	GROUPS_X = 11
};
enum { WIDE_COLS = 100, WIDE_ROWS = 28, WIDE_FIELD_CELLS = 48, CONFIRM_CELLS = 100 };
enum { FACTS_CELLS_MIN = 46 };
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

static enum role
label_role(const struct identity_form *f, enum form_part part)
{
	return f->focus == part ? ROLE_LEAD : ROLE_LABEL;
}

/* ---- hints next to a field ---- */

static void
draw_hint(const struct identity_form *f, const struct surface *s, int y, int x, enum form_part part)
{
	struct form_hint hint;
	identity_form_fill_hint(f, part, &hint);
	if (hint.role == ROLE_GOOD)
		x += 1 + surface_print(s, y, x, hint.role, "ok");
	else if (hint.role == ROLE_WARN)
		x += 1 + surface_print(s, y, x, hint.role, "!");
	surface_draw_text_in(s, y, x, s->w - x - 1, hint.role == ROLE_WARN ? ROLE_TEXT : ROLE_LABEL,
	    buf_str(&hint.text));
	buf_free(&hint.text);
}

/* True if the facts are to the right of the fields on a screen of this size. */
static bool
is_wide_screen(int rows, int cols)
{
	return rows >= WIDE_ROWS && cols >= WIDE_COLS;
}

/* Cells of the fields if the facts are to the right of them. */
static int
wide_field_cells(int cols)
{
	int cells = cols - BOX_X - 4 - FACTS_CELLS_MIN;
	return cells < WIDE_FIELD_CELLS ? cells : WIDE_FIELD_CELLS;
}

/* The column of the line between the fields and the facts. */
static int
divider_x(int cols)
{
	return BOX_X + wide_field_cells(cols) + 3;
}

static void
draw_fields(const struct identity_form *f, const struct surface *s, bool is_wide)
{
	int cells = is_wide ? s->w - BOX_X - 2 : s->w - BOX_X - HINT_CELLS - 5;
	for (enum form_part part = 0; part <= FORM_REASON; part++) {
		int y = is_wide ? 2 * (int)part : (int)part;
		surface_print(s, y, 1, label_role(f, part), "%s", identity_form_label(part));
		draw_box(f, s, y, BOX_X, cells, part);
		draw_hint(f, s, is_wide ? y + 1 : y, BOX_X + (is_wide ? 1 : cells + 4), part);
	}
}

/* ---- the document ---- */

/* Appends the whole page; or, with a document for the request, the parts of a wide window. */
static void
add_page(struct doc *d, const struct identity_form *f, struct doc *request)
{
	const struct console *c = f->modal.console;
	const struct identity_context context = write_session_context(c->write_session);
	const struct demo_owner *s = demo_owners_find(
	    &c->write_session->demo_owners, identity_form_text(f, FORM_OWNER));
	struct buf url = { 0 };
	const struct identity_fields identity = identity_form_fields(f);
	client_append_write_url(
	    &url, c->client, f->unlinks ? ENDPOINT_UNLINK : ENDPOINT_LINK, identity.owner);
	struct pasted_claims claims;
	bool has_claims = identity_form_pasted_claims(f, &claims);
	const struct identity_page page = { .identity = identity,
		.claims = has_claims ? &claims : NULL,
		.hides_email = c->app->masked || c->presenting,
		.unlinks = f->unlinks,
		.is_beside = request != NULL,
		.url = buf_str(&url),
		.story = s ? s->story : STR_NONE,
		.refusal = identity_form_is_refused(f) ? buf_str(&f->refusal) : STR_NONE };
	d->ascii = c->look.ascii_lines;
	d->frame = c->look.frame;
	if (request) {
		request->ascii = d->ascii;
		identity_page_facts_doc(d, &page, &context);
		identity_page_request_doc(request, &page);
	} else {
		identity_page_doc(d, &page, &context);
	}
	buf_free(&url);
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
		x += surface_print(s, y, x, label_role(f, FORM_ENVIRONMENT_NAME), "Name ");
		draw_box(f, s, y, x, cells, FORM_ENVIRONMENT_NAME);
		x += cells + 2;
		surface_print(s, y, x + 1, ROLE_GOOD, "%s", named ? "ok" : "");
		x += 5;
	}
	x += surface_print(s, y, x, label_role(f, FORM_OWNER_TAIL), "%s's last four ",
	    f->unlinks ? "Subject" : "Owner");
	draw_box(f, s, y, x, TAIL_CELLS + 1, FORM_OWNER_TAIL);
	draw_buttons(f, s, y);
}

static void
draw_name_row(const struct identity_form *f, const struct surface *s, int y)
{
	const struct app_context *l = f->modal.console->app;
	int x = 1 +
	    surface_print(s, y, 1, label_role(f, FORM_ENVIRONMENT_NAME),
		"%s is locked. Type its name, %s: ", l->badge, l->environment_name);
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
	t->is_locked = !write_lock_is_open(lock, console_now(c));
	if (t->is_locked) { /* row 2 shows that it is open */
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

/* Appends the last result and returns its role. Appends the missing fields to the second text. */
static enum role
write_state(const struct identity_form *f, struct buf *out, struct buf *missing)
{
	if (f->pending_write_number) {
		buf_addz(out, "Sent. Waiting for the response; it cannot be cancelled");
		return ROLE_TEXT;
	}
	enum role role = identity_confirm_append_sent(f, out);
	if (identity_confirm_append_missing(f, missing))
		return role;
	bool sends = f->focus == FORM_OWNER_TAIL || f->focus == FORM_SEND;
	buf_addz(out,
	    !sends                                ? "Nothing is missing"
		: identity_confirm_has_odd_owner(f) ? "Enter asks, then sends"
						    : "Enter sends");
	return role;
}

/* Shows the form's state on the message line if there is no message. */
static void
draw_state(const struct identity_form *f, const struct surface *screen)
{
	struct buf words = { 0 }, missing = { 0 };
	int y = screen->h - 2;
	if (f->modal.console->message_line.n)
		return;
	enum role role = write_state(f, &words, &missing);
	if (missing.n && role == ROLE_TEXT)
		role = ROLE_WARN;
	buf_adds(&words, buf_str(&missing));
	surface_fill(screen, y, 0, screen->w, ROLE_TEXT);
	message_draw(screen, y, 1, screen->w - 2, role, buf_str(&words));
	buf_free(&words);
	buf_free(&missing);
}

/* ---- linear mode ---- */

/* Appends a field: its label, its text or "empty", and its hint. Sets *focused to its line if it
 * has the focus. */
static void
add_field(struct doc *d, const struct identity_form *f, enum form_part part, const char *label,
    size_t *focused)
{
	struct form_hint hint;
	struct buf text = { 0 };
	if (f->focus == part)
		*focused = d->lines.n;
	write_field(&text, f, part);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "%s  ", label);
	doc_printf(d, ROLE_TEXT, "%s", text.n ? buf_z(&text) : "empty");
	identity_form_fill_hint(f, part, &hint);
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
	struct buf words = { 0 }, missing = { 0 };
	size_t focused = SIZE_MAX;
	write_form_title(&t, f);
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s  %s", buf_z(&t.breadcrumb), buf_z(&t.counts));
	title_free(&t);
	for (enum form_part i = 0; i <= FORM_REASON; i++)
		add_field(d, f, i, identity_form_label(i), &focused);
	add_page(d, f, NULL);
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
	write_state(f, &words, &missing);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, "%s%s", buf_z(&words), buf_z(&missing));
	buf_free(&words);
	buf_free(&missing);
	return focused;
}

/* ---- the layout ---- */

/* Rows of the request in a wide window. */
static int
request_rows(const struct identity_form *f)
{
	return f->shows_request || f->fits_request ? (int)f->request.lines.n : 1;
}

/* Rows of the body above the confirmation in a wide window. They only grow while the form is open,
 * so that the confirmation does not move up and down while the user types. */
static int
rows_above_confirmation(const struct identity_form *f, int body_rows, int cols)
{
	int room = body_rows - CONFIRM_ROWS - name_has_own_row(f, cols) - request_rows(f);
	int rows = f->fact_rows > 2 * FIELD_COUNT ? f->fact_rows : 2 * FIELD_COUNT;
	return rows < room ? rows : room;
}

void
identity_form_arrange(struct identity_form *f, int rows, int cols)
{
	bool is_wide = is_wide_screen(rows, cols);
	doc_clear(&f->doc);
	doc_clear(&f->request);
	f->doc.width = is_wide ? cols - divider_x(cols) - 1 : cols;
	f->request.width = cols < CONFIRM_CELLS ? cols : CONFIRM_CELLS;
	add_page(&f->doc, f, is_wide ? &f->request : NULL);
	if (is_wide) {
		f->fact_rows = (int)f->doc.lines.n > f->fact_rows ? (int)f->doc.lines.n
								  : f->fact_rows;
		int needed = f->fact_rows > 2 * FIELD_COUNT ? f->fact_rows : 2 * FIELD_COUNT;
		f->fits_request = needed + CONFIRM_ROWS + name_has_own_row(f, cols) + 1 +
			(int)f->request.lines.n <=
		    rows - 4;
		f->visible_lines = rows_above_confirmation(f, rows - 4, cols);
	} else {
		f->fact_rows = 0;
		f->visible_lines = rows - 4 - FIELD_COUNT - CONFIRM_ROWS -
		    name_has_own_row(f, cols);
	}
}

static void
draw_confirmation(const struct identity_form *f, const struct surface *body, int y)
{
	bool named = name_has_own_row(f, body->w);
	int cells = body->w < CONFIRM_CELLS ? body->w : CONFIRM_CELLS;
	struct surface question = surface_part(body, y, 0, 1, body->w);
	struct surface rest = surface_part(body, y, 0, CONFIRM_ROWS + named, cells);
	draw_question(f, &question);
	draw_groups(f, &rest);
	if (named)
		draw_name_row(f, &rest, CONFIRM_ROWS - 1);
	draw_send_row(f, &rest, CONFIRM_ROWS - 1 + named);
}

/* Draws the request, or its first line and the key that shows all of it. */
static void
draw_request(const struct identity_form *f, const struct surface *body, int y)
{
	size_t n = f->request.lines.n;
	for (int i = 0; i < request_rows(f) && i < (int)n; i++)
		dialog_draw_line(body, y + i, &f->request, (size_t)i);
	if (request_rows(f) > 1 || n < 2)
		return;
	int x = f->request.lines.v[0].cell_count + 2;
	x += surface_print(body, y, x, ROLE_LABEL, "+%zu lines", n - 1);
	if (x + (int)sizeof("; on a button, s shows them") <= body->w)
		surface_print(body, y, x, ROLE_LABEL, "; on a button, s shows them");
}

static void
draw_wide(const struct identity_form *f, const struct surface *body)
{
	int x = divider_x(body->w), above = rows_above_confirmation(f, body->h, body->w);
	int below = above + CONFIRM_ROWS + name_has_own_row(f, body->w);
	struct surface part = surface_part(body, 0, 0, above, x - 1);
	draw_fields(f, &part, true);
	for (int y = 0; y < above; y++)
		surface_print(body, y, x, body->look->frame, "%s",
		    body->look->ascii_lines ? "|" : "\xE2\x94\x82");
	part = surface_part(body, 0, x + 1, above, body->w - x - 1);
	draw_doc(f, &part);
	draw_confirmation(f, body, above);
	draw_request(f, body, below + (below + request_rows(f) < body->h));
}

static void
draw_narrow(const struct identity_form *f, const struct surface *body)
{
	struct surface part = surface_part(body, 0, 0, FIELD_COUNT, body->w);
	draw_fields(f, &part, false);
	part = surface_part(body, FIELD_COUNT, 0, f->visible_lines, body->w);
	draw_doc(f, &part);
	draw_confirmation(f, body, FIELD_COUNT + f->visible_lines);
}

void
identity_form_draw(const struct modal *m, const struct surface *screen)
{
	const struct identity_form *f = form_of_modal(m);
	struct surface body = surface_part(screen, 2, 0, screen->h - 4, screen->w);
	surface_clear(&body);
	draw_form_title(f, screen);
	if (is_wide_screen(screen->h, screen->w))
		draw_wide(f, &body);
	else
		draw_narrow(f, &body);
	draw_state(f, screen);
}
