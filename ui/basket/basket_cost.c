#include "ui/basket/basket_cost.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "catalog/graph_names.h"
#include "client/io.h"
#include "model/format.h"
#include "model/path.h"
#include "snapshot/offer_today.h"

enum { WORK_SLICE_MS = 3 };

struct estimates {
	struct baskets *baskets;
	const struct catalog *catalog;
	struct io_watch io;
	void (*on_done)(void *ctx);
	void *ctx;
	unsigned slice_timer;
	uint32_t pass; /* rows with an older number are computed again */
	struct buf commit;
	int64_t start_day;
	size_t next_row;
	bool any_changed;
};

struct estimates *
estimates_new(struct baskets *baskets, const struct catalog *catalog, const struct io_watch *io,
    void (*done)(void *ctx), void *ctx)
{
	struct estimates *e = x_new(struct estimates);
	*e = (struct estimates){
		.baskets = baskets, .catalog = catalog, .io = *io, .on_done = done, .ctx = ctx
	};
	return e;
}

void
estimates_free(struct estimates *e)
{
	if (!e)
		return;
	e->io.cancel_timer(e->io.ctx, e->slice_timer);
	buf_free(&e->commit);
	x_free(e);
}

static void
estimate_slice(void *arg)
{
	struct estimates *e = arg;
	int64_t until = clock_ticks() + WORK_SLICE_MS;
	e->slice_timer = 0;
	while (catalog_graph(e->catalog) && e->next_row < e->baskets->rows.n) {
		struct basket_row *row = &e->baskets->rows.v[e->next_row++];
		if (row->estimated == e->pass)
			continue;
		basket_compute_estimate(row, e->baskets->common_texts, e->catalog, e->start_day);
		row->estimated = e->pass & ((1u << BASKET_ESTIMATE_BITS) - 1);
		e->any_changed = true;
		if (clock_ticks() >= until) {
			e->slice_timer = e->io.start_timer(e->io.ctx, 0, estimate_slice, e);
			return;
		}
	}
	if (e->any_changed) {
		e->baskets->estimate_version++;
		e->on_done(e->ctx);
	}
	e->any_changed = false;
}

void
estimates_run(struct estimates *e, bool again)
{
	struct str commit = catalog_commit(e->catalog);
	int64_t now = clock_now(e->baskets->clock);
	if (!catalog_graph(e->catalog))
		return;
	if (again || e->pass == 0 || !str_eq(commit, buf_str(&e->commit))) {
		e->pass = e->pass % ((1u << BASKET_ESTIMATE_BITS) - 1) + 1;
		buf_reset(&e->commit);
		buf_adds(&e->commit, commit);
	}
	e->start_day = basket_estimate_start(now);
	e->next_row = 0;
	if (!e->slice_timer)
		e->slice_timer = e->io.start_timer(e->io.ctx, 0, estimate_slice, e);
}

enum { NAME_COLUMN = 5, CODE_GAP = 2, AMOUNT_GAP = 3, WORDS_GAP = 2, PATH_GAP = 3 };
/* Width of the names: a part of a narrow detail, at most this many cells in a wide one. */
enum { NAMES_PERCENT = 45, NAMES_CELLS_MAX = 50 };
/* A narrower detail is to the right of its list, or fills a small window. */
enum { STACKED_WIDTH_MIN = 86 };

/* One charge, or two in sequence: an amount due at the start and one due later. */
struct cost_line {
	struct str currency, start_amount, later_amount; /* STR_NONE: no amount */
	struct str schedule_text; /* schedule of `later_cells`: "every month, 12 times" */
	struct str sentence;      /* shown instead if it cannot be computed */
	bool is_total;
};

struct cost_item {
	const struct basket_item *item;
	struct offer_today offer_today;
	size_t first_line, n; /* range of its lines */
};

