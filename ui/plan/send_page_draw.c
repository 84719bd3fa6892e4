#include "base/utf8.h"
#include "model/format.h"
#include "plan/effect.h"
#include "plan/row.h"
#include "ui/journal/breadcrumb.h"
#include "ui/journal/write_session.h"
#include "ui/kit/dialog.h"
#include "ui/plan/effect_table.h"
#include "ui/plan/send_page_state.h"

enum {
	WIDE_ROW_MIN = 100,
	REASON_CELLS_MAX = 48,
	COUNT_CELLS = 6,
	BUTTON_CELLS = 23, /* of both buttons without the number of changes */
	ENVIRONMENT_CELLS = 12,
	LABEL_X = 1,
	VALUE_X = DOC_VALUE_COLUMN,
	NAME_ROW_WIDTH_MIN = 80, /* a narrower window has the name's field in a row of its own */
	EFFECT_GAP = 2,
	EFFECT_MORE_CELLS = 5,  /* of "  +12" */
	EFFECT_REST_CELLS = 12, /* of "+5 lines" */
	FIXED_ROWS = 7,         /* summary, others, blank, undo, reason, question, confirmation */
	HEAD_BODY_ROWS_MIN = 16 /* a lower body has no room for the column heads */
};

static const struct send_page *
drawn_page(const struct modal *m)
{
	return (const struct send_page *)(uintptr_t)m;
}

/* ---- texts ---- */

/* "27 prices change in PROD, 5 to review, 2 refused stay unchanged". */
static void
write_page_head(struct buf *out, const struct send_page *p)
{
	const struct app_context *app = p->modal.console->app;
	struct plan_counts n = plan_count(&p->draft->plan);
	format_plural(out, n.changes, "change in ", "changes in ");
	text_clean(out, str_of(app->badge), p->modal.console->look.ascii_lines);
	plan_append_shared_charge(out, &p->draft->plan);
	if (n.review_count)
		buf_addf(out, ", %zu to review", n.review_count);
	if (n.refused)
		buf_addf(out, ", %zu refused and not sent", n.refused);
}

static void
write_send_question(struct buf *out, const struct send_page *p)
{
	const struct app_context *app = p->modal.console->app;
	bool ascii = p->modal.console->look.ascii_lines;
	buf_addz(out, "Send to ");
	text_clean(out, str_of(app->badge), ascii);
	if (!str_eq_nocase(str_of(app->badge), str_of(app->environment_name))) {
		buf_addc(out, ' ');
		text_clean(out, str_of(app->environment_name), ascii);
	}
	buf_addc(out, '?');
}

/* Returns true if something is missing. */
static bool
write_state(struct buf *out, const struct send_page *p)
{
	struct buf missing = { 0 };
	bool any = send_page_append_missing(p, &missing);
	buf_addf(out, "Nothing has been sent. %s", any ? buf_z(&missing) : "Enter sends");
	buf_free(&missing);
	return any;
}

static void
write_others(struct buf *out, const struct send_page *p)
{
	if (p->lists_reviews)
		plan_append_others(out, &p->draft->plan);
}

static void
write_effect(struct buf *out, const struct send_page *p)
{
	const struct check_items offers = catalog_items(p->modal.console->catalog, CATALOG_OFFERS);
	plan_append_effect(out, &p->draft->plan, &offers);
}

/* The cells of a change's columns, without the blank after each. */
struct change_cells {
	int name, charge, currency, price, by;
};

enum { CHANGE_X = 5 };

/* The head of the page names a charge that all changes share; then the name gets its room. */
static struct change_cells
least_change_cells(const struct send_page *p, int cols)
{
	struct change_cells cells = cols >= WIDE_ROW_MIN ? (struct change_cells){ 29, 11, 3, 9, 9 }
	    : cols >= NAME_ROW_WIDTH_MIN		 ? (struct change_cells){ 19, 7, 3, 8, 7 }
							 : (struct change_cells){ 13, 7, 3, 8, 7 };
	if (plan_needless_columns(&p->draft->plan)) {
		cells.name += cells.charge + 1 + cells.currency + 1;
		cells.charge = cells.currency = 0;
	}
	return cells;
}

