#include "app/columns.h"

#include "base/utf8.h"
#include "wire/token.h"

static void
clean(struct buf *out, struct str text, const struct cell_context *c)
{
	if (c->raw)
		buf_adds(out, text);
	else
		text_clean(out, text, c->ascii);
}

static void
write_age(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	if (c->whole && row->created != WHEN_NONE)
		when_write(out, row->created);
	else if (c->times == TIME_AGE || row->created == WHEN_NONE)
		when_write_age(out, c->now, row->created);
	else
		words_time(out, row->created, c->now, c->times == TIME_UTC);
}

static void
write_created(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	if (row->created == WHEN_NONE)
		buf_addc(out, '?');
	else if (c->whole)
		when_write(out, row->created);
	else
		words_time(out, row->created, c->now, c->times == TIME_UTC);
}

static void
write_who(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	(void)c;
	buf_addz(out, basket_reach_mark(row->reach));
}

static void
write_customer(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	struct buf raw = { 0 };
	basket_row_customer(&raw, row);
	if (row->dangerous && !c->whole)
		buf_addz(out, "! ");
	clean(out, buf_str(&raw), c);
	buf_free(&raw);
}

static void
write_items(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	if (row->items_n == 0)
		buf_addz(out, "no items");
	clean(out, row->item, c);
	if (row->items_n > 1)
		buf_addf(out, " +%u", row->items_n - 1);
}

static void
write_page(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, c->whole ? row->page : basket_row_started(row), c);
}

static void
write_channel(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, c->whole ? row->tag : basket_row_channel(row), c);
}

static void
write_company(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, row->company, c);
}

static void
write_email(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, row->email, c);
}

static void
write_utm(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, row->utm, c);
}

static void
write_kind(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, row->kind, c);
}

static void
write_id(struct buf *out, const struct basket_row *row, const struct cell_context *c)
{
	clean(out, row->id, c);
}

const struct column basket_columns[] = {
	{ "age", "AGE", 6, 6, 1, false, write_age },
	{ "who", "WHO", 3, 3, 1, false, write_who },
	{ "customer", "CUSTOMER", 20, 30, 1, true, write_customer },
	{ "items", "ITEMS", 18, 26, 80, false, write_items },
	{ "page", "STARTED AT", 15, 20, 100, false, write_page },
	{ "channel", "CHANNEL", 10, 10, 100, false, write_channel },
	{ "company", "COMPANY", 16, 22, 140, false, write_company },
	{ "created", "CREATED", 17, 17, 140, false, write_created },
	{ "email", "E-MAIL", 28, 32, 200, false, write_email },
	{ "utm", "UTM SOURCE", 10, 12, 200, false, write_utm },
	{ "kind", "KIND", 7, 8, 0, false, write_kind },
	{ "id", "ID", 15, 43, 0, false, write_id },
	{ NULL, NULL, 0, 0, 0, false, NULL },
};

const struct column *
column_find(struct str id)
{
	for (const struct column *c = basket_columns; c->id; c++)
		if (str_eqz(id, c->id))
			return c;
	return NULL;
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
	size_t n = 0;
	for (size_t i = 0; i < view->columns.n && n < COLUMNS_MAX; i++) {
		if (i > 0 && i <= (size_t)shift)
			continue;
		const struct column *c = column_find(view->columns.v[i]);
		out[n++] = (struct placed_column){ c, c ? STR_NONE : view->columns.v[i], 0, 0 };
	}
	if (n)
		return n;
	for (size_t i = 0; basket_columns[i].id && n < COLUMNS_MAX; i++) {
		const struct column *c = &basket_columns[i];
		if (hidden >> i & 1 || (i > 0 && i <= (size_t)shift))
			continue;
		if (shift == 0 && (c->from == 0 || c->from > width))
			continue;
		out[n++] = (struct placed_column){ c, STR_NONE, 0, 0 };
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
		if (out[i].column && out[i].column->flexible)
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

void
column_write(struct buf *out, const struct placed_column *p, const struct basket_row *row,
    struct str json, const struct cell_context *c)
{
	struct buf text = { 0 };
	if (p->column) {
		p->column->write(out, row, c);
		return;
	}
	struct str raw = json.n ? token_find(json, p->path) : STR_NONE;
	if (raw.n && raw.p[0] == '"')
		token_unquote(&text, raw);
	else
		buf_adds(&text, raw);
	clean(out, buf_str(&text), c);
	buf_free(&text);
}