struct costs {
	struct arena text_arena;
	VEC(struct cost_line) lines;
	VEC(struct cost_item) items;
	struct estimate estimate;
	size_t total_line_count; /* number of total lines, after the lines of the items */
	int names_width;         /* cells */
	int currency_width;
	struct number_cells start_cells, later_cells;
	/* one part of a schedule a row, in short words */
	bool is_narrow;
	/* columns to the right of the names */
	int start_point_column, later_column, later_point_column, schedule_column;
	bool has_amounts;
};

/* ---- prices ---- */

/* True if a later payment can be shown on the line of the same offer's payment at the start. */
static bool
fits_on_line(const struct cost_line *before, const struct cost_line *line)
{
	return before && before->start_amount.n && !before->later_amount.n &&
	    !line->start_amount.n && line->later_amount.n &&
	    str_eq(before->currency, line->currency);
}

static void
add_charge(struct costs *c, struct cost_item *item, const struct charge *charge, bool ascii)
{
	struct cost_line line = { 0 };
	struct schedule s;
	struct buf text = { 0 };
	if (!schedule_read(&s, charge, NULL)) {
		charge_words_add_sentence(&text, charge, 1, ascii);
		line.sentence = arena_move_buf(&c->text_arena, &text);
	} else {
		text_clean(&text, charge->currency.n ? charge->currency : STR("?"), ascii);
		line.currency = arena_move_buf(&c->text_arena, &text);
		format_amount(&text, charge->value); /* valid, since its schedule could be read */
		struct str amount = arena_move_buf(&c->text_arena, &text);
		line.start_amount = schedule_payment_day(&s, 0, 0) == 0 ? amount : STR_NONE;
		line.later_amount = charge_is_later(charge) ? amount : STR_NONE;
		if (line.later_amount.n && c->is_narrow)
			charge_words_add_short_course(&text, charge);
		else if (line.later_amount.n)
			charge_words_add_course(&text, charge);
		line.schedule_text = arena_move_buf(&c->text_arena, &text);
	}
	struct cost_line *before = item->n ? &c->lines.v[c->lines.n - 1] : NULL;
	if (fits_on_line(before, &line)) {
		before->later_amount = line.later_amount;
		before->schedule_text = line.schedule_text;
	} else {
		vec_push(&c->lines, line);
		item->n++;
	}
	buf_free(&text);
}

static void
add_item(struct costs *c, const struct basket *b, const struct basket_item *item,
    struct str country, const struct basket_doc_context *context, bool ascii)
{
	struct cost_item own = { .item = item, .first_line = c->lines.n };
	if (c->has_amounts) {
		own.offer_today = offer_today_find(
		    context->catalog, item->path, b->created, country);
		estimate_add(&c->estimate, &own.offer_today);
		for (size_t i = 0; own.offer_today.owner && i < own.offer_today.owner->charges_n;
		     i++)
			add_charge(c, &own, &own.offer_today.owner->charges[i], ascii);
	}
	vec_push(&c->items, own);
}

static struct str
format_sum(struct costs *c, const struct schedule_total *sum)
{
	struct buf text = { 0 };
	if (sum->payment_count || !sum->incomplete)
		charge_words_add_sum_number(&text, sum);
	if (sum->incomplete)
		buf_addz(&text, text.n ? " + ?" : "?");
	struct str kept = arena_move_buf(&c->text_arena, &text);
	buf_free(&text);
	return kept;
}

static void
add_totals(struct costs *c, int64_t start, bool ascii)
{
	size_t room = c->estimate.charges.n + 1;
	struct schedule_total *day = arena_array(&c->text_arena, struct schedule_total, room),
			      *year = arena_array(&c->text_arena, struct schedule_total, room);
	c->total_line_count = estimate_compute_sums(&c->estimate, start, day, year);
	for (size_t i = 0; i < c->total_line_count; i++) {
		struct buf currency = { 0 };
		text_clean(&currency, day[i].currency.n ? day[i].currency : STR("?"), ascii);
		struct cost_line line = { .currency = arena_move_buf(&c->text_arena, &currency),
			.start_amount = format_sum(c, &day[i]),
			.later_amount = format_sum(c, &year[i]),
			.schedule_text = c->is_narrow ? STR("in 12 months")
						      : STR("in the first 12 months"),
			.is_total = true };
		vec_push(&c->lines, line);
		buf_free(&currency);
	}
}