/* A column with the blank after it. */
static int
column_cells(int cells)
{
	return cells ? cells + 1 : 0;
}

/* The column after a change: that of its warning. */
static int
end_of_change(struct change_cells cells)
{
	return CHANGE_X + column_cells(cells.name) + column_cells(cells.charge) +
	    column_cells(cells.currency) + 2 * column_cells(cells.price) + cells.by + 2;
}

/* The warnings have lines of their own if one of them does not fit after its change. */
static int
row_height(const struct send_page *p, int cols)
{
	int room = cols - 1 - end_of_change(least_change_cells(p, cols));
	for (size_t i = 0; i < p->listed.n; i++)
		if (text_width(send_page_row(p, (int)i)->warning) > room)
			return 2;
	return 1;
}

/* Widens a column to its widest text, within *spare. */
static void
widen_cells(int *cells, int widest, int *spare)
{
	int more = widest - *cells < *spare ? widest - *cells : *spare;
	if (*cells && more > 0) {
		*cells += more;
		*spare -= more;
	}
}

/* The cells after a change go to its texts if its warning has a line of its own. */
static struct change_cells
change_cells(const struct send_page *p, int cols)
{
	struct change_cells cells = least_change_cells(p, cols);
	int spare = cols + 1 - end_of_change(cells), charge = 0, name = 0;
	for (size_t i = 0; i < p->listed.n; i++) {
		const struct plan_row *row = send_page_row(p, (int)i);
		int charge_cells = text_width(row->charge.n ? row->charge : row->attribute);
		int name_cells = text_width(row->name.n ? row->name : row->path);
		charge = charge_cells > charge ? charge_cells : charge;
		name = name_cells > name ? name_cells : name;
	}
	if (row_height(p, cols) > 1) {
		widen_cells(&cells.charge, charge, &spare);
		widen_cells(&cells.name, name, &spare);
	}
	return cells;
}

/* The rows for the heads of the columns, above the changes. */
static int
head_rows(int body_rows)
{
	return body_rows >= HEAD_BODY_ROWS_MIN;
}

static void
build_effect(struct doc *d, const struct send_page *p, int width)
{
	const struct check_items offers = catalog_items(p->modal.console->catalog, CATALOG_OFFERS);
	effect_table_write(d, &p->draft->plan, &offers, width);
}

static bool
name_has_own_row(const struct send_page *p, int cols)
{
	return send_page_needs_name(p) && cols < NAME_ROW_WIDTH_MIN;
}

/* The number of lines for the sums on a screen of this size: all, but the confirmation and one
 * change must be visible. */
static int
count_effect_lines(const struct send_page *p, int rows, int cols)
{
	struct doc d = { 0 };
	int room = rows - 4 - FIXED_ROWS - head_rows(rows - 4) - row_height(p, cols) -
	    name_has_own_row(p, cols);
	build_effect(&d, p, cols);
	int n = (int)d.lines.n;
	doc_free(&d);
	return n < room ? n : room < 1 ? 1 : room;
}

static const char undo_words[] = "you can, until another user changes a price";

/* Row 2: the plan's path, and whether writes are locked. */
static void
write_page_title(struct title *t, const struct send_page *p)
{
	const struct console *c = p->modal.console;
	const struct write_lock *lock = &c->write_session->lock;
	struct pane *plan = console_top_pane(c);
	plan->ops->write_title(plan, t);
	buf_addz(&t->breadcrumb, " > Send");
	buf_reset(&t->terms);
	buf_reset(&t->counts);
	t->filtered = false;
	t->is_locked = send_page_is_locked(p);
	if (t->is_locked) { /* row 2 shows that it is open */
		write_lock_append_state(
		    &t->counts, lock, console_now(c), c->time_style == TIME_UTC);
		buf_addz(&t->counts, c->look.ascii_lines ? "  " : " \xC2\xB7 ");
	}
	text_clean(&t->counts, str_of(c->write_session->account), c->look.ascii_lines);
}

