#include "list/columns.h"

#include "base/utf8.h"
#include "list/hide_private.h"
#include "model/path.h"
#include "model/when.h"
#include "wire/catalog.h"
#include "wire/json_lex.h"

void
cell_add_text(struct buf *out, struct str text, const struct cell_context *c)
{
	struct buf clean = { 0 };
	if (c->uncleaned) {
		buf_adds(out, text);
		return;
	}
	unsigned flags = text_clean(&clean, text, c->ascii);
	if (c->marks_unsafe_text && !c->as_data && text_is_suspicious(flags, false))
		buf_addz(out, "! ");
	buf_adds(out, buf_str(&clean));
	buf_free(&clean);
}

void
cell_add_value(struct buf *out, struct str text, const struct cell_context *c)
{
	if (text.n || !text.p || c->as_data)
		cell_add_text(out, text, c);
	else
		buf_addz(out, catalog_is_null(text) ? "null" : "\"\"");
}

void
cell_add_time(struct buf *out, int64_t t, const struct cell_context *c)
{
	if (t == WHEN_NONE)
		buf_addz(out, c->as_data ? "" : "?");
	else if (c->as_data || c->unshortened)
		when_write(out, t);
	else
		(c->is_printed ? format_time : format_list_time)(
		    out, t, c->now, c->time_style == TIME_UTC);
}

/* True if the text is the heading, in any case and with - for spaces: "known-from". */
static bool
is_header(const char *header, struct str text)
{
	bool same = header && text.n && text.n == strlen(header);
	for (size_t i = 0; same && i < text.n; i++)
		same = header[i] == ' '
		    ? text.p[i] == '-'
		    : str_eq_nocase(str_sub(text, i, 1), str_from(header + i, 1));
	return same;
}

const struct column *
column_find(const struct column *table, struct str id)
{
	for (const struct column *c = table; c->id; c++) {
		struct str rest = c->alias ? str_of(c->alias) : STR_NONE, alias;
		if (str_eqz(id, c->id))
			return c;
		while (rest.n && str_next(&rest, ' ', &alias))
			if (str_eq(id, alias))
				return c;
	}
	for (const struct column *c = table; c->id; c++)
		if (is_header(c->header, id))
			return c;
	return NULL;
}

/* In UTC the heading of a time names it; a local time needs no name. */
static const char *
zone_in_header(const struct column *column, const struct cell_context *c)
{
	struct str id = str_of(column->id);
	bool is_time = column->time_offset || str_eqz(id, "age") || str_eqz(id, "created");
	return is_time && !c->is_printed && c->time_style == TIME_UTC ? " UTC" : "";
}

static struct str
text_at(const void *row, size_t offset)
{
	struct str text;
	memcpy(&text, (const char *)row + offset, sizeof(text));
	return text;
}

bool
column_writes_cells(const struct column *column)
{
	return column->write_cell || column->count_offset || column->time_offset;
}

struct str
column_text(const struct column *column, const void *row)
{
	return column_writes_cells(column) ? STR_NONE : text_at(row, column->text_offset);
}

/* The column's text on the screen: the full one if there is room for it. */
static struct str
shown_text(const struct column *column, const void *row, const struct cell_context *c)
{
	return c->unshortened && column->full_text_offset ? text_at(row, column->full_text_offset)
							  : column_text(column, row);
}

uint32_t
columns_mask_by_id(const struct column *table, const char *id)
{
	for (uint32_t i = 0; table[i].id; i++)
		if (str_eqz(str_of(table[i].id), id))
			return 1u << i;
	return 0;
}

static uint32_t
mask_by_flag(const struct column *table, unsigned flag)
{
	uint32_t bits = 0;
	for (uint32_t i = 0; table[i].id; i++)
		bits |= table[i].flags & flag ? 1u << i : 0;
	return bits;
}

uint32_t
columns_linked_mask(const struct column *table)
{
	return mask_by_flag(table, COLUMN_NEEDS_CATALOG);
}

uint32_t
columns_private_mask(const struct column *table)
{
	return mask_by_flag(table, COLUMN_PRIVATE);
}