/* ---- layout ---- */

/* The width of the amounts and their schedules, each part of a schedule in its own row. */
static int
narrow_amounts_width(const struct costs *c)
{
	int width = c->later_column + (int)sizeof("THEN");
	for (size_t i = 0; i < c->lines.n; i++) {
		struct str rest = c->lines.v[i].schedule_text, part;
		for (int at = c->schedule_column; str_next(&rest, ',', &part);
		     at = c->later_column) {
			int end = at + text_width(str_trim(part)) + 1;
			width = end > width ? end : width;
		}
	}
	return width;
}

/* The width of the names with the codes after them. */
static int
names_with_codes(const struct costs *c)
{
	int names = 0, codes = 0;
	for (size_t i = 0; i < c->items.n; i++) {
		const struct basket_item *item = c->items.v[i].item;
		int name = text_width(item->name);
		int code = item->products_n ? text_width(item->products[0].code) + CODE_GAP : 0;
		names = name > names ? name : names;
		codes = code > codes ? code : codes;
	}
	return NAME_COLUMN + names + codes + CODE_GAP;
}

static int
name_column_width(const struct costs *c, int width)
{
	int most = width ? width * NAMES_PERCENT / 100 : NAMES_CELLS_MAX;
	if (!c->has_amounts)
		return width;
	if (c->is_narrow) {
		int room = width - narrow_amounts_width(c) - 1, needs = names_with_codes(c);
		return needs < room ? needs : room;
	}
	return most < NAMES_CELLS_MAX ? most : NAMES_CELLS_MAX;
}

static void
measure_costs(struct costs *c, int width)
{
	static const int head = sizeof("AT START") - 1;
	for (size_t i = 0; i < c->lines.n; i++) {
		const struct cost_line *l = &c->lines.v[i];
		int cells = text_width(l->currency);
		c->currency_width = cells > c->currency_width ? cells : c->currency_width;
		number_cells_add(&c->start_cells, number_cells_of(l->start_amount));
		number_cells_add(&c->later_cells, number_cells_of(l->later_amount));
	}
	int before = c->currency_width + 1 + c->start_cells.integer + c->start_cells.fraction;
	c->start_point_column = c->currency_width + 1 + c->start_cells.integer +
	    (before < head ? head - before : 0);
	c->later_column = c->start_point_column + c->start_cells.fraction + AMOUNT_GAP;
	c->later_point_column = c->later_column + c->later_cells.integer;
	c->schedule_column = c->later_point_column + c->later_cells.fraction +
	    (c->is_narrow ? 1 : WORDS_GAP);
	c->names_width = name_column_width(c, width);
}

/* ---- lines of text ---- */

/* "every month, 12 times, beginning after 3 months", wrapped only at commas; if narrow, "monthly",
 * "12 times" and "after 3 months", in a row each unless one row holds all. */
static void
add_course(struct doc *d, const struct costs *c, struct str course)
{
	struct str part;
	if (c->is_narrow && c->schedule_column + text_width(course) < d->width) {
		doc_pad_to_column(d, c->schedule_column);
		doc_printf(d, ROLE_TEXT, "%.*s", STR_ARG(course));
		return;
	}
	for (bool first = true; str_next(&course, ',', &part); first = false) {
		part = str_trim(part);
		int cells = (int)part.n + (course.n ? 1 : 0);
		if (first) {
			doc_pad_to_column(d, c->schedule_column);
		} else if (c->is_narrow) {
			doc_begin_line(d);
			doc_pad_to_column(d, c->later_column);
		} else {
			doc_printf(d, ROLE_TEXT, " ");
		}
		if (c->is_narrow) {
			doc_printf(d, ROLE_TEXT, "%.*s", STR_ARG(part));
			continue;
		}
		doc_wrap(d, c->later_column, cells);
		doc_printf(d, ROLE_TEXT, "%.*s%s", STR_ARG(part), course.n ? "," : "");
	}
}