/* ---- the changes ---- */

/* Appends a value of the change, or the sign of an absent one. `side` is "old" or "new". */
static void
append_value(
    struct buf *out, const struct plan_row *row, const char *side, struct str value, bool ascii)
{
	if (!value.n && (plan_row_is_price(row) || str_eqz(row->absent_side, side)))
		buf_addz(out, ascii ? "." : "\xC2\xB7");
	else if (plan_row_is_price(row))
		format_amount(out, value);
	else
		text_clean(out, value, ascii);
}

/* Draws a number to the right in its column. Returns the column after it and a blank. */
static int
draw_number(const struct surface *s, int y, int x, int cells, enum role role, struct str text)
{
	int width = text_width(text);
	surface_draw_text_in(s, y, width < cells ? x + cells - width : x, cells, role, text);
	return x + cells + 1;
}

static int
draw_words(const struct surface *s, int y, int x, int cells, enum role role, struct str text)
{
	surface_draw_text_in(s, y, x, cells, role, text);
	return x + column_cells(cells);
}

static void
draw_change_head(const struct send_page *p, const struct surface *s, int y)
{
	struct change_cells cells = change_cells(p, s->w);
	int note = end_of_change(cells);
	surface_fill(s, y, 0, s->w, s->look->header_fill);
	int x = draw_words(s, y, CHANGE_X, cells.name, ROLE_HEADER, STR("OFFER"));
	x = draw_words(s, y, x, cells.charge, ROLE_HEADER, STR("CHARGE"));
	x = draw_words(s, y, x, cells.currency, ROLE_HEADER, STR("IN"));
	x = draw_number(s, y, x, cells.price, ROLE_HEADER, STR("OLD"));
	x = draw_number(s, y, x, cells.price, ROLE_HEADER, STR("NEW"));
	draw_number(s, y, x, cells.by, ROLE_HEADER, STR("BY"));
	if (row_height(p, s->w) == 1)
		surface_draw_text_in(s, y, note, s->w - note - 1, ROLE_HEADER, STR("NOTE"));
}

/* Draws "▸ ! Winback Digital Monthly  trial  GBP  1.00  0.99  -0.01". */
static void
draw_change(const struct send_page *p, const struct surface *s, int y, const struct plan_row *row,
    enum role role)
{
	bool ascii = s->look->ascii_lines;
	struct buf text = { 0 };
	struct change_cells cells = change_cells(p, s->w);
	surface_print(
	    s, y, 3, role == ROLE_TEXT ? ROLE_WARN : role, "%s", row->warning.n ? "!" : " ");
	text_clean(&text, row->name.n ? row->name : row->path, ascii);
	int x = draw_words(s, y, CHANGE_X, cells.name, role, buf_str(&text));
	buf_reset(&text);
	text_clean(&text, row->charge.n ? row->charge : row->attribute, ascii);
	x = draw_words(s, y, x, cells.charge, role, buf_str(&text));
	buf_reset(&text);
	text_clean(&text, row->currency, ascii);
	x = draw_words(
	    s, y, x, cells.currency, role == ROLE_TEXT ? ROLE_LABEL : role, buf_str(&text));
	buf_reset(&text);
	append_value(&text, row, "old", plan_row_old_value(row), ascii);
	x = draw_number(s, y, x, cells.price, role, buf_str(&text));
	buf_reset(&text);
	append_value(&text, row, "new", plan_row_new_value(row), ascii);
	x = draw_number(s, y, x, cells.price, role, buf_str(&text));
	buf_reset(&text);
	plan_row_append_difference(&text, row);
	if (!text.n)
		buf_addz(&text, ascii ? "." : "\xC2\xB7");
	draw_number(s, y, x, cells.by, role, buf_str(&text));
	buf_free(&text);
}