/* ---- cell widths ---- */

void
column_widths_add(struct column_widths *w, size_t column, int cells)
{
	if (column >= COLUMNS_MAX || cells < 0)
		return;
	w->cell_counts[column][cells < COLUMN_WIDTH_BUCKETS ? cells : COLUMN_WIDTH_BUCKETS - 1]++;
	if (cells > w->max_widths[column])
		w->max_widths[column] = cells;
}

/* The width that nine of ten cells fit into. */
static int
width_of_most_cells(const struct column_widths *w, size_t column)
{
	uint64_t all = 0, seen = 0;
	for (int i = 0; i < COLUMN_WIDTH_BUCKETS; i++)
		all += w->cell_counts[column][i];
	for (int i = 0; i < COLUMN_WIDTH_BUCKETS; i++) {
		seen += w->cell_counts[column][i];
		if (seen * 10 >= all * 9)
			return i;
	}
	return 0;
}

/* ---- placing columns ---- */

/* The widths that a column asks for. */
struct width_need {
	int min_width;       /* hidden if narrower */
	int preferred_width; /* granted before another column is added */
	int full_width;      /* at this width no cell is cut */
	bool is_basic;       /* shown in every window */
	bool is_whole_first; /* no column is added while it is cut */
};

static int
max_int(int a, int b)
{
	return a > b ? a : b;
}

static int
min_int(int a, int b)
{
	return a < b ? a : b;
}

static bool
is_sorted_by(const struct view *view, const struct column *column)
{
	return column && view_sorts_by(view, column->id);
}

/* The column to show because a term has its key; NULL: none. */
static const struct column *
filtered_column(const struct view *view)
{
	const struct column *table = view->resource->columns;
	for (size_t i = 0; i < view->terms.n; i++) {
		const struct column *c = column_find(table, view->terms.v[i].key);
		if (c && c->flags & COLUMN_SHOWN_IF_FILTERED)
			return c;
	}
	return NULL;
}

static struct width_need
width_need_of(const struct placed_column *p, const struct view *view, const struct column_widths *w)
{
	const struct column *c = p->column;
	if (p->fixed_width)
		return (struct width_need){ .min_width = p->fixed_width,
			.preferred_width = p->fixed_width,
			.full_width = p->fixed_width,
			.is_basic = true };
	size_t number = c ? (size_t)(c - view->resource->columns) : SIZE_MAX;
	int head = c ? text_width(str_of(c->header)) + is_sorted_by(view, c) : 12;
	struct width_need wish = { .min_width = c ? c->min_width : 12,
		.preferred_width = c ? c->ideal_width : 20,
		.is_basic = !c || view->columns.n || c->visibility == COLUMN_ALWAYS ||
		    c == filtered_column(view) || is_sorted_by(view, c),
		.is_whole_first = c && c->flags & COLUMN_WHOLE_FIRST };
	wish.full_width = max_int(head, wish.preferred_width);
	if (c && w) {
		wish.full_width = max_int(head, w->max_widths[number]);
		wish.preferred_width = max_int(
		    head, min_int(width_of_most_cells(w, number), wish.preferred_width));
	}
	if (c && c->flags & COLUMN_NEVER_CUT)
		wish.preferred_width = wish.min_width = wish.full_width;
	wish.min_width = min_int(wish.min_width, wish.full_width);
	wish.preferred_width = max_int(wish.preferred_width, wish.min_width);
	return wish;
}

