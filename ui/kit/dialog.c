#include "ui/kit/dialog.h"

#include "base/utf8.h"
#include "ui/kit/lineedit.h"

enum {
	BOX_COLS_MAX = 96,
	BOX_ROWS_MAX = 26,
	MARGIN_COLS_MIN = 8,
	DIALOG_TEXT_WIDTH_MIN = 34,
	DIALOG_TEXT_WIDTH_MAX = 76
};

struct dialog {
	struct modal modal;
	char *title;
	char *buttons[2];                  /* second: NULL if there is nothing to choose */
	int focused_button, cancel_button; /* left: the button number passed on Esc */
	struct doc doc;
	dialog_fn *on_done;
	void *ctx;
};

/* The box's position: in the middle, or next to the anchor's row. */
static void
place_box(const struct surface *screen, int anchor_y, int h, int w, int *y, int *x)
{
	enum { ANCHOR_X = 3 };
	int bottom = screen->h - 2;
	*x = (screen->w - w) / 2;
	*y = 2 + (screen->h - 4 - h) / 2;
	if (anchor_y < 2)
		return;
	if (anchor_y + 1 + h <= bottom)
		*y = anchor_y + 1;
	else if (anchor_y - h >= 2)
		*y = anchor_y - h;
	else
		return;
	*x = ANCHOR_X + w <= screen->w ? ANCHOR_X : screen->w - w;
}

struct surface
dialog_draw_box(const struct surface *screen, const char *title, int rows, int cols)
{
	return dialog_draw_box_at(screen, title, rows, cols, -1);
}

/* Next to a box only whole words stay, and none in a margin too narrow to read. */
static void
clear_beside_box(const struct surface *screen, int y, int x, int w)
{
	int right = screen->w - x - w;
	surface_trim_words(screen, y, x, w);
	if (x < MARGIN_COLS_MIN)
		surface_fill(screen, y, 0, x, ROLE_TEXT);
	if (right < MARGIN_COLS_MIN)
		surface_fill(screen, y, x + w, right, ROLE_TEXT);
}

struct surface
dialog_draw_box_at(
    const struct surface *screen, const char *title, int rows, int cols, int anchor_y)
{
	int w = cols && cols + 2 < BOX_COLS_MAX ? cols + 2 : BOX_COLS_MAX;
	if (w > screen->w)
		w = screen->w;
	int h = rows + 2 < screen->h - 4 ? rows + 2 : screen->h - 4;
	if (h > BOX_ROWS_MAX)
		h = BOX_ROWS_MAX;
	int x, y;
	place_box(screen, anchor_y, h, w, &y, &x);
	for (int row = 2; row < screen->h - 2; row++)
		if (row != anchor_y)
			surface_restyle(screen, row, 0, screen->w, ROLE_LABEL);
	for (int row = y; row < y + h; row++)
		clear_beside_box(screen, row, x, w);
	struct surface frame = surface_part(screen, y, x, h, w);
	surface_clear(&frame);
	surface_draw_box(&frame, screen->look->frame);
	surface_print(&frame, 0, 2, ROLE_LEAD, " %s ", title);
	return surface_part(&frame, 1, 1, h - 2, w - 2);
}

void
dialog_draw_line(const struct surface *s, int y, const struct doc *doc, size_t line)
{
	const struct doc_line *l = &doc->lines.v[line];
	for (size_t k = 0; k < l->n; k++) {
		const struct doc_piece *p = &doc->pieces.v[l->first_piece + k];
		surface_draw_text(s, y, p->column, p->role, p->text);
	}
}

void
dialog_draw_doc(const struct surface *box, const struct doc *doc, int y)
{
	for (size_t i = 0; i < doc->lines.n && y < box->h; i++, y++)
		dialog_draw_line(box, y, doc, i);
	if (doc->lines.n <= (size_t)box->h)
		return;
	surface_fill(box, box->h - 1, 0, box->w, ROLE_LABEL);
	surface_print(box, box->h - 1, 1, ROLE_LABEL, "more: make the window larger");
}

void
dialog_draw_buttons(const struct surface *box, int y, const char *const *buttons, int n, int focus)
{
	int x = 2;
	for (int i = 0; i < n; i++) {
		int used = surface_print(
		    box, y, x, i == focus ? ROLE_SELECTED : ROLE_TEXT, "[ %s ]", buttons[i]);
		if (i == focus)
			surface_set_cursor(box, y, x + 2);
		x += used + 3;
	}
}

static struct dialog *
dialog_of_modal(const struct modal *m)
{
	return (struct dialog *)(uintptr_t)m;
}

/* The width of the text plus its margins. */
static int
dialog_width(const struct dialog *d)
{
	int cells = DIALOG_TEXT_WIDTH_MIN;
	for (size_t i = 0; i < d->doc.lines.n; i++)
		cells = d->doc.lines.v[i].cell_count > cells ? d->doc.lines.v[i].cell_count : cells;
	return cells + 4;
}

static void
draw_dialog(const struct modal *m, const struct surface *screen)
{
	const struct dialog *d = dialog_of_modal(m);
	int rows = (int)d->doc.lines.n + 4;
	struct surface box = dialog_draw_box(screen, d->title, rows, dialog_width(d));
	dialog_draw_doc(&box, &d->doc, 1);
	dialog_draw_buttons(&box, box.h - 2, (const char *const *)d->buttons, 1 + !!d->buttons[1],
	    d->focused_button);
}

static void
choose_button(struct dialog *d, int button)
{
	struct console *c = d->modal.console;
	dialog_fn *done = d->on_done;
	void *ctx = d->ctx;
	d->on_done = NULL;
	console_close_modal(c);
	if (done)
		done(c, ctx, button);
}