int
send_page_visible_rows(const struct send_page *p, int rows, int cols)
{
	int room = rows - 4 - FIXED_ROWS - head_rows(rows - 4) - count_effect_lines(p, rows, cols) -
	    name_has_own_row(p, cols);
	int n = (int)p->listed.n;
	room /= row_height(p, cols);
	room = room < 1 ? 1 : room;
	return room < n ? room : n;
}

/* Draws the visible changes. Returns the row after them. */
static int
draw_changes(const struct send_page *p, const struct surface *s, int y)
{
	int height = row_height(p, s->w), last = p->top + p->visible_rows;
	for (int i = p->top; i < last && i < (int)p->listed.n; i++, y += height) {
		const struct plan_row *row = send_page_row(p, i);
		bool here = i == p->cursor;
		enum role role = !here      ? ROLE_TEXT
		    : p->focus == SEND_ROWS ? ROLE_SELECTED
					    : ROLE_IDLE;
		struct buf warning = { 0 };
		text_clean(&warning, row->warning, s->look->ascii_lines);
		if (here)
			surface_fill(s, y, 0, s->w, role);
		draw_change(p, s, y, row, role);
		int x = end_of_change(change_cells(p, s->w));
		if (height == 1)
			surface_draw_text_in(
			    s, y, x, s->w - x - 1, role, buf_str(&warning));
		else
			surface_draw_text_in(s, y + 1, 5, s->w - 6, ROLE_TEXT, buf_str(&warning));
		if (here) {
			surface_print(
			    s, y, 1, role, "%s", s->look->ascii_lines ? ">" : "\xE2\x96\xB8");
			if (p->focus == SEND_ROWS)
				surface_set_cursor(s, y, 1);
		}
		buf_free(&warning);
	}
	return y;
}

/* Draws the number of changes, and at the right which of them are visible. */
static void
draw_head(const struct send_page *p, const struct surface *s)
{
	struct buf words = { 0 }, position = { 0 };
	int last = p->top + p->visible_rows, n = (int)p->listed.n, cells = 0;
	if (p->visible_rows < n)
		buf_addf(&position, "%d to %d of %d", p->top + 1, last < n ? last : n, n);
	cells = text_width(buf_str(&position));
	surface_draw_text(s, 0, s->w - 1 - cells, ROLE_LABEL, buf_str(&position));
	write_page_head(&words, p);
	surface_draw_text_in(s, 0, LABEL_X, s->w - cells - 4, ROLE_LEAD, buf_str(&words));
	buf_free(&words);
	buf_free(&position);
}

/* ---- below the changes ---- */

static int
draw_labelled(const struct surface *s, int y, const char *label, struct str text)
{
	surface_print(s, y, LABEL_X, ROLE_LABEL, "%s", label);
	surface_draw_text_in(s, y, VALUE_X, s->w - VALUE_X - 1, ROLE_TEXT, text);
	return y + 1;
}

static int
draw_effect(const struct send_page *p, const struct surface *s, int y)
{
	struct doc d = { .ascii = s->look->ascii_lines };
	int n = count_effect_lines(p, s->h + 4, s->w);
	build_effect(&d, p, s->w);
	for (int i = 0; i < n; i++)
		dialog_draw_line(s, y++, &d, (size_t)i);
	if (n < (int)d.lines.n) {
		struct surface rest = surface_part(
		    s, y - 1, s->w - EFFECT_REST_CELLS, 1, EFFECT_REST_CELLS);
		surface_clear(&rest);
		surface_print(&rest, 0, 2, ROLE_LABEL, "+%d lines", (int)d.lines.n - n);
	}
	doc_free(&d);
	return y;
}

