#include "ui/kit/menu.h"

#include "base/utf8.h"
#include "ui/kit/dialog.h"

#include <stdarg.h>

struct menu {
	struct modal modal;
	char *title;
	VEC(struct menu_entry) entries;
	struct list pos;
	bool has_ticks;
	menu_fn *fn, *on_move; /* `on_move` may be NULL */
	int cancel_value;
	enum action opener; /* its key also closes the menu */
	const char *checked_text;
	enum menu_place place;
	const char *tab_label; /* NULL: Tab does nothing */
	menu_fn *on_tab;
	menu_preview_fn *write_preview; /* may be NULL */
	void *ctx;
};

static struct menu *
menu_of_modal(const struct modal *m)
{
	return (struct menu *)(uintptr_t)m;
}

/* Draws marks if there are more rows above or below. */
static void
draw_scroll_marks(const struct surface *box, const struct list *pos)
{
	bool ascii = box->look->ascii_lines;
	if (pos->first_visible_row)
		surface_print(box, 0, box->w - 2, ROLE_LABEL, "%s", ascii ? "^" : "\xE2\x96\xB4");
	if (pos->first_visible_row + (size_t)box->h < pos->count)
		surface_print(
		    box, box->h - 1, box->w - 2, ROLE_LABEL, "%s", ascii ? "v" : "\xE2\x96\xBE");
}

/* The cells of the label of a checked entry, with two blanks before it. */
static int
label_cells(const struct menu *m)
{
	for (size_t i = 0; i < m->entries.n; i++)
		if (m->entries.v[i].checked && !m->has_ticks)
			return text_width(str_of(m->checked_text)) + 2;
	return 0;
}

static int
menu_width(const struct menu *m)
{
	int cols = text_width(str_of(m->title)) + 6;
	for (size_t i = 0; i < m->entries.n; i++) {
		const struct menu_entry *e = &m->entries.v[i];
		int wide = text_width(str_of(e->text)) + (m->has_ticks ? 9 : 5);
		wide += (e->letter ? 3 : 0) + label_cells(m);
		cols = wide > cols ? wide : cols;
	}
	return cols;
}

/* Widens *cols to the widest line of all previews. Returns the lines of the longest one. */
static int
measure_previews(const struct menu *m, int *cols)
{
	int most = 0;
	struct buf text = { 0 };
	for (size_t i = 0; i < m->entries.n && m->write_preview; i++) {
		struct str rest, line;
		int lines = 0;
		buf_reset(&text);
		m->write_preview(&text, m->modal.console, m->ctx, m->entries.v[i].value);
		for (rest = buf_str(&text); rest.n && str_next(&rest, '\n', &line); lines++)
			*cols = text_width(line) + 4 > *cols ? text_width(line) + 4 : *cols;
		most = lines > most ? lines : most;
	}
	buf_wipe(&text);
	return most;
}

static void
draw_preview(const struct menu *m, const struct surface *box, int y)
{
	struct buf text = { 0 };
	struct str rest, line;
	m->write_preview(&text, m->modal.console, m->ctx, m->entries.v[m->pos.cursor].value);
	rest = buf_str(&text);
	surface_draw_rule(box, y++, 1, box->w - 2, ROLE_LABEL);
	while (y < box->h && rest.n && str_next(&rest, '\n', &line))
		surface_draw_text_in(box, y++, 1, box->w - 2, ROLE_TEXT, line);
	buf_wipe(&text);
}

/* The row that stays visible: the list's head, or the row that has the terminal's cursor. */
static int
anchor_row(const struct menu *m, const struct surface *screen)
{
	return m->place == MENU_IN_THE_MIDDLE ? -1
	    : m->place == MENU_AT_HEAD        ? m->modal.console->layout.body.y
					      : screen->cursor->y - screen->y;
}