static size_t
add_column(
    struct placed_column out[COLUMNS_MAX], const struct view *view, uint32_t hidden, int shift)
{
	const struct column *table = view->resource->columns;
	size_t n = 0;
	for (size_t i = 0; i < view->columns.n && n < COLUMNS_MAX; i++) {
		if (i > 0 && i <= (size_t)shift)
			continue;
		const struct view_column *named = &view->columns.v[i];
		const struct column *c = column_find(table, named->name);
		out[n++] = (struct placed_column){
			.column = c, .path = c ? STR_NONE : named->name, .fixed_width = named->width
		};
	}
	if (n)
		return n;
	const struct column *filtered = shift ? NULL : filtered_column(view);
	for (size_t i = 0; table[i].id && n < COLUMNS_MAX; i++) {
		const struct column *c = &table[i];
		if (hidden >> i & 1 || c == filtered || (i > 0 && i <= (size_t)shift))
			continue;
		if ((shift == 0 && c->visibility == COLUMN_ASKED) || c->flags & COLUMN_IF_NAMED)
			continue;
		out[n++] = (struct placed_column){ .column = c };
		if (filtered && c->flags & COLUMN_SHOWN_IF_EMPTY && n < COLUMNS_MAX)
			out[n++] = (struct placed_column){ .column = filtered };
	}
	return n;
}

/* A choice of columns with their widths. */
struct column_plan {
	size_t n;
	int widths[COLUMNS_MAX];
	uint64_t visible_cells; /* number of visible cells of data */
};

/* Distributes the width one cell at a time, in turns, until it is used up or all columns have
 * what they need. Returns the rest. */
static int
grow_columns(struct column_plan *p, const struct width_need *wishes, int left)
{
	for (bool grew = true; grew && left > 0;) {
		grew = false;
		for (size_t i = 0; i < p->n && left > 0; i++) {
			if (p->widths[i] >= wishes[i].preferred_width)
				continue;
			p->widths[i]++;
			left--;
			grew = true;
		}
	}
	return left;
}

/* Distributes the rest to columns that are cut, first to the one that lacks the most. */
static void
spread_spare_width(struct column_plan *p, const struct width_need *wishes, int left)
{
	for (; left > 0; left--) {
		size_t most = p->n;
		for (size_t i = 0; i < p->n; i++) {
			int lacks = wishes[i].full_width - p->widths[i];
			if (lacks > 0 &&
			    (most == p->n || lacks > wishes[most].full_width - p->widths[most]))
				most = i;
		}
		if (most == p->n)
			break;
		p->widths[most]++;
	}
}

/* The columns that are always shown; those at the right end are dropped if they do not fit. */
static struct column_plan
plan_basic_columns(const struct width_need *wishes, size_t all, int width)
{
	struct column_plan p = { 0 };
	for (; p.n < all && wishes[p.n].is_basic; p.n++) {
		int cells = wishes[p.n].min_width + (p.n ? COLUMN_GAP : 0);
		if (p.n && cells > width)
			break;
		p.widths[p.n] = wishes[p.n].min_width;
		width -= cells;
	}
	spread_spare_width(&p, wishes, grow_columns(&p, wishes, width));
	return p;
}

/* Plans n columns with the widths they need; returns false if they do not fit. */
static bool
plan_preferred_widths(struct column_plan *p, const struct width_need *wishes, size_t n, int width)
{
	*p = (struct column_plan){ .n = n };
	for (size_t i = 0; i < n; i++) {
		p->widths[i] = wishes[i].preferred_width;
		width -= wishes[i].preferred_width + (i ? COLUMN_GAP : 0);
	}
	spread_spare_width(p, wishes, width);
	return width >= 0;
}

/* Plans n columns of which only the last may be cut, since even part of it is better than
 * blanks. Returns false if they do not fit. */
static bool
plan_full_widths(struct column_plan *p, const struct width_need *wishes, size_t n, int width)
{
	*p = (struct column_plan){ .n = n };
	for (size_t i = 0; i + 1 < n; i++) {
		p->widths[i] = wishes[i].full_width;
		width -= wishes[i].full_width + COLUMN_GAP;
	}
	p->widths[n - 1] = min_int(width, wishes[n - 1].full_width);
	return width >= wishes[n - 1].min_width;
}

/* Counts the visible cells of data. */
static void
count_visible_cells(struct column_plan *p, const struct placed_column *out, const struct view *view,
    const struct column_widths *w)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct column *c = out[i].column;
		size_t number = c ? (size_t)(c - view->resource->columns) : 0;
		if (!c || !w)
			p->visible_cells += (uint64_t)p->widths[i];
		for (int cells = 0; c && w && cells < COLUMN_WIDTH_BUCKETS; cells++)
			p->visible_cells += (uint64_t)w->cell_counts[number][cells] *
			    (uint64_t)min_int(cells, p->widths[i]);
	}
}