static int
draw_reason(const struct send_page *p, const struct surface *s, int y)
{
	bool here = p->focus == SEND_REASON;
	int cells = s->w - VALUE_X - 28;
	cells = cells > REASON_CELLS_MAX ? REASON_CELLS_MAX : cells;
	bool any = p->fields[SEND_REASON].text.n;
	surface_print(s, y, LABEL_X, here ? ROLE_LEAD : ROLE_LABEL, "Reason");
	dialog_draw_field(s, y, VALUE_X - 1, cells, &p->fields[SEND_REASON], here);
	int x = VALUE_X + cells + 3;
	if (any)
		x += 1 + surface_print(s, y, x, ROLE_GOOD, "ok");
	surface_print(s, y, x, any ? ROLE_LABEL : ROLE_WARN, "%s",
	    any                          ? "saved in the journal"
		: send_page_is_locked(p) ? "! required to unlock"
					 : "! required");
	return y + 1;
}

static void
draw_buttons(const struct send_page *p, const struct surface *s, int y)
{
	struct buf missing = { 0 }, words = { 0 };
	bool ready = !send_page_append_missing(p, &missing);
	buf_addf(&words, "Send %zu", plan_count(&p->draft->plan).changes);
	const char *const buttons[] = { "Cancel", buf_z(&words) };
	bool sends = p->focus == SEND_BUTTON, cancels = p->focus == SEND_CANCEL;
	int x = s->w - text_width(buf_str(&words)) - 18;
	surface_print(s, y, x, cancels ? ROLE_SELECTED : ROLE_TEXT, "[ %s ]", buttons[0]);
	if (cancels)
		surface_set_cursor(s, y, x + 2);
	x += 12;
	surface_print(s, y, x,
	    sends       ? ROLE_SELECTED
		: ready ? ROLE_TEXT
			: ROLE_LABEL,
	    ready || sends ? "[ %s ]" : "  %s  ", buttons[1]);
	if (sends)
		surface_set_cursor(s, y, x + 2);
	buf_free(&missing);
	buf_free(&words);
}

/* Draws the field for production's name. Returns the column after it. */
static int
draw_name(const struct send_page *p, const struct surface *s, int y)
{
	bool here = p->focus == SEND_NAME;
	struct str typed = str_trim(buf_str(&p->fields[SEND_NAME].text));
	int x = LABEL_X + surface_print(s, y, LABEL_X, here ? ROLE_LEAD : ROLE_LABEL, "Name ");
	dialog_draw_field(s, y, x, ENVIRONMENT_CELLS, &p->fields[SEND_NAME], here);
	x += ENVIRONMENT_CELLS + 3;
	if (str_eqz(typed, p->modal.console->app->environment_name))
		surface_print(s, y, x, ROLE_GOOD, "ok");
	return x + 4;
}

/* The number to type, or "ok", if there is room before the buttons. */
static void
draw_count_hint(const struct send_page *p, const struct surface *s, int y, int x)
{
	struct buf wanted = { 0 };
	buf_addf(&wanted, "%zu", plan_count(&p->draft->plan).changes);
	bool ok = str_eq(send_page_text(p, SEND_COUNT), buf_str(&wanted));
	if (x + (int)wanted.n + (int)sizeof("type ") < s->w - BUTTON_CELLS - (int)wanted.n)
		surface_print(s, y, x, ok ? ROLE_GOOD : ROLE_LABEL, "%s%s", ok ? "ok" : "type ",
		    ok ? "" : buf_z(&wanted));
	buf_free(&wanted);
}

static void
draw_confirmation(const struct send_page *p, const struct surface *s, int y)
{
	bool here = p->focus == SEND_COUNT;
	int x = LABEL_X;
	if (send_page_needs_name(p))
		x = draw_name(p, s, y);
	if (name_has_own_row(p, s->w)) {
		x = LABEL_X;
		y++;
	}
	x += surface_print(s, y, x, here ? ROLE_LEAD : ROLE_LABEL, "Number of changes ");
	dialog_draw_field(s, y, x, COUNT_CELLS, &p->fields[SEND_COUNT], here);
	draw_count_hint(p, s, y, x + COUNT_CELLS + 3);
	draw_buttons(p, s, y);
}