static void
draw_menu(const struct modal *modal, const struct surface *screen)
{
	const struct menu *m = menu_of_modal(modal);
	int cols = menu_width(m), preview = measure_previews(m, &cols), rows = (int)m->entries.n;
	struct surface box = dialog_draw_box_at(
	    screen, m->title, rows + preview + (preview > 0), cols, anchor_row(m, screen));
	struct list pos = m->pos;
	if (preview && box.h > rows + 1)
		draw_preview(m, &box, rows);
	box.h = preview && box.h > rows ? rows : box.h;
	list_set_size(&pos, m->entries.n, (size_t)(box.h < 0 ? 0 : box.h));
	for (int y = 0; y < box.h && pos.first_visible_row + (size_t)y < m->entries.n; y++) {
		size_t i = pos.first_visible_row + (size_t)y;
		const struct menu_entry *e = &m->entries.v[i];
		bool here = i == pos.cursor;
		if (e->is_heading) {
			surface_print(&box, y, 1, ROLE_LABEL, "%s", e->text);
			continue;
		}
		if (here)
			surface_fill(&box, y, 0, box.w, ROLE_SELECTED);
		int x = 1 +
		    surface_print(&box, y, 1, here ? ROLE_SELECTED : ROLE_TEXT, "%s %s",
			!here                       ? " "
			    : box.look->ascii_lines ? ">"
						    : "\xE2\x96\xB8",
			!m->has_ticks    ? ""
			    : e->checked ? "[x] "
					 : "[ ] ");
		if (e->letter)
			x += surface_print(
			    &box, y, x, here ? ROLE_SELECTED : ROLE_LEAD, "%c  ", e->letter);
		int label = e->checked ? label_cells(m) : 0;
		surface_draw_text_in(&box, y, x, box.w - x - 1 - label,
		    here ? ROLE_SELECTED : ROLE_TEXT, str_of(e->text));
		if (label)
			surface_print(&box, y, box.w + 1 - label, here ? ROLE_SELECTED : ROLE_LABEL,
			    "%s", m->checked_text);
		if (here)
			surface_set_cursor(&box, y, 1);
	}
	if (box.h > 0)
		draw_scroll_marks(&box, &pos);
}

static void
choose_menu_row(struct menu *m)
{
	struct console *c = m->modal.console;
	struct menu_entry *e = &m->entries.v[m->pos.cursor];
	menu_fn *fn = m->fn;
	void *ctx = m->ctx;
	int value = e->value;
	if (m->has_ticks) {
		e->checked = !e->checked;
		fn(c, ctx, value);
		return;
	}
	m->ctx = NULL;
	console_close_modal(c);
	fn(c, ctx, value);
	x_free(ctx);
}

static bool
choose_by_letter(struct menu *m, uint32_t k)
{
	for (size_t i = 0; i < m->entries.n; i++)
		if (m->entries.v[i].letter && k == (uint32_t)m->entries.v[i].letter) {
			m->pos.cursor = i;
			choose_menu_row(m);
			return true;
		}
	return false;
}

static void
press_menu_tab(struct menu *m)
{
	struct console *c = m->modal.console;
	menu_fn *fn = m->on_tab;
	int value = m->entries.v[m->pos.cursor].value;
	console_close_modal(c);
	fn(c, NULL, value);
}

/* Handles keys that move the cursor. Returns false for other keys. */
static bool
move_in_menu(struct menu *m, uint32_t k)
{
	size_t before = m->pos.cursor;
	bool up = false;
	switch (k) {
	case KEY_ARROW_DOWN:
	case 'j':
		list_move(&m->pos, 1);
		break;
	case KEY_ARROW_UP:
	case 'k':
		list_move(&m->pos, -1);
		up = true;
		break;
	case KEY_HOME_:
		list_go_to_row(&m->pos, 0);
		break;
	case KEY_END_:
	case 'G':
		list_go_to_row(&m->pos, m->entries.n - 1);
		break;
	default:
		return false;
	}
	if (m->entries.v[m->pos.cursor].is_heading)
		list_move(&m->pos, up ? -1 : 1);
	if (m->on_move && m->pos.cursor != before)
		m->on_move(m->modal.console, m->ctx, m->entries.v[m->pos.cursor].value);
	return true;
}

static void
cancel_menu(struct menu *m)
{
	struct console *c = m->modal.console;
	menu_fn *moved = m->on_move;
	int left = m->cancel_value;
	console_close_modal(c);
	if (moved)
		moved(c, NULL, left);
}

static bool
is_opener_key(const struct menu *m, struct str key)
{
	struct buf of_action = { 0 };
	if (m->opener)
		console_append_key_of(m->modal.console, &of_action, m->opener);
	bool is = of_action.n && str_eq(buf_str(&of_action), key);
	buf_free(&of_action);
	return is;
}

/* Keys of the pane under the menu do nothing until the menu is closed. */
static void
close_on_opener_key(struct menu *m, uint32_t k)
{
	struct buf key = { 0 };
	key_write(&key, k);
	if (is_opener_key(m, buf_str(&key)))
		cancel_menu(m);
	else
		console_show(m->modal.console, ROLE_TEXT,
		    "%s does nothing here. Esc closes the menu", buf_z(&key));
	buf_free(&key);
}

static bool
on_menu_key(struct modal *modal, uint32_t k)
{
	struct menu *m = menu_of_modal(modal);
	list_set_size(&m->pos, m->entries.n, m->entries.n);
	if (choose_by_letter(m, k) || move_in_menu(m, k))
		return true;
	if (k == KEY_TAB && m->on_tab) {
		press_menu_tab(m);
		return true;
	}
	switch (k) {
	case KEY_SPACE:
	case KEY_RETURN:
		if (m->has_ticks && k == KEY_RETURN)
			console_close_modal(modal->console);
		else
			choose_menu_row(m);
		return true;
	case KEY_ESCAPE:
	case 3:
	case 7:
	case 'q':
		cancel_menu(m);
		return true;
	default:
		if (k >= KEY_F1) /* not a key that opens a menu */
			return false;
		close_on_opener_key(m, k);
		return true;
	}
}

