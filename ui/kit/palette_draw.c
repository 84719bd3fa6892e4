#include "base/utf8.h"
#include "list/doc.h"
#include "list/hide_private.h"
#include "ui/kit/palette.h"
#include "ui/kit/pane.h"

enum {
	ROWS_ABOVE_PROMPT_MAX = 12,
	TWO_COLUMNS_WIDTH_MIN = 140, /* room for two columns of keys, names and texts */
	WHOLE_TEXT_WIDTH_MIN = 100,  /* the texts of most rows above the prompt are whole */
	DESCRIPTION_WIDTH_MIN = 60,  /* narrower rows show only why an action cannot run */
	BODY_TOP = 2,
	GROUP_CELLS = 10,
	KEY_CELLS = 8,
	ALL_KEYS_CELLS = 11, /* in the list that covers the body: all keys of an action */
	NAME_CELLS_MIN = 16,
	NAME_CELLS_MAX = 26
};

/* The names of groups: above the prompt all actions of a pane are "here". */
static const char *const group_names[] = { [GROUP_RECENT] = "recent",
	[GROUP_SEND] = "send",
	[GROUP_DO] = "do",
	[GROUP_LOOK] = "look",
	[GROUP_MOVE] = "move",
	[GROUP_GO] = "go to",
	[GROUP_MORE] = "more",
	[GROUP_NOT_HERE] = "not here" };

static const char *const group_headings[] = { [GROUP_RECENT] = "Recent",
	[GROUP_SEND] = "Send",
	[GROUP_DO] = "Do",
	[GROUP_LOOK] = "Look",
	[GROUP_MOVE] = "Move",
	[GROUP_GO] = "Go to",
	[GROUP_MORE] = "More",
	[GROUP_NOT_HERE] = "Not here" };

static const char *
group_label(const struct palette_entry *e)
{
	if (e->group == GROUP_FOUND)
		return e->label;
	return e->group >= GROUP_SEND && e->group <= GROUP_MOVE ? "here" : group_names[e->group];
}

/* Appends the keys of an action that fit in the cells: all of them, or the first. */
static void
append_keys(struct buf *out, const struct console *c, const struct palette_entry *e, int cells)
{
	struct buf keys = { 0 };
	enum scope scope = pane_scope(console_top_pane(c));
	struct str rest, key;
	if (e->kind == PALETTE_ACTION && cells == ALL_KEYS_CELLS)
		keymap_append_keys(&keys, &c->keys, scope, e->action);
	else if (e->kind == PALETTE_ACTION)
		keymap_append_key(&keys, &c->keys, scope, e->action);
	else if (e->key)
		buf_addz(&keys, e->key);
	for (rest = buf_str(&keys); rest.n && str_next(&rest, ' ', &key);)
		if (!out->n || text_width(buf_str(out)) + 1 + text_width(key) < cells)
			buf_addf(out, "%s%.*s", out->n ? " " : "", STR_ARG(key));
	buf_free(&keys);
}

/* The width of a row's parts, equal for all rows. */
struct row_shape {
	int group_cells, key_cells, name_cells;
};

static struct row_shape
shape_of(const struct palette *p, bool with_groups)
{
	struct row_shape shape = { with_groups ? GROUP_CELLS : 0,
		p->is_whole && !p->is_narrowed ? ALL_KEYS_CELLS : KEY_CELLS, NAME_CELLS_MIN };
	for (size_t i = 0; i < p->entries.n; i++) {
		int cells = text_width(str_of(p->entries.v[i].name)) + 2;
		if (cells > shape.name_cells && cells <= NAME_CELLS_MAX)
			shape.name_cells = cells;
	}
	return shape;
}

/* Appends the longest beginning of a description that fits and ends before a comma or the like; or
 * after a word, with an ellipsis, if that would leave much of the room blank. */
static void
fit_description(struct buf *out, struct str all, int cells, bool ascii)
{
	const char *more = ascii ? " ..." : " \xE2\x80\xA6";
	size_t end = all.n, word_end = 0;
	while (end && text_width(str_sub(all, 0, end)) > cells) {
		while (end && !strchr(",;:(", all.p[end - 1]))
			end--;
		end -= end ? 1 : 0;
	}
	for (size_t i = 0; i < all.n; i++)
		if (all.p[i] == ' ' &&
		    text_width(str_sub(all, 0, i)) + text_width(str_of(more)) <= cells)
			word_end = i;
	bool blank = text_width(str_sub(all, 0, end)) < cells * 3 / 4;
	struct str part = str_trim(str_sub(all, 0, end < all.n && blank ? word_end : end));
	buf_adds(out, part);
	if (end < all.n && blank && part.n)
		buf_addz(out, more);
}

/* Appends a text, without its private parts while presenting. */
static void
append_shown_text(struct buf *out, const struct console *c, const char *text)
{
	buf_addz(out, text ? text : "");
	if (c->presenting)
		hide_private_from(out, 0, c->look.ascii_lines);
}