static void
draw_page_title(const struct send_page *p, const struct surface *screen)
{
	struct title t = { 0 };
	write_page_title(&t, p);
	surface_fill(screen, 1, 0, screen->w, ROLE_TEXT);
	breadcrumb_draw(p->modal.console, screen, &t);
}

static void
draw_state(const struct send_page *p, const struct surface *screen)
{
	struct buf words = { 0 };
	if (p->modal.console->message_line.n)
		return;
	bool any = write_state(&words, p);
	surface_fill(screen, screen->h - 2, 0, screen->w, ROLE_TEXT);
	message_draw(screen, screen->h - 2, 1, screen->w - 2, any ? ROLE_WARN : ROLE_TEXT,
	    buf_str(&words));
	buf_free(&words);
}

void
send_page_draw(const struct modal *m, const struct surface *screen)
{
	const struct send_page *p = drawn_page(m);
	struct surface body = surface_part(screen, 2, 0, screen->h - 4, screen->w);
	struct buf words = { 0 };
	int y = 1;
	surface_clear(&body);
	draw_page_title(p, screen);
	draw_head(p, &body);
	if (head_rows(body.h))
		draw_change_head(p, &body, y++);
	y = draw_changes(p, &body, y);
	write_others(&words, p);
	if (words.n)
		surface_draw_text_in(&body, y++, 5, body.w - 6, ROLE_LABEL, buf_str(&words));
	y = draw_effect(p, &body, y + 1);
	y = draw_labelled(&body, y, "Undo", str_of(undo_words));
	y = draw_reason(p, &body, y);
	buf_reset(&words);
	write_send_question(&words, p);
	dialog_draw_question(m->console, &body, y++, buf_str(&words));
	draw_confirmation(p, &body, y);
	draw_state(p, screen);
	buf_free(&words);
}

/* ---- linear mode ---- */

static void
add_lines(struct doc *d, enum role role, struct buf *words)
{
	struct str rest, line;
	for (rest = buf_str(words); rest.n && str_next(&rest, '\n', &line);) {
		doc_begin_line(d);
		doc_add_text(d, role, line);
	}
	buf_reset(words);
}

static void
add_field(struct doc *d, const struct send_page *p, enum send_part part, const char *label,
    size_t *focused)
{
	struct str text = buf_str(&p->fields[part].text);
	if (p->focus == part)
		*focused = d->lines.n;
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "%s  ", label);
	doc_add_text(d, ROLE_TEXT, text.n ? text : STR("empty"));
}

size_t
send_page_write_doc(const struct modal *m, struct doc *d)
{
	const struct send_page *p = drawn_page(m);
	struct buf words = { 0 };
	size_t focused = SIZE_MAX;
	write_page_head(&words, p);
	add_lines(d, ROLE_LEAD, &words);
	for (int i = 0; i < (int)p->listed.n; i++) {
		const struct plan_row *row = send_page_row(p, i);
		plan_row_append_sentence(&words, row);
		if (row->warning.n)
			buf_addf(&words, ": %.*s", STR_ARG(row->warning));
		add_lines(d, ROLE_TEXT, &words);
	}
	write_others(&words, p);
	add_lines(d, ROLE_TEXT, &words);
	write_effect(&words, p);
	add_lines(d, ROLE_TEXT, &words);
	buf_addf(&words, "Undo: %s", undo_words);
	add_lines(d, ROLE_TEXT, &words);
	add_field(d, p, SEND_REASON, "Reason", &focused);
	write_send_question(&words, p);
	add_lines(d, ROLE_LEAD, &words);
	if (send_page_needs_name(p))
		add_field(d, p, SEND_NAME, "Name of the environment", &focused);
	add_field(d, p, SEND_COUNT, "Number of changes", &focused);
	write_state(&words, p);
	add_lines(d, ROLE_TEXT, &words);
	buf_free(&words);
	return focused;
}