static void
add_amount(struct doc *d, int point, enum role role, struct str amount)
{
	if (amount.n)
		doc_add_aligned_number(d, point, role, amount);
}

static void
add_cost_line(struct doc *d, const struct costs *c, const struct cost_line *l, bool same_currency)
{
	enum role role = l->is_total ? ROLE_LEAD : ROLE_TEXT;
	doc_begin_line(d);
	if (l->sentence.n) {
		doc_printf(d, ROLE_UNKNOWN, "? ");
		doc_add_value(d, ROLE_TEXT, l->sentence);
		return;
	}
	if (!same_currency)
		doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(l->currency));
	add_amount(d, c->start_point_column, role, l->start_amount);
	add_amount(d, c->later_point_column, role, l->later_amount);
	add_course(d, c, l->schedule_text);
}

static void
add_cost_lines(struct doc *d, const struct costs *c, size_t first, size_t n)
{
	for (size_t i = first; i < first + n; i++) {
		bool same = i > first && str_eq(c->lines.v[i].currency, c->lines.v[i - 1].currency);
		add_cost_line(d, c, &c->lines.v[i], same);
	}
}

static bool
code_fits_on_line(const struct doc *d, const struct basket_item *item)
{
	return item->products_n &&
	    NAME_COLUMN + text_width(item->name) + CODE_GAP + text_width(item->products[0].code) <
	    d->width;
}

/* The item's name and its product codes; the first code is on the same line if there is room. */
static void
add_item_name(
    struct doc *d, const struct basket_item *item, size_t number, int codes_at, bool plain)
{
	bool beside = code_fits_on_line(d, item);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "%4zu ", number);
	doc_add_name(
	    d, ROLE_LEAD, item->name.n || !plain ? item->name : path_last_part(item->path));
	for (size_t i = 0; i < item->products_n; i++) {
		if (i || !beside)
			doc_begin_line(d);
		doc_pad_to_column(d, beside ? codes_at : NAME_COLUMN);
		doc_add_text(d, ROLE_LABEL, item->products[i].code);
	}
}

/* The paths of the item and of its products. */
static void
add_item_paths(struct doc *d, const struct basket_item *item)
{
	doc_begin_line(d);
	doc_pad_to_column(d, NAME_COLUMN);
	const struct doc_target offer = { GRAPH_OFFER, item->path };
	doc_add_link(d, ROLE_REFERENCE, item->path, &offer);
	for (size_t i = 0; i < item->products_n; i++) {
		doc_wrap(d, NAME_COLUMN, text_width(item->products[i].path) + PATH_GAP);
		if (d->lines.v[d->lines.n - 1].cell_count > NAME_COLUMN)
			doc_printf(d, ROLE_TEXT, "%*s", PATH_GAP, "");
		const struct doc_target product = { GRAPH_PRODUCT, item->products[i].path };
		doc_add_link(d, ROLE_REFERENCE, item->products[i].path, &product);
	}
}

static int
codes_column(const struct costs *c)
{
	int codes = 0, names = 0;
	for (size_t i = 0; i < c->items.n; i++) {
		const struct basket_item *item = c->items.v[i].item;
		int code = item->products_n ? text_width(item->products[0].code) : 0;
		int name = text_width(item->name);
		codes = code > codes ? code : codes;
		names = name > names ? name : names;
	}
	int at = NAME_COLUMN + names + CODE_GAP;
	return at + codes < c->names_width ? at : c->names_width - codes - 1;
}