/* The column that takes the remaining width when the widths of cells are not known. */
static size_t
find_flexible_column(const struct placed_column *out, size_t n)
{
	size_t i = 0;
	while (i < n && !(out[i].column && out[i].column->flags & COLUMN_SHOWN_IF_EMPTY))
		i++;
	return i < n ? i : n - 1;
}

static bool
cuts_whole_columns(const struct column_plan *p, const struct width_need *wishes)
{
	for (size_t i = 0; i < p->n; i++)
		if (wishes[i].is_whole_first && p->widths[i] < wishes[i].full_width)
			return true;
	return false;
}

/* The plan that shows the most data; if equal, the one with more columns. */
static struct column_plan
find_best_plan(const struct placed_column *out, const struct width_need *wishes, size_t all,
    const struct view *view, const struct column_widths *widths, int width)
{
	struct column_plan best = plan_basic_columns(wishes, all, width), p;
	count_visible_cells(&best, out, view, widths);
	size_t always = best.n; /* these are kept, however wide other columns are */
	if (always < all && wishes[always].is_basic)
		return best;
	for (size_t n = always ? always : 1; n <= all; n++)
		for (int whole = 0; whole < 2; whole++) {
			bool fits = whole ? plan_full_widths(&p, wishes, n, width)
					  : plan_preferred_widths(&p, wishes, n, width);
			if (!fits || (n > always && cuts_whole_columns(&p, wishes)))
				continue;
			count_visible_cells(&p, out, view, widths);
			if (p.visible_cells > best.visible_cells ||
			    (p.visible_cells == best.visible_cells && p.n >= best.n))
				best = p;
		}
	return best;
}

size_t
columns_place(struct placed_column out[COLUMNS_MAX], const struct view *view,
    const struct column_widths *widths, int width, uint32_t hidden, int shift)
{
	struct width_need wishes[COLUMNS_MAX];
	size_t all = add_column(out, view, hidden, shift);
	int x = 0;
	for (size_t i = 0; i < all; i++) {
		out[i].fixed_width = min_int(out[i].fixed_width, width);
		wishes[i] = width_need_of(&out[i], view, widths);
	}
	struct column_plan p = find_best_plan(out, wishes, all, view, widths, width);
	for (size_t i = 0; i < p.n; i++) {
		out[i].x = x;
		out[i].width = p.widths[i];
		x += out[i].width + COLUMN_GAP;
	}
	size_t flexible = p.n ? find_flexible_column(out, p.n) : 0;
	int left = width - (x - COLUMN_GAP);
	if (!widths && p.n && left > 0 && !out[flexible].fixed_width) {
		out[flexible].width += left;
		for (size_t i = flexible + 1; i < p.n; i++)
			out[i].x += left;
	}
	return p.n;
}

size_t
columns_choose_all(
    struct placed_column out[COLUMNS_MAX], const struct column *table, uint32_t hidden)
{
	size_t n = 0;
	if (column_find(table, STR("created")))
		hidden |= columns_mask_by_id(table, "age");
	for (size_t i = 0; table[i].id && n < COLUMNS_MAX; i++)
		if (!(hidden >> i & 1) && !(table[i].flags & COLUMN_IF_NAMED))
			out[n++] = (struct placed_column){ .column = &table[i] };
	return n;
}

void
column_write_header(struct buf *out, const struct placed_column *p, const struct cell_context *c)
{
	if (!p->column) {
		text_clean(out, p->path, c->ascii);
		return;
	}
	if (str_eqz(str_of(p->column->id), "age") && c->time_style != TIME_AGE)
		buf_addz(out, "CREATED");
	else
		buf_addz(out, p->column->header);
	buf_addz(out, zone_in_header(p->column, c));
}

