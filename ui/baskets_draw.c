#include "base/utf8.h"
#include "ui/baskets_pane.h"

static const struct baskets_pane *
self(const struct pane *p)
{
	return (const struct baskets_pane *)(const void *)p;
}

static const char *
cursor_mark(const struct surface *s)
{
	return s->look->ascii_lines ? ">" : "\xE2\x96\xB8";
}

static void
draw_header(const struct baskets_pane *b, const struct surface *s)
{
	struct cell_context cells = console_cells(b->pane.console);
	for (size_t i = 0; i < b->columns_n; i++) {
		const struct placed_column *p = &b->columns[i];
		struct buf text = { 0 };
		column_write_header(&text, p, &cells);
		surface_text_in(s, 0, p->x, p->width, ROLE_HEADER, buf_str(&text));
		buf_free(&text);
	}
}

/* Is there another row on the screen with the same name, but not the same e-mail? */
static bool
is_namesake(const struct baskets_pane *b, const struct basket_row *row)
{
	const struct baskets *list = b->pane.console->baskets;
	for (size_t i = 0; i < b->pos.height; i++) {
		const struct basket_row *other = baskets_shown(list, b->pos.top + i);
		if (other && other != row && row->name.n && str_eq(other->name, row->name) &&
		    !str_eq_nocase(other->email, row->email))
			return true;
	}
	return false;
}

static void
mark_words(const struct baskets_pane *b, const struct surface *s, int y, int x, struct str cell)
{
	const struct baskets *list = b->pane.console->baskets;
	struct buf folded = { 0 };
	text_fold(&folded, cell);
	for (size_t i = 0; i < list->view.terms.n && folded.n == cell.n; i++) {
		const struct view_term *t = &list->view.terms.v[i];
		size_t at = str_find(buf_str(&folded), list->filter.terms.v[i].folded);
		if (t->op != VIEW_WORD || t->negated || at == SIZE_MAX || !t->value.n)
			continue;
		surface_restyle(s, y, x + text_width(str_sub(cell, 0, at)),
		    text_width(str_sub(cell, at, list->filter.terms.v[i].folded.n)), ROLE_MATCH);
	}
	buf_free(&folded);
}

static void
draw_cell(const struct baskets_pane *b, const struct surface *s, int y,
    const struct placed_column *p, const struct basket_row *row, enum role role)
{
	struct console *c = b->pane.console;
	struct cell_context cells = console_cells(c);
	struct buf text = { 0 };
	bool customer = p->column && str_eqz(str_of(p->column->id), "customer");
	bool sent = customer && sent_find(&c->sent, row->id);
	int width = p->width - (sent ? 6 : 0);
	column_write(
	    &text, p, row, p->column ? STR_NONE : baskets_json(c->baskets, row, NULL), &cells);
	if (customer && is_namesake(b, row)) {
		buf_addz(&text, "  ");
		text_clean(&text, row->email, cells.ascii);
	}
	if (sent)
		surface_words(s, y, p->x + p->width - 4, role, "sent");
	surface_text_in(s, y, p->x, width, role, buf_str(&text));
	if (role != ROLE_SELECTED)
		mark_words(b, s, y, p->x,
		    str_sub(buf_str(&text), 0, text_fit(buf_str(&text), width, NULL)));
	buf_free(&text);
}

static void
draw_row(const struct baskets_pane *b, const struct surface *s, int y, size_t at)
{
	const struct basket_row *row = baskets_shown(b->pane.console->baskets, at);
	bool cursor = at == b->pos.cursor, focused = cursor && !b->in_detail;
	bool marked = baskets_pane_is_marked(b, row->id);
	enum role role = focused ? ROLE_SELECTED
	    : marked             ? ROLE_MARKED
	    : row->completed     ? ROLE_DIM
				 : ROLE_TEXT;
	if (focused)
		surface_fill(s, y, 0, s->w, ROLE_SELECTED);
	if (cursor)
		surface_words(s, y, 1, role, "%s", cursor_mark(s));
	if (marked)
		surface_words(s, y, 2, role, "*");
	for (size_t i = 0; i < b->columns_n; i++)
		draw_cell(b, s, y, &b->columns[i], row, role);
	if (focused)
		surface_cursor(s, y, b->columns_n ? b->columns[0].x : 0);
}

/* Why no row is seen, and what to do. Nothing while the first page is on its way. */
static void
say_empty(const struct console *c, struct buf *out)
{
	const struct baskets *list = c->baskets;
	struct buf again = { 0 };
	console_key_of(c, &again, ACT_REFRESH);
	if (list->rows.n) {
		if (!list->searching)
			buf_addz(out,
			    list->at_end
				? "Nothing matches. Esc clears the filter; / then Up brings it back."
				: "Nothing read so far matches. m reads older ones, Esc clears the filter.");
	} else if (list->state == BASKETS_FAILED) {
		buf_addz(out, "Nothing could be read yet. The line below says why.");
	} else if (list->state == BASKETS_QUIET && list->read_at == WHEN_NONE) {
		if (client_has_address(c->client))
			buf_addf(out, "Nothing was read yet. %s reads.", buf_z(&again));
	} else if (list->state == BASKETS_QUIET) {
		buf_addz(out, "No abandoned baskets");
		if (list->since != WHEN_NONE) {
			buf_addz(out, " since ");
			words_day(out, list->since, c->times == TIME_UTC);
		}
		buf_addz(out, ". The service answered at ");
		words_clock(out, list->read_at, c->times == TIME_UTC);
		buf_addz(out,
		    list->since == WHEN_NONE ? "; it has none." : ". since=30d looks further back");
	}
	buf_free(&again);
}