/* A separate document for one of two columns: names or amounts. */
static struct doc
make_half_doc(const struct doc *d, int width)
{
	return (struct doc){ .ascii = d->ascii, .hides_private = d->hides_private, .width = width };
}

static void
add_halves(struct doc *d, const struct costs *c, struct doc *names, struct doc *amounts)
{
	doc_add_side_by_side(d, names, amounts, c->names_width, false);
	doc_free(names);
	doc_free(amounts);
}

static void
add_cost_head(struct doc *d, const struct costs *c)
{
	struct doc names = make_half_doc(d, c->names_width),
		   amounts = make_half_doc(d, d->width - c->names_width);
	doc_begin_line(&names);
	doc_printf(&names, ROLE_LABEL, " Items");
	doc_begin_line(&amounts);
	if (c->lines.n) {
		int column = c->start_point_column + c->start_cells.fraction -
		    (int)(sizeof("AT START") - 1);
		if (column > 0)
			doc_pad_to_column(&amounts, column);
		doc_printf(&amounts, ROLE_LABEL, "AT START");
		doc_pad_to_column(&amounts, c->later_column);
		doc_printf(&amounts, ROLE_LABEL, "THEN");
	}
	add_halves(d, c, &names, &amounts);
}

static void
add_cost_item(struct doc *d, const struct costs *c, size_t at, const struct basket *b,
    struct str country, const struct basket_doc_context *context)
{
	const struct cost_item *item = &c->items.v[at];
	struct doc names = make_half_doc(d, c->names_width),
		   amounts = make_half_doc(d, d->width - c->names_width);
	add_item_name(&names, item->item, at + 1, codes_column(c), context->presenting);
	add_cost_lines(&amounts, c, item->first_line, item->n);
	add_halves(d, c, &names, &amounts);
	if (!context->presenting)
		add_item_paths(d, item->item);
	if (c->has_amounts)
		offer_today_doc(d, &item->offer_today, context->catalog, context->baseline,
		    b->created, country, NAME_COLUMN);
}

static void
add_total_line(struct doc *d, const struct costs *c)
{
	static const char what[] = " Due, estimated from today's catalog";
	static const char not [] = "the checkout may charge another amount";
	bool wide = c->names_width > (int)sizeof(what);
	struct doc names = make_half_doc(d, c->names_width),
		   amounts = make_half_doc(d, d->width - c->names_width);
	doc_begin_line(&names);
	doc_printf(&names, ROLE_LABEL, "%s", wide ? what : " Due, estimated");
	add_cost_lines(&amounts, c, c->lines.n - c->total_line_count, c->total_line_count);
	if (!c->total_line_count) {
		doc_begin_line(&amounts);
		doc_printf(&amounts, ROLE_UNKNOWN, "? price not known");
	}
	add_halves(d, c, &names, &amounts);
	doc_begin_line(d);
	doc_printf(d, ROLE_LABEL, "   %s%s", wide ? "" : "from today's catalog, ", not );
}

static void
costs_free(struct costs *c)
{
	arena_free(&c->text_arena);
	vec_free(&c->lines);
	vec_free(&c->items);
	estimate_free(&c->estimate);
}

void
basket_cost_doc(struct doc *d, const struct basket *b, struct str country,
    const struct basket_doc_context *context)
{
	struct costs c = { .has_amounts = context->catalog && catalog_graph(context->catalog),
		.is_narrow = d->width && d->width < STACKED_WIDTH_MIN };
	for (size_t i = 0; i < b->items_n; i++)
		add_item(&c, b, &b->items[i], country, context, d->ascii);
	if (c.has_amounts)
		add_totals(&c, context->start_day, d->ascii);
	measure_costs(&c, d->width);
	add_cost_head(d, &c);
	for (size_t i = 0; i < c.items.n; i++)
		add_cost_item(d, &c, i, b, country, context);
	if (c.has_amounts)
		add_total_line(d, &c);
	costs_free(&c);
}