static bool
on_dialog_key(struct modal *m, uint32_t k)
{
	struct dialog *d = dialog_of_modal(m);
	switch (k) {
	case KEY_ESCAPE:
	case 3:
	case 7:
	case 'q':
		choose_button(d, d->cancel_button);
		return true;
	case KEY_F1: /* closes the list of keys, which F1 opened */
		if (d->buttons[1])
			return false;
		choose_button(d, d->focused_button);
		return true;
	case KEY_RETURN:
		choose_button(d, d->focused_button);
		return true;
	case KEY_TAB:
	case KEY_BACKTAB:
		d->focused_button = d->buttons[1] ? !d->focused_button : 0;
		return true;
	case KEY_ARROW_LEFT: /* no wrap-around on a stray key */
	case 'h':
		d->focused_button = 0;
		return true;
	case KEY_ARROW_RIGHT:
	case 'l':
		d->focused_button = d->buttons[1] != NULL;
		return true;
	default:
		return false;
	}
}

void
dialog_draw_field(
    const struct surface *s, int y, int x, int cells, const struct lineedit *e, bool focused)
{
	struct buf window = { 0 };
	enum role role = focused ? ROLE_SELECTED : ROLE_FIELD;
	int at = 0;
	if (focused)
		at = lineedit_write_visible(&window, e, cells);
	else
		text_clean(&window, buf_str(&e->text), s->look->ascii_text);
	surface_print(s, y, x, ROLE_TEXT, "[");
	surface_fill(s, y, x + 1, cells, role);
	surface_draw_text_in(s, y, x + 1, cells, role, buf_str(&window));
	surface_print(s, y, x + 1 + cells, ROLE_TEXT, "]");
	if (focused)
		surface_set_cursor(s, y, x + 1 + at);
	buf_free(&window);
}

void
dialog_draw_question(const struct console *c, const struct surface *s, int y, struct str question)
{
	bool filled = badge_role_of(c->app->environment_role) == ROLE_ENV_PROD;
	enum role role = filled ? ROLE_ENV_PROD : ROLE_LEAD;
	if (filled)
		surface_fill(s, y, 0, s->w, role);
	else
		surface_draw_rule(s, y, 0, s->w, s->look->frame);
	surface_print(s, y, filled ? 0 : 2, role, " %.*s ", STR_ARG(question));
}

static void
write_dialog_bar(const struct modal *m, struct buf *out)
{
	bool two = dialog_of_modal(m)->buttons[1];
	buf_addz(
	    out, two ? "Tab next button   Enter choose   Esc cancel" : "Enter back   Esc back");
}

static size_t
write_dialog_doc(const struct modal *m, struct doc *out)
{
	const struct dialog *d = dialog_of_modal(m);
	doc_begin_line(out);
	doc_printf(out, ROLE_LEAD, "%s", d->title);
	doc_append(out, &d->doc);
	return SIZE_MAX;
}

static bool
write_dialog_choice(const struct modal *m, size_t at, struct buf *out)
{
	const struct dialog *d = dialog_of_modal(m);
	if (at > 1 || !d->buttons[at])
		return false;
	buf_addz(out, d->buttons[at]);
	return true;
}

static void
dialog_choose_button(struct modal *m, size_t at)
{
	choose_button(dialog_of_modal(m), (int)at);
}

static void
close_dialog(struct modal *m)
{
	struct dialog *d = dialog_of_modal(m);
	if (d->on_done)
		d->on_done(m->console, d->ctx, -1);
	doc_free(&d->doc);
	x_free(d->title);
	x_free(d->buttons[0]);
	x_free(d->buttons[1]);
	x_free(d);
}

static const struct modal_ops ops = {
	.on_key = on_dialog_key,
	.draw = draw_dialog,
	.write_key_bar = write_dialog_bar,
	.write_doc = write_dialog_doc,
	.write_choice = write_dialog_choice,
	.select_choice = dialog_choose_button,
	.close = close_dialog,
};

static void
open_dialog(struct console *c, const char *title, const char *words, const char *const buttons[2],
    int left, dialog_fn *done, void *ctx)
{
	struct dialog *d = x_new(struct dialog);
	int width = c->layout.body.w < DIALOG_TEXT_WIDTH_MAX ? c->layout.body.w
							     : DIALOG_TEXT_WIDTH_MAX;
	*d = (struct dialog){ .modal = { &ops, c },
		.title = x_strdup(title),
		.buttons = { x_strdup(buttons[0]), x_strdup(buttons[1]) },
		.cancel_button = left,
		.on_done = done,
		.ctx = ctx };
	d->doc.width = c->linear ? 0 : width - 3;
	doc_begin_line(&d->doc);
	doc_printf(&d->doc, ROLE_TEXT, "  ");
	doc_add_value(&d->doc, ROLE_TEXT, str_of(words));
	console_push_modal(c, &d->modal);
}

void
dialog_show(struct console *c, const char *title, struct doc *doc)
{
	struct dialog *d = x_new(struct dialog);
	*d = (struct dialog){ .modal = { &ops, c },
		.title = x_strdup(title),
		.buttons = { x_strdup("Back"), NULL } };
	d->doc = *doc;
	console_push_modal(c, &d->modal);
}

void
dialog_ask(struct console *c, const char *title, const char *words, const char *yes,
    dialog_fn *done, void *ctx)
{
	open_dialog(c, title, words, (const char *const[]){ "Cancel", yes }, 0, done, ctx);
}

void
dialog_choose(struct console *c, const char *title, const char *words, const char *first,
    const char *second, dialog_fn *done, void *ctx)
{
	open_dialog(c, title, words, (const char *const[]){ first, second }, -1, done, ctx);
}