static void
draw_empty(const struct baskets_pane *b, const struct surface *s)
{
	struct buf words = { 0 };
	if (b->pane.console->baskets->shown.n)
		return;
	say_empty(b->pane.console, &words);
	surface_text(s, 2, 3, ROLE_TEXT, buf_str(&words));
	surface_cursor(s, 2, 3);
	buf_free(&words);
}

/* What stands below the last row when the next page could not be read. */
static void
draw_gap(const struct baskets_pane *b, const struct surface *s, int y)
{
	const struct console *c = b->pane.console;
	struct buf key = { 0 }, code = { 0 };
	if (c->baskets->state != BASKETS_FAILED || c->baskets->rows.n == 0 || y >= s->h)
		return;
	console_key_of(c, &key, ACT_RETRY);
	if (c->baskets->err.http)
		buf_addf(&code, " (%d)", c->baskets->err.http);
	surface_words(s, y, 3, ROLE_BAD, "could not read %s baskets%s. %s again",
	    c->baskets->refreshing ? "newer" : "older", buf_z(&code), buf_z(&key));
	buf_free(&key);
	buf_free(&code);
}

static void
draw_list(const struct baskets_pane *b, const struct surface *screen)
{
	const struct rect *r = &b->layout.list;
	struct surface s = surface_part(screen, r->y, r->x, r->h, r->w);
	size_t n = b->pane.console->baskets->shown.n;
	int y = 1;
	draw_header(b, &s);
	for (size_t at = b->pos.top; at < n && at < b->pos.top + b->pos.height; at++, y++)
		draw_row(b, &s, y, at);
	draw_gap(b, &s, y);
	draw_empty(b, &s);
}

/* "── Basket 5f0c2b1e…90b3a8 ───────── 1 of 10 ──" */
static void
draw_rule(const struct baskets_pane *b, const struct surface *s)
{
	const struct baskets *list = b->pane.console->baskets;
	/* The line names what stands below it, which follows the cursor a moment later. */
	const struct basket_row *row = baskets_row(list, buf_str(&b->detail_of));
	struct buf name = { 0 }, place = { 0 };
	int y = b->layout.rule_y;
	enum role role = b->in_detail ? ROLE_HEADER : ROLE_TEXT;
	surface_rule(s, y, 0, s->w, ROLE_BORDER);
	if (!row || list->shown.n == 0)
		return;
	buf_addz(&name, " Basket ");
	struct str id = row->id, prefix = STR("basket-");
	if (str_starts(id, prefix))
		id = str_sub(id, prefix.n, id.n);
	text_clean(&name, str_sub(id, 0, 8), false);
	if (id.n > 14) {
		buf_addz(&name, s->look->ascii_lines ? "..." : "\xE2\x80\xA6");
		text_clean(&name, str_sub(id, id.n - 6, 6), false);
	}
	buf_addc(&name, ' ');
	buf_addc(&place, ' ');
	words_count(&place, b->detail_at + 1);
	buf_addz(&place, " of ");
	words_count(&place, list->shown.n);
	buf_addc(&place, ' ');
	surface_text(s, y, 2, role, buf_str(&name));
	surface_text(s, y, s->w - 2 - (int)place.n, ROLE_DIM, buf_str(&place));
	buf_free(&name);
	buf_free(&place);
}

static void
draw_side_rule(const struct baskets_pane *b, const struct surface *s)
{
	const struct rect *r = &b->layout.body;
	for (int y = 0; y < r->h; y++)
		surface_words(s, r->y + y, b->layout.rule_x, ROLE_BORDER, "%s",
		    s->look->ascii_lines ? "|" : "\xE2\x94\x82");
}

static void
draw_detail(const struct baskets_pane *b, const struct surface *screen)
{
	const struct rect *r = &b->layout.detail;
	struct surface s = surface_part(screen, r->y, r->x, r->h, r->w);
	const struct list *l = &b->detail.list;
	if (!baskets_shown(b->pane.console->baskets, b->pos.cursor))
		return;
	textview_draw(&b->detail, &s);
	size_t below = l->top + l->height < l->count ? l->count - l->top - l->height : 0;
	if (below)
		surface_words(&s, s.h - 1, s.w - 15, ROLE_DIM, " %zu more line%s", below,
		    below == 1 ? "" : "s");
}

void
baskets_pane_draw(const struct pane *p, const struct surface *screen, const struct layout *shell)
{
	const struct baskets_pane *b = self(p);
	(void)shell;
	if (b->layout.rule_y >= 0)
		draw_rule(b, screen);
	if (b->layout.rule_x >= 0)
		draw_side_rule(b, screen);
	if (b->layout.detail.h > 0)
		draw_detail(b, screen);
	if (b->layout.list.h > 0)
		draw_list(b, screen);
	if (b->in_detail && b->layout.detail.h > 0)
		surface_cursor(screen, b->layout.detail.y, b->layout.detail.x + 1);
}