static void
replace_bytes(struct buf *text, size_t from, char old, char new)
{
	for (size_t i = from; i < text->n; i++)
		if (text->p[i] == old)
			text->p[i] = new;
}

void
column_add_line(struct buf *lines, size_t at, struct str text)
{
	if (at)
		buf_addc(lines, '\n');
	size_t from = lines->n;
	buf_adds(lines, text);
	replace_bytes(lines, from, '\n', '\0');
}

static void
add_line(struct buf *out, struct str line, const struct cell_context *c)
{
	struct buf text = { 0 };
	buf_adds(&text, line);
	replace_bytes(&text, 0, '\0', '\n');
	cell_add_text(out, buf_str(&text), c);
	buf_free(&text);
}

/* An empty last line counts as a line, too. In data the texts are joined by semicolons: names such
 * as "Crossword, a year" have commas. */
static void
add_texts(struct buf *out, struct str lines, bool brief, const struct cell_context *c)
{
	for (bool more = lines.n > 0; more;) {
		size_t end = str_find_char(lines, '\n');
		struct str line = str_sub(lines, 0, end);
		more = end != SIZE_MAX;
		lines = more ? str_sub(lines, end + 1, lines.n) : STR_NONE;
		add_line(out, brief ? path_last_part(line) : line, c);
		buf_addz(out, !more ? "" : c->as_data ? "; " : ", ");
	}
}

void
column_write_lines(struct buf *out, struct str lines, const struct cell_context *c)
{
	add_texts(out, lines, false, c);
}

/* The value of a column named by a path in the view: below customFields, or an attribute by its
 * name without suffix. */
static struct str
find_path_value(struct str path, struct str json)
{
	struct str attribute = STR("attribute.");
	if (!json.n)
		return STR_NONE;
	return str_starts(path, attribute)
	    ? catalog_find_attribute(json, str_sub(path, attribute.n, path.n))
	    : json_lex_find(json, path);
}

static void
write_own_cell(
    struct buf *out, const struct column *column, const void *row, const struct cell_context *c)
{
	const char *members = row;
	size_t known = column->count_known_offset;
	if (column->write_cell)
		column->write_cell(out, row, c);
	else if (column->time_offset)
		cell_add_time(
		    out, *(const int64_t *)(const void *)(members + column->time_offset), c);
	else if (!known || *(const bool *)(members + known))
		buf_addf(
		    out, "%u", *(const uint32_t *)(const void *)(members + column->count_offset));
}

bool
column_reads_json(const struct column *column)
{
	return !column || column->write_json_cell;
}

static void
write_cell_text(struct buf *out, const struct placed_column *p, const void *row, struct str json,
    const struct cell_context *c)
{
	struct buf text = { 0 };
	if (p->column && p->column->write_json_cell) {
		p->column->write_json_cell(out, json, c);
		return;
	}
	if (p->column && column_writes_cells(p->column)) {
		write_own_cell(out, p->column, row, c);
		return;
	}
	if (p->column && p->column->has_lines)
		add_texts(out, column_text(p->column, row),
		    p->column->flags & COLUMN_LAST_PARTS && !c->as_data, c);
	else if (p->column)
		cell_add_value(out, shown_text(p->column, row, c), c);
	if (p->column)
		return;
	struct str raw = find_path_value(p->path, json);
	if (raw.n && raw.p[0] == '"')
		json_lex_unquote(&text, raw);
	else
		buf_adds(&text, raw);
	cell_add_text(out, buf_str(&text), c);
	buf_free(&text);
}

void
column_write(struct buf *out, const struct placed_column *p, const void *row, struct str json,
    const struct cell_context *c)
{
	size_t from = out->n;
	write_cell_text(out, p, row, json, c);
	if (c->hides_private)
		hide_private_from(out, from, c->ascii);
}

struct str
column_write_data(struct buf *out, const struct column *column, const void *row)
{
	static const struct cell_context as_data = { .as_data = true, .uncleaned = true };
	const struct placed_column cell = { .column = column };
	column_write(out, &cell, row, STR_NONE, &as_data);
	return buf_str(out);
}