static size_t
write_menu_doc(const struct modal *m, struct doc *d)
{
	doc_begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s", menu_of_modal(m)->title);
	return SIZE_MAX;
}

/* The index of a choice's entry: a heading cannot be chosen. */
static size_t
entry_of_choice(const struct menu *m, size_t choice)
{
	size_t i = 0;
	while (i < m->entries.n && (m->entries.v[i].is_heading || choice--))
		i++;
	return i;
}

static bool
write_menu_choice(const struct modal *modal, size_t choice, struct buf *out)
{
	const struct menu *m = menu_of_modal(modal);
	size_t at = entry_of_choice(m, choice);
	if (at >= m->entries.n)
		return false;
	const struct menu_entry *e = &m->entries.v[at];
	buf_addz(out, e->text);
	if (m->has_ticks)
		buf_addz(out, e->checked ? ", on" : ", off");
	else if (e->checked)
		buf_addf(out, ", %s", m->checked_text ? m->checked_text : "current");
	return true;
}

static void
menu_choose(struct modal *modal, size_t choice)
{
	struct menu *m = menu_of_modal(modal);
	list_set_size(&m->pos, m->entries.n, m->entries.n);
	list_go_to_row(&m->pos, entry_of_choice(m, choice));
	choose_menu_row(m);
}

static void
write_menu_bar(const struct modal *m, struct buf *out)
{
	const struct menu *menu = menu_of_modal(m);
	buf_addz(out, menu->has_ticks ? "Space toggle   Enter done" : "Enter choose");
	if (menu->tab_label)
		buf_addf(out, "   Tab %s", menu->tab_label);
	buf_addz(out, menu->has_ticks ? "   Esc close" : "   Esc cancel");
}

static void
close_menu(struct modal *modal)
{
	struct menu *m = menu_of_modal(modal);
	for (size_t i = 0; i < m->entries.n; i++)
		x_free(m->entries.v[i].text);
	vec_free(&m->entries);
	x_free(m->title);
	x_free(m->ctx);
	x_free(m);
}

static const struct modal_ops ops = {
	.on_key = on_menu_key,
	.draw = draw_menu,
	.write_key_bar = write_menu_bar,
	.write_doc = write_menu_doc,
	.write_choice = write_menu_choice,
	.select_choice = menu_choose,
	.close = close_menu,
};

struct menu *
menu_new(struct console *c, const char *title, bool ticks, menu_fn *fn, void *ctx)
{
	struct menu *m = x_new(struct menu);
	*m = (struct menu){ .modal = { &ops, c },
		.title = x_strdup(title),
		.has_ticks = ticks,
		.checked_text = "current",
		.fn = fn,
		.ctx = ctx };
	return m;
}

void
menu_add(struct menu *m, int value, bool checked, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	struct menu_entry e = { .text = buf_detach(&words), .value = value, .checked = checked };
	vec_push(&m->entries, e);
	if (checked && !m->has_ticks)
		m->pos.cursor = m->entries.n - 1;
}

void
menu_add_heading(struct menu *m, const char *text)
{
	struct menu_entry e = { .text = x_strdup(text), .is_heading = true };
	vec_push(&m->entries, e);
}

void
menu_set_on_move(struct menu *m, menu_fn *moved, int left)
{
	m->on_move = moved;
	m->cancel_value = left;
}

void
menu_set_preview(struct menu *m, menu_preview_fn *write)
{
	m->write_preview = write;
}

void
menu_set_checked_text(struct menu *m, const char *words)
{
	m->checked_text = words;
}

void
menu_select(struct menu *m, int value)
{
	for (size_t i = 0; i < m->entries.n; i++)
		if (!m->entries.v[i].is_heading && m->entries.v[i].value == value)
			m->pos.cursor = i;
}

void
menu_set_place(struct menu *m, enum menu_place place)
{
	m->place = place;
}

void
menu_set_letter(struct menu *m, char letter)
{
	m->entries.v[m->entries.n - 1].letter = letter;
}

void
menu_set_tab(struct menu *m, const char *label, menu_fn *fn)
{
	m->tab_label = label;
	m->on_tab = fn;
}

void
menu_set_closing_action(struct menu *m, enum action a)
{
	m->opener = a;
}

void
menu_open(struct menu *m)
{
	console_push_modal(m->modal.console, &m->modal);
}
