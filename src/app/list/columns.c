#include "app/list/columns.h"

#include "base/utf8.h"
#include "model/path.h"
#include "model/when.h"
#include "wire/catalog.h"
#include "wire/token.h"

void
cell_add_text(struct buf *out, struct str text, const struct cell_context *c)
{
	struct buf clean = { 0 };
	if (c->raw) {
		buf_adds(out, text);
		return;
	}
	unsigned flags = text_clean(&clean, text, c->ascii);
	if (c->marks && !c->whole && text_is_flagged(flags, false))
		buf_addz(out, "! ");
	buf_adds(out, buf_str(&clean));
	buf_free(&clean);
}

void
cell_add_value(struct buf *out, struct str text, const struct cell_context *c)
{
	if (text.n || !text.p || c->whole)
		cell_add_text(out, text, c);
	else
		buf_addz(out, catalog_is_null(text) ? "null" : "\"\"");
}

void
cell_add_time(struct buf *out, int64_t t, const struct cell_context *c)
{
	if (t == WHEN_NONE)
		buf_addz(out, c->whole ? "" : "?");
	else if (c->whole || c->full)
		when_write(out, t);
	else
		format_time(out, t, c->now, c->times == TIME_UTC);
}

const struct column *
column_find(const struct column *table, struct str id)
{
	for (const struct column *c = table; c->id; c++)
		if (str_eqz(id, c->id))
			return c;
	return NULL;
}

static struct str
text_at(const void *row, size_t offset)
{
	struct str text;
	memcpy(&text, (const char *)row + offset, sizeof(text));
	return text;
}

struct str
column_text(const struct column *column, const void *row)
{
	return column->write ? STR_NONE : text_at(row, column->text);
}

/* What is shown of it there. */
static struct str
shown_text(const struct column *column, const void *row, const struct cell_context *c)
{
	return c->full && column->full ? text_at(row, column->full) : column_text(column, row);
}

uint32_t
columns_named(const struct column *table, const char *id)
{
	for (uint32_t i = 0; table[i].id; i++)
		if (str_eqz(str_of(table[i].id), id))
			return 1u << i;
	return 0;
}

uint32_t
columns_linked(const struct column *table)
{
	uint32_t bits = 0;
	for (uint32_t i = 0; table[i].id; i++)
		bits |= table[i].shape & COLUMN_LINKED ? 1u << i : 0;
	return bits;
}

uint32_t
columns_private(const struct column *table)
{
	static const char *const private[] = { "id", "path", "template", "user", "modified",
		"entry" };
	uint32_t bits = 0;
	for (size_t k = 0; k < sizeof(private) / sizeof(*private); k++)
		bits |= columns_named(table, private[k]);
	return bits;
}

static int
min_of(const struct placed_column *p)
{
	return p->column ? p->column->min : 12;
}

static int
ideal_of(const struct placed_column *p)
{
	return p->column ? p->column->ideal : 20;
}

static size_t
choose(struct placed_column out[COLUMNS_MAX], const struct view *view, int width, uint32_t hidden,
    int shift)
{
	const struct column *table = view->resource->columns;
	size_t n = 0;
	for (size_t i = 0; i < view->columns.n && n < COLUMNS_MAX; i++) {
		if (i > 0 && i <= (size_t)shift)
			continue;
		const struct column *c = column_find(table, view->columns.v[i]);
		out[n++] = (struct placed_column){ .column = c,
			.path = c ? STR_NONE : view->columns.v[i] };
	}
	if (n)
		return n;
	for (size_t i = 0; table[i].id && n < COLUMNS_MAX; i++) {
		const struct column *c = &table[i];
		if (hidden >> i & 1 || (i > 0 && i <= (size_t)shift))
			continue;
		if (shift == 0 && (c->from == 0 || c->from > width))
			continue;
		out[n++] = (struct placed_column){ .column = c };
	}
	return n;
}

size_t
columns_place(struct placed_column out[COLUMNS_MAX], const struct view *view, int width, int margin,
    uint32_t hidden, int shift)
{
	size_t n = choose(out, view, width, hidden, shift), flexible = SIZE_MAX;
	int used = 0, x = 0;
	width -= margin;
	for (size_t i = 0; i < n; i++) {
		out[i].width = min_of(&out[i]);
		if (i && used + COLUMN_GAP + out[i].width > width) {
			n = i; /* leaves at the right end */
			break;
		}
		used += out[i].width + (i ? COLUMN_GAP : 0);
		if (out[i].column && out[i].column->shape & COLUMN_FLEXIBLE)
			flexible = i;
	}
	/* What is left goes round, a cell each, until all have what they would like. */
	for (bool grew = true; grew && used < width;) {
		grew = false;
		for (size_t i = 0; i < n && used < width; i++) {
			if (out[i].width >= ideal_of(&out[i]))
				continue;
			out[i].width++;
			used++;
			grew = true;
		}
	}
	if (n && used < width)
		out[flexible < n ? flexible : n - 1].width += width - used;
	for (size_t i = 0; i < n; i++) {
		out[i].x = x;
		x += out[i].width + COLUMN_GAP;
	}
	return n;
}

void
column_write_header(struct buf *out, const struct placed_column *p, const struct cell_context *c)
{
	if (!p->column) {
		text_clean(out, p->path, c->ascii);
		return;
	}
	if (str_eqz(str_of(p->column->id), "age") && c->times != TIME_AGE)
		buf_addz(out, "CREATED");
	else
		buf_addz(out, p->column->header);
}

/* Several texts are lines; in a cell they stand side by side. */
static void
write_lines(
    struct buf *out, const struct column *column, const void *row, const struct cell_context *c)
{
	struct str lines = column_text(column, row), line;
	bool brief = column->shape & COLUMN_LAST_PARTS && !c->whole;
	bool first = true;
	while (lines.n && str_next(&lines, '\n', &line)) {
		if (!first)
			buf_addz(out, ", ");
		cell_add_text(out, brief ? path_last_part(line) : line, c);
		first = false;
	}
}

/* The value that a view's own column names: below customFields, or an attribute by its bare name.
 */
static struct str
own_value(struct str path, struct str json)
{
	struct str attribute = STR("attribute.");
	if (!json.n)
		return STR_NONE;
	return str_starts(path, attribute)
	    ? catalog_attribute(json, str_sub(path, attribute.n, path.n))
	    : token_find(json, path);
}

void
column_write(struct buf *out, const struct placed_column *p, const void *row, struct str json,
    const struct cell_context *c)
{
	struct buf text = { 0 };
	if (p->column && p->column->write) {
		p->column->write(out, row, c);
		return;
	}
	if (p->column && p->column->lines)
		write_lines(out, p->column, row, c);
	else if (p->column)
		cell_add_value(out, shown_text(p->column, row, c), c);
	if (p->column)
		return;
	struct str raw = own_value(p->path, json);
	if (raw.n && raw.p[0] == '"')
		token_unquote(&text, raw);
	else
		buf_adds(&text, raw);
	cell_add_text(out, buf_str(&text), c);
	buf_free(&text);
}