/* Draws an entry in `w` cells. The name of a group is drawn if it differs from the entry before.
 * Returns true if the whole description was drawn. */
static bool
draw_palette_entry(const struct palette *p, const struct console *c, const struct surface *s, int y,
    int x, int w, const struct row_shape *shape, size_t at)
{
	const struct palette_entry *e = &p->entries.v[at];
	bool here = (int)at == p->chosen;
	bool group = at == 0 || (int)at == p->top ||
	    strcmp(group_label(e), group_label(&p->entries.v[at - 1])) != 0;
	enum role role = here ? ROLE_SELECTED : e->unavailable ? ROLE_LABEL : ROLE_TEXT;
	enum role label = here ? ROLE_SELECTED : ROLE_LABEL;
	struct buf keys = { 0 }, name = { 0 }, description = { 0 }, about = { 0 };
	int right = x + w;
	append_shown_text(&name, c, e->name);
	append_shown_text(&description, c, e->description);
	append_keys(&keys, c, e, shape->key_cells);
	surface_fill(s, y, x, w, here ? ROLE_SELECTED : ROLE_TEXT);
	if (here) {
		surface_print(
		    s, y, x + 1, ROLE_SELECTED, "%s", c->look.ascii_lines ? ">" : "\xE2\x96\xB8");
	}
	x += 3;
	if (shape->group_cells && group)
		surface_print(s, y, x, label, "%s", group_label(e));
	x += shape->group_cells;
	surface_draw_text_in(s, y, x, shape->key_cells - 1,
	    here || e->unavailable ? role : ROLE_LEAD, buf_str(&keys));
	x += shape->key_cells;
	int used = surface_draw_text_in(s, y, x, right - x - 1, role, buf_str(&name));
	if (p->is_narrowed)
		surface_mark_words(s, y, x, buf_str(&name), buf_str(&p->typed));
	x += used + 2 > shape->name_cells ? used + 2 : shape->name_cells;
	bool described = w >= DESCRIPTION_WIDTH_MIN || e->unavailable;
	bool whole = described && text_width(buf_str(&description)) < right - x;
	if (described && e->kind == PALETTE_ACTION)
		fit_description(&about, buf_str(&description), right - x - 1, c->look.ascii_lines);
	else if (described)
		buf_adds(&about, buf_str(&description));
	surface_draw_text_in(s, y, x, right - x - 1, label, buf_str(&about));
	if (p->is_narrowed)
		surface_mark_words(s, y, x, buf_str(&about), buf_str(&p->typed));
	buf_free(&keys);
	buf_free(&name);
	buf_free(&description);
	buf_free(&about);
	return whole;
}

/* Draws the selected entry's description in full if its row had no room for it. */
static void
draw_description(const struct palette *p, const struct console *c, const struct surface *s, int y)
{
	struct buf text = { 0 };
	surface_fill(s, y, 0, s->w, ROLE_TEXT);
	if (p->chosen >= 0)
		append_shown_text(&text, c, p->entries.v[p->chosen].description);
	surface_draw_text_in(s, y, 3, s->w - 4, ROLE_LABEL, buf_str(&text));
	buf_free(&text);
}

/* ---- above the prompt ---- */

static void
draw_above_prompt(const struct palette *p, const struct console *c, const struct surface *s)
{
	const struct row_shape shape = shape_of(p, true);
	int n = (int)p->entries.n - p->top, y = s->h - 2;
	bool in_full = true, has_line = s->w < WHOLE_TEXT_WIDTH_MIN;
	n = n < p->page_rows ? n : p->page_rows;
	if (n <= 0)
		return;
	y -= has_line ? n + 1 : n;
	surface_draw_rule(s, y - 1, 0, s->w, s->look->frame);
	for (int i = 0; i < n; i++) {
		bool whole = draw_palette_entry(
		    p, c, s, y + i, 0, s->w, &shape, (size_t)(p->top + i));
		in_full = in_full && (p->top + i != p->chosen || whole);
	}
	if (!has_line)
		return;
	surface_fill(s, s->h - 3, 0, s->w, ROLE_TEXT);
	if (!in_full)
		draw_description(p, c, s, s->h - 3);
}

/* ---- on the whole body ---- */

/* The place of an entry, or of the heading of its group. */
struct place {
	size_t entry;
	bool is_heading;
	int page, column, row;
};

struct places {
	VEC(struct place) v;
	int rows, columns, pages;
};

/* Fills columns from top to bottom, then from left to right, then the next page. A blank row
 * precedes a heading, and an entry follows it in the same column. */
