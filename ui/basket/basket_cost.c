#include "ui/basket/basket_cost.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "model/format.h"
#include "model/path.h"
#include "snapshot/offer_today.h"

enum { SLICE_MS = 3 };

struct estimates {
	struct baskets *baskets;
	const struct catalog *catalog;
	struct io_watch io;
	void (*done)(void *ctx);
	void *ctx;
	unsigned slice;
	uint32_t pass; /* rows with an older number are computed again */
	struct buf commit;
	int64_t start;
	size_t next;
	bool any;
};

struct estimates *
estimates_new(struct baskets *baskets, const struct catalog *catalog, const struct io_watch *io,
    void (*done)(void *ctx), void *ctx)
{
	struct estimates *e = x_new(struct estimates);
	*e = (struct estimates){
		.baskets = baskets, .catalog = catalog, .io = *io, .done = done, .ctx = ctx
	};
	return e;
}

void
estimates_free(struct estimates *e)
{
	if (!e)
		return;
	e->io.cancel_timer(e->io.ctx, e->slice);
	buf_free(&e->commit);
	x_free(e);
}

static void
estimate_slice(void *arg)
{
	struct estimates *e = arg;
	int64_t until = clock_ticks() + SLICE_MS;
	e->slice = 0;
	while (catalog_graph(e->catalog) && e->next < e->baskets->rows.n) {
		struct basket_row *row = &e->baskets->rows.v[e->next++];
		if (row->estimated == e->pass)
			continue;
		basket_estimate(row, e->baskets->common, e->catalog, e->start);
		row->estimated = e->pass & ((1u << BASKET_ESTIMATE_BITS) - 1);
		e->any = true;
		if (clock_ticks() >= until) {
			e->slice = e->io.start_timer(e->io.ctx, 0, estimate_slice, e);
			return;
		}
	}
	if (e->any) {
		e->baskets->estimated++;
		e->done(e->ctx);
	}
	e->any = false;
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
	e->start = basket_estimate_start(now);
	e->next = 0;
	if (!e->slice)
		e->slice = e->io.start_timer(e->io.ctx, 0, estimate_slice, e);
}

enum { NAME_AT = 5, CODE_GAP = 2, AMOUNT_GAP = 3, WORDS_GAP = 2, PATH_GAP = 3 };
/* Width of the names: a part of a narrow detail, at most this many cells in a wide one. */
enum { NAMES_PERCENT = 45, NAMES_CELLS_MAX = 50 };

/* One charge, or two in sequence: an amount due at the start and one due later. */
struct cost_line {
	struct str currency, start, later; /* STR_NONE: no amount */
	struct str course;                 /* schedule of `later`: "every month, 12 times" */
	struct str sentence;               /* shown instead if it cannot be computed */
	bool total;
};

struct cost_item {
	const struct basket_item *item;
	struct offer_today now;
	size_t first, n; /* range of its lines */
};

struct costs {
	struct arena texts;
	VEC(struct cost_line) lines;
	VEC(struct cost_item) items;
	struct estimate estimate;
	size_t totals; /* number of total lines, after the lines of the items */
	int names;     /* cells */
	int currency;
	struct number_cells start, later;
	int start_point, later_at, later_point, course_at; /* columns to the right of the names */
	bool known;
};

/* ---- prices ---- */

/* True if a later payment can be shown on the line of the same offer's payment at the start. */
static bool
fits_on_line(const struct cost_line *before, const struct cost_line *line)
{
	return before && before->start.n && !before->later.n && !line->start.n && line->later.n &&
	    str_eq(before->currency, line->currency);
}