static void
place_entries(struct places *places, const struct palette *p, int rows, int cols)
{
	bool headings = !p->is_narrowed;
	places->rows = rows;
	places->columns = headings && cols >= TWO_COLUMNS_WIDTH_MIN ? 2 : 1;
	int column = 0, row = 0;
	for (size_t i = 0; i < p->entries.n; i++) {
		bool heads = headings &&
		    (i == 0 || p->entries.v[i].group != p->entries.v[i - 1].group);
		int needed = !heads ? 1 : row ? 3 : 2;
		if (row + needed > rows) {
			column++;
			row = 0;
		}
		struct place at = { i, heads, column / places->columns, column % places->columns,
			row + (heads && row) };
		if (heads)
			vec_push(&places->v, at);
		at.row += heads;
		at.is_heading = false;
		vec_push(&places->v, at);
		row = at.row + 1;
	}
	places->pages = column / places->columns + 1;
}

static int
page_of_entry(const struct places *places, int entry)
{
	for (size_t i = 0; i < places->v.n; i++)
		if ((int)places->v.v[i].entry == entry)
			return places->v.v[i].page;
	return 0;
}

static void
draw_whole_title(
    const struct console *c, const struct surface *s, const struct places *places, int page)
{
	int x = 1 + surface_print(s, 1, 1, ROLE_LEAD, "Keys and commands");
	surface_print(
	    s, 1, x + 1, ROLE_LABEL, "%s", scope_infos[pane_scope(console_top_pane(c))].help);
	if (places->pages > 1)
		surface_print(s, 1, s->w - 14, ROLE_TEXT, "page %d of %d", page + 1, places->pages);
}

/* Draws the entries of the selected entry's page, and its description below them. */
static void
draw_whole(const struct palette *p, const struct console *c, const struct surface *s)
{
	const struct row_shape shape = shape_of(p, p->is_narrowed);
	struct places places = { 0 };
	int bottom = s->h - 4;
	place_entries(&places, p, bottom - BODY_TOP, s->w);
	int page = page_of_entry(&places, p->chosen), w = s->w / places.columns;
	for (int y = 1; y < s->h - 2; y++)
		surface_fill(s, y, 0, s->w, ROLE_TEXT);
	draw_whole_title(c, s, &places, page);
	for (size_t i = 0; i < places.v.n; i++) {
		const struct place *at = &places.v.v[i];
		int y = BODY_TOP + at->row, x = at->column * w;
		if (at->page != page)
			continue;
		if (at->is_heading)
			surface_print(s, y, x + 1, ROLE_LEAD, "%s",
			    group_headings[p->entries.v[at->entry].group]);
		else
			draw_palette_entry(p, c, s, y, x, w, &shape, at->entry);
	}
	surface_draw_rule(s, bottom, 0, s->w, s->look->frame);
	draw_description(p, c, s, bottom + 1);
	vec_free(&places.v);
}

void
palette_arrange(struct palette *p, int rows, int cols)
{
	int room = rows - BODY_TOP - 3, n = (int)p->entries.n;
	if (p->is_whole) {
		p->page_rows = (rows - BODY_TOP - 4) *
		    (cols >= TWO_COLUMNS_WIDTH_MIN && !p->is_narrowed ? 2 : 1);
		return;
	}
	room -= cols < WHOLE_TEXT_WIDTH_MIN;
	p->page_rows = room < ROWS_ABOVE_PROMPT_MAX ? room : ROWS_ABOVE_PROMPT_MAX;
	if (p->chosen >= 0 && p->chosen < p->top)
		p->top = p->chosen;
	if (p->chosen >= p->top + p->page_rows)
		p->top = p->chosen - p->page_rows + 1;
	if (p->top > n - p->page_rows)
		p->top = n > p->page_rows ? n - p->page_rows : 0;
}

void
palette_draw(const struct palette *p, const struct console *c, const struct surface *s)
{
	if (p->is_whole)
		draw_whole(p, c, s);
	else
		draw_above_prompt(p, c, s);
}

/* ---- linear mode ---- */

void
palette_write_doc(const struct palette *p, const struct console *c, struct doc *d)
{
	for (size_t i = 0; i < p->entries.n; i++) {
		const struct palette_entry *e = &p->entries.v[i];
		struct buf keys = { 0 };
		if (i == 0 || e->group != p->entries.v[i - 1].group) {
			doc_begin_line(d);
			doc_printf(d, ROLE_LEAD, " %s", group_headings[e->group]);
		}
		append_keys(&keys, c, e, ALL_KEYS_CELLS);
		doc_begin_line(d);
		doc_pad_to_column(d, 2);
		doc_printf(d, ROLE_LEAD, "%s", buf_z(&keys));
		doc_pad_to_column(d, 2 + ALL_KEYS_CELLS);
		doc_printf(d, ROLE_TEXT, "%s", e->name);
		if (e->description && *e->description)
			doc_printf(d, ROLE_LABEL, ": %s", e->description);
		buf_free(&keys);
	}
}