static void
add_charge(struct costs *c, struct cost_item *item, const struct charge *charge, bool ascii)
{
	struct cost_line line = { 0 };
	struct schedule s;
	struct buf text = { 0 };
	if (!schedule_read(&s, charge, NULL)) {
		charge_words_sentence(&text, charge, 1, ascii);
		line.sentence = arena_move_buf(&c->texts, &text);
	} else {
		text_clean(&text, charge->currency.n ? charge->currency : STR("?"), ascii);
		line.currency = arena_move_buf(&c->texts, &text);
		format_amount(&text, charge->value); /* valid, since its schedule could be read */
		struct str amount = arena_move_buf(&c->texts, &text);
		line.start = schedule_day(&s, 0, 0) == 0 ? amount : STR_NONE;
		line.later = charge_is_later(charge) ? amount : STR_NONE;
		if (line.later.n)
			charge_words_course(&text, charge);
		line.course = arena_move_buf(&c->texts, &text);
	}
	struct cost_line *before = item->n ? &c->lines.v[c->lines.n - 1] : NULL;
	if (fits_on_line(before, &line)) {
		before->later = line.later;
		before->course = line.course;
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
	struct cost_item own = { .item = item, .first = c->lines.n };
	if (c->known) {
		own.now = offer_today_find(context->catalog, item->path, b->created, country);
		estimate_add(&c->estimate, &own.now);
		for (size_t i = 0; own.now.owner && i < own.now.owner->charges_n; i++)
			add_charge(c, &own, &own.now.owner->charges[i], ascii);
	}
	vec_push(&c->items, own);
}

static struct str
sum_words(struct costs *c, const struct schedule_total *sum)
{
	struct buf text = { 0 };
	if (sum->payments || !sum->incomplete)
		charge_words_number(&text, sum);
	if (sum->incomplete)
		buf_addz(&text, text.n ? " + ?" : "?");
	struct str kept = arena_move_buf(&c->texts, &text);
	buf_free(&text);
	return kept;
}

static void
add_totals(struct costs *c, int64_t start, bool ascii)
{
	size_t room = c->estimate.charges.n + 1;
	struct schedule_total *day = arena_array(&c->texts, struct schedule_total, room),
			      *year = arena_array(&c->texts, struct schedule_total, room);
	c->totals = estimate_sums(&c->estimate, start, day, year);
	for (size_t i = 0; i < c->totals; i++) {
		struct buf currency = { 0 };
		text_clean(&currency, day[i].currency.n ? day[i].currency : STR("?"), ascii);
		struct cost_line line = { .currency = arena_move_buf(&c->texts, &currency),
			.start = sum_words(c, &day[i]),
			.later = sum_words(c, &year[i]),
			.course = STR("in the first 12 months"),
			.total = true };
		vec_push(&c->lines, line);
		buf_free(&currency);
	}
}

/* ---- layout ---- */

static int
names_cells(const struct costs *c, int width)
{
	int most = width ? width * NAMES_PERCENT / 100 : NAMES_CELLS_MAX;
	return !c->known ? width : most < NAMES_CELLS_MAX ? most : NAMES_CELLS_MAX;
}

static void
measure_costs(struct costs *c, int width)
{
	static const int head = sizeof("AT START") - 1;
	for (size_t i = 0; i < c->lines.n; i++) {
		const struct cost_line *l = &c->lines.v[i];
		int cells = text_width(l->currency);
		c->currency = cells > c->currency ? cells : c->currency;
		number_cells_add(&c->start, number_cells_of(l->start));
		number_cells_add(&c->later, number_cells_of(l->later));
	}
	c->names = names_cells(c, width);
	int before = c->currency + 1 + c->start.whole + c->start.part;
	c->start_point = c->currency + 1 + c->start.whole + (before < head ? head - before : 0);
	c->later_at = c->start_point + c->start.part + AMOUNT_GAP;
	c->later_point = c->later_at + c->later.whole;
	c->course_at = c->later_point + c->later.part + WORDS_GAP;
}

/* ---- lines of text ---- */

/* "every month, 12 times, beginning after 3 months", wrapped only at commas. */
static void
add_course(struct doc *d, const struct costs *c, struct str course)
{
	struct str part;
	for (bool first = true; str_next(&course, ',', &part); first = false) {
		part = str_trim(part);
		int cells = (int)part.n + (course.n ? 1 : 0);
		if (first)
			doc_tab(d, c->course_at);
		else
			doc_words(d, ROLE_TEXT, " ");
		doc_wrap(d, c->later_at, cells);
		doc_words(d, ROLE_TEXT, "%.*s%s", STR_ARG(part), course.n ? "," : "");
	}
}

static void
add_amount(struct doc *d, int point, enum role role, struct str amount)
{
	if (amount.n)
		doc_number(d, point, role, amount);
}

static void
add_cost_line(struct doc *d, const struct costs *c, const struct cost_line *l, bool same_currency)
{
	enum role role = l->total ? ROLE_LEAD : ROLE_TEXT;
	doc_line(d);
	if (l->sentence.n) {
		doc_words(d, ROLE_UNKNOWN, "? ");
		doc_value(d, ROLE_TEXT, l->sentence);
		return;
	}
	if (!same_currency)
		doc_words(d, ROLE_LABEL, "%.*s", STR_ARG(l->currency));
	add_amount(d, c->start_point, role, l->start);
	add_amount(d, c->later_point, role, l->later);
	add_course(d, c, l->course);
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
code_fits(const struct doc *d, const struct basket_item *item)
{
	return item->products_n &&
	    NAME_AT + text_width(item->name) + CODE_GAP + text_width(item->products[0].code) <
	    d->width;
}

/* The item's name and its product codes; the first code is on the same line if there is room. */
static void
name_item(struct doc *d, const struct basket_item *item, size_t number, int codes_at, bool plain)
{
	bool beside = code_fits(d, item);
	doc_line(d);
	doc_words(d, ROLE_LABEL, "%4zu ", number);
	doc_name(d, ROLE_TEXT, item->name.n || !plain ? item->name : path_last_part(item->path));
	for (size_t i = 0; i < item->products_n; i++) {
		if (i || !beside)
			doc_line(d);
		doc_tab(d, beside ? codes_at : NAME_AT);
		doc_text(d, ROLE_TEXT, item->products[i].code);
	}
}

/* The paths of the item and of its products. */
static void
add_paths(struct doc *d, const struct basket_item *item)
{
	doc_line(d);
	doc_tab(d, NAME_AT);
	doc_text(d, ROLE_REFERENCE, item->path);
	for (size_t i = 0; i < item->products_n; i++) {
		doc_wrap(d, NAME_AT, text_width(item->products[i].path) + PATH_GAP);
		if (d->lines.v[d->lines.n - 1].cells > NAME_AT)
			doc_words(d, ROLE_TEXT, "%*s", PATH_GAP, "");
		doc_text(d, ROLE_LABEL, item->products[i].path);
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
	int at = NAME_AT + names + CODE_GAP;
	return at + codes < c->names ? at : c->names - codes - 1;
}

/* A separate document for one of two columns: names or amounts. */
static struct doc
half_width(const struct doc *d, int width)
{
	return (struct doc){ .ascii = d->ascii, .width = width };
}

static void
add_halves(struct doc *d, const struct costs *c, struct doc *names, struct doc *amounts)
{
	doc_beside(d, names, amounts, c->names, false);
	doc_free(names);
	doc_free(amounts);
}

static void
add_cost_head(struct doc *d, const struct costs *c)
{
	struct doc names = half_width(d, c->names), amounts = half_width(d, d->width - c->names);
	doc_line(&names);
	doc_words(&names, ROLE_LABEL, " Items");
	doc_line(&amounts);
	if (c->lines.n) {
		doc_tab(&amounts, c->start_point + c->start.part - (int)(sizeof("AT START") - 1));
		doc_words(&amounts, ROLE_HEADER, "AT START");
		doc_tab(&amounts, c->later_at);
		doc_words(&amounts, ROLE_HEADER, "THEN");
	}
	add_halves(d, c, &names, &amounts);
}

static void
add_cost_item(struct doc *d, const struct costs *c, size_t at, const struct basket *b,
    struct str country, const struct basket_doc_context *context)
{
	const struct cost_item *item = &c->items.v[at];
	struct doc names = half_width(d, c->names), amounts = half_width(d, d->width - c->names);
	name_item(&names, item->item, at + 1, codes_column(c), context->plain);
	add_cost_lines(&amounts, c, item->first, item->n);
	add_halves(d, c, &names, &amounts);
	if (!context->plain)
		add_paths(d, item->item);
	if (c->known)
		offer_today_doc(
		    d, &item->now, context->catalog, context->then, b->created, country, NAME_AT);
}

static void
add_total_line(struct doc *d, const struct costs *c)
{
	static const char what[] = " Due, estimated from today's catalog";
	static const char not [] = "not what the checkout will charge";
	bool wide = c->names > (int)sizeof(what);
	struct doc names = half_width(d, c->names), amounts = half_width(d, d->width - c->names);
	doc_line(&names);
	doc_words(&names, ROLE_LABEL, "%s", wide ? what : " Due, estimated");
	add_cost_lines(&amounts, c, c->lines.n - c->totals, c->totals);
	if (!c->totals) {
		doc_line(&amounts);
		doc_words(&amounts, ROLE_UNKNOWN, "? price not known");
	}
	add_halves(d, c, &names, &amounts);
	doc_line(d);
	doc_words(d, ROLE_LABEL, "   %s%s", wide ? "" : "from today's catalog, ", not );
}

static void
costs_free(struct costs *c)
{
	arena_free(&c->texts);
	vec_free(&c->lines);
	vec_free(&c->items);
	estimate_free(&c->estimate);
}

void
basket_cost_doc(struct doc *d, const struct basket *b, struct str country,
    const struct basket_doc_context *context)
{
	struct costs c = { .known = context->catalog && catalog_graph(context->catalog) };
	for (size_t i = 0; i < b->items_n; i++)
		add_item(&c, b, &b->items[i], country, context, d->ascii);
	if (c.known)
		add_totals(&c, context->start, d->ascii);
	measure_costs(&c, d->width);
	add_cost_head(d, &c);
	for (size_t i = 0; i < c.items.n; i++)
		add_cost_item(d, &c, i, b, country, context);
	if (c.known)
		add_total_line(d, &c);
	costs_free(&c);
}
