#include "ui/catalog/timeline.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"
#include "model/format.h"

#include <string.h>

enum {
	MONTHS_MAX = 24,
	MONTHS_DEFAULT = 12,
	CELL_WIDTH_MIN = 3,
	LATER_WIDTH_MIN = 5,
	LABEL_CELLS_MIN = 15
};
enum { CHARGES_MAX = 100, SHIFT_MONTHS_MAX = 1200, TIMELINE_YEAR_MAX = 9999 };
enum { INDENT = 1, GAP = 2, GAP_NARROW = 1 };
enum { SUMS_X = 18, SUM_GAP = 2 };

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* ---- months ---- */

struct grid_cell {
	struct str text;            /* an amount or a symbol */
	struct number_cells number; /* digits of the amount */
	bool is_symbol;
	enum role role;
};

struct grid_row {
	struct str label; /* cleaned */
	struct grid_cell cells[MONTHS_MAX];
	struct grid_cell later; /* everything due after the months shown */
};

struct timeline_grid {
	struct arena text_arena;
	const struct charge *charges;
	size_t charges_n;
	int64_t start_day;
	int64_t first_day; /* first day of the first month */
	int month_shift;
	bool ascii;
	struct grid_row *rows; /* rows of the charges, then the totals */
	size_t rows_n;
	size_t drawn_rows;            /* visible rows: a single charge is shown only as its total */
	int month_count, label_width; /* layout */
	int month_gap;                /* cells between months */
	struct number_cells amount_cells;
	bool has_one_currency; /* the heading shows it if there is room */
	bool has_later;        /* something is due after the months shown */
	struct number_cells later_amount_cells;
	int later_width;
};

/* Adds months to a day; SCHEDULE_NO_END after the calendar's last day. */
static int64_t
add_months(int64_t day, int months)
{
	int64_t later = schedule_add_months(day, months);
	return later == WHEN_NONE ? SCHEDULE_NO_END : later;
}

/* The first day of a column's month. */
static int64_t
month_at(const struct timeline_grid *g, int column)
{
	return add_months(g->first_day, column);
}

/* Fills a cell without a payment, or with one that cannot be computed. */
static void
set_empty_cell(const struct timeline_grid *g, struct grid_cell *cell, bool unknown)
{
	const char *mark = unknown ? "?" : g->ascii ? "." : "·";
	*cell = (struct grid_cell){
		.text = str_of(mark), .is_symbol = true, .role = unknown ? ROLE_UNKNOWN : ROLE_LABEL
	};
}

static void
set_amount_cell(struct timeline_grid *g, struct grid_cell *cell, struct buf *amount, enum role role)
{
	struct str text = arena_move_buf(&g->text_arena, amount);
	*cell = (struct grid_cell){ .text = text, .number = number_cells_of(text), .role = role };
}

/* A single payment keeps the digits that the service sent. */
static void
fill_charge(struct timeline_grid *g, struct grid_row *row, const struct charge *c)
{
	struct buf text = { 0 };
	for (int m = 0; m < MONTHS_MAX; m++) {
		struct schedule_total sum;
		schedule_compute_totals(
		    &sum, c, 1, g->start_day, month_at(g, m), month_at(g, m + 1));
		if (sum.payment_count == 0) {
			set_empty_cell(g, &row->cells[m], sum.incomplete);
			continue;
		}
		if (sum.payment_count == 1)
			format_amount(&text, c->value);
		else
			charge_words_add_sum_number(&text, &sum);
		set_amount_cell(g, &row->cells[m], &text, ROLE_TEXT);
	}
	buf_free(&text);
}

static void
fill_totals(struct timeline_grid *g, struct grid_row *rows, struct schedule_total *sums)
{
	struct buf text = { 0 };
	for (int m = 0; m < MONTHS_MAX; m++) {
		size_t n = schedule_compute_totals(sums, g->charges, g->charges_n, g->start_day,
		    month_at(g, m), month_at(g, m + 1));
		for (size_t i = 0; i < n; i++) {
			struct grid_cell *cell = &rows[i].cells[m];
			if (sums[i].payment_count == 0) {
				set_empty_cell(g, cell, sums[i].incomplete);
				continue;
			}
			charge_words_add_sum_number(&text, &sums[i]);
			set_amount_cell(g, cell, &text, ROLE_LEAD);
		}
	}
	buf_free(&text);
}

static struct str
label_of_charge(struct timeline_grid *g, const struct charge *c, size_t number)
{
	struct buf label = { 0 };
	if (c->name.n || c->label.n)
		text_clean(&label, c->name.n ? c->name : c->label, g->ascii);
	else
		buf_addf(&label, "charge %zu", number);
	struct str kept = arena_move_buf(&g->text_arena, &label);
	buf_free(&label);
	return kept;
}

/* "total", with its currency if there are several; "computed" if the sum is only partial. */
static struct str
label_of_total(struct timeline_grid *g, const struct schedule_total *sum, size_t currencies)
{
	struct buf label = { 0 };
	buf_addz(&label, sum->incomplete ? "computed" : "total");
	if (currencies > 1) {
		buf_addc(&label, ' ');
		text_clean(&label, sum->currency.n ? sum->currency : STR("?"), g->ascii);
	}
	struct str kept = arena_move_buf(&g->text_arena, &label);
	buf_free(&label);
	return kept;
}

static void
fill_grid(struct timeline_grid *g)
{
	struct schedule_total *sums = arena_array(
	    &g->text_arena, struct schedule_total, g->charges_n);
	size_t totals = schedule_compute_totals(
	    sums, g->charges, g->charges_n, g->start_day, 0, SCHEDULE_NO_END);
	g->rows_n = g->charges_n + totals;
	g->drawn_rows = g->charges_n == 1 && totals == 1 && !sums[0].incomplete ? 1 : g->rows_n;
	g->has_one_currency = totals == 1;
	g->rows = arena_array(&g->text_arena, struct grid_row, g->rows_n);
	for (size_t i = 0; i < g->charges_n; i++) {
		g->rows[i].label = label_of_charge(g, &g->charges[i], i + 1);
		fill_charge(g, &g->rows[i], &g->charges[i]);
	}
	for (size_t i = 0; i < totals; i++)
		g->rows[g->charges_n + i].label = label_of_total(g, &sums[i], totals);
	fill_totals(g, g->rows + g->charges_n, sums);
}

/* ---- fitting months into the width ---- */

static void
set_later_cell(struct timeline_grid *g, struct grid_cell *cell, const struct schedule_total *sum,
    enum role role)
{
	struct buf text = { 0 };
	if (sum->endless) {
		*cell = (struct grid_cell){
			.text = STR("no end"), .is_symbol = true, .role = ROLE_LABEL
		};
	} else if (sum->payment_count == 0) {
		set_empty_cell(g, cell, sum->incomplete);
	} else {
		charge_words_add_sum_number(&text, sum);
		set_amount_cell(g, cell, &text, role);
	}
	g->has_later = g->has_later || sum->endless || sum->payment_count;
	buf_free(&text);
}

/* Computes the payments due after `months` months. */
static void
fill_later_column(struct timeline_grid *g, int months)
{
	struct arena a = { 0 };
	struct schedule_total *sums = arena_array(&a, struct schedule_total, g->charges_n);
	int64_t from = month_at(g, months);
	g->has_later = false;
	for (size_t i = 0; i < g->charges_n; i++) {
		schedule_compute_totals(
		    &sums[0], &g->charges[i], 1, g->start_day, from, SCHEDULE_NO_END);
		set_later_cell(g, &g->rows[i].later, &sums[0], ROLE_TEXT);
	}
	size_t totals = schedule_compute_totals(
	    sums, g->charges, g->charges_n, g->start_day, from, SCHEDULE_NO_END);
	for (size_t i = 0; i < totals; i++)
		set_later_cell(g, &g->rows[g->charges_n + i].later, &sums[i], ROLE_LEAD);
	g->has_later = g->has_later && from != SCHEDULE_NO_END;
	arena_free(&a);
}

static void
measure_later_column(struct timeline_grid *g)
{
	int marks = LATER_WIDTH_MIN;
	g->later_amount_cells = (struct number_cells){ 0 };
	for (size_t i = 0; i < g->rows_n; i++) {
		const struct grid_cell *c = &g->rows[i].later;
		number_cells_add(&g->later_amount_cells, c->number);
		marks = c->is_symbol ? larger(marks, text_width(c->text)) : marks;
	}
	int amounts = g->later_amount_cells.integer + g->later_amount_cells.fraction;
	g->later_width = g->has_later ? larger(marks, amounts) : 0;
}

static int
cell_width(const struct timeline_grid *g)
{
	return larger(CELL_WIDTH_MIN, g->amount_cells.integer + g->amount_cells.fraction);
}

/* Lays out that many months, and returns their width. */
static int
measure_grid(struct timeline_grid *g, int months)
{
	g->month_count = months;
	fill_later_column(g, months);
	measure_later_column(g);
	g->amount_cells = (struct number_cells){ 0 };
	for (size_t i = 0; i < g->rows_n; i++)
		for (int m = 0; m < months; m++)
			number_cells_add(&g->amount_cells, g->rows[i].cells[m].number);
	return INDENT + g->label_width + months * (g->month_gap + cell_width(g)) +
	    (g->has_later ? GAP + g->later_width : 0);
}

/* "GBP, from 20 Nov 26"; after scrolling, the month of the first column. */
static void
append_later_start(struct buf *out, const struct timeline_grid *g, bool currency)
{
	struct when_parts p = when_split(g->month_shift ? g->first_day : g->start_day);
	if (currency && g->has_one_currency && g->charges[0].currency.n) {
		text_clean(out, g->charges[0].currency, g->ascii);
		buf_addz(out, ", ");
	}
	if (g->month_shift)
		buf_addf(out, "from %s %d %s", format_month(p.month), p.year,
		    g->ascii ? "<" : "\xE2\x97\x82");
	else
		buf_addf(out, "from %d %s %02d", p.day, format_month(p.month), p.year % 100);
}

/* The width of the labels: that of the longest label, within these bounds. */
static int
label_width(const struct timeline_grid *g, int least, int most)
{
	int label = least;
	for (size_t i = 0; i < g->rows_n; i++)
		label = larger(label, text_width(g->rows[i].label));
	return label > most ? most : label;
}

/* Uses narrower gaps if that makes a whole year fit, but not for less than a year. */
static bool
place_year_narrowly(struct timeline_grid *g, int width)
{
	int gap = g->month_gap, label = g->label_width;
	g->month_gap = GAP_NARROW;
	g->label_width = label_width(g, LABEL_CELLS_MIN, LABEL_CELLS_MIN);
	if (measure_grid(g, MONTHS_DEFAULT) <= width)
		return true;
	g->month_gap = gap;
	g->label_width = label;
	return false;
}

static void
place_grid(struct timeline_grid *g, int width)
{
	struct buf head = { 0 };
	append_later_start(&head, g, true);
	int needs = text_width(buf_str(&head));
	int least = width < 99 ? LABEL_CELLS_MIN : larger(LABEL_CELLS_MIN, needs);
	int most = width < 159 ? least : larger(needs, 24);
	buf_free(&head);
	g->month_gap = GAP;
	g->label_width = label_width(g, least, most);
	if (measure_grid(g, MONTHS_MAX) <= width || measure_grid(g, MONTHS_DEFAULT) <= width ||
	    place_year_narrowly(g, width))
		return;
	for (int months = MONTHS_DEFAULT; months > 1; months--)
		if (measure_grid(g, months) <= width)
			return;
	measure_grid(g, 1);
}

/* ---- drawing ---- */

/* The first cell of the column for later payments. */
static int
later_column_x(const struct timeline_grid *g)
{
	return INDENT + g->label_width + g->month_count * (g->month_gap + cell_width(g)) + GAP;
}

static int
last_cell_count(const struct doc *d)
{
	return d->lines.v[d->lines.n - 1].cell_count;
}

/* Adds a word of the underlined head that ends before the column `right`. */
static void
add_head(struct doc *d, int right, const char *word)
{
	int cells = right - last_cell_count(d);
	doc_printf(d, ROLE_HEADER, "%*s", cells, word);
}

/* The head is one underlined row up to the right edge, as that of a list. */
static void
draw_head(struct doc *d, const struct timeline_grid *g, int width)
{
	struct buf from = { 0 };
	append_later_start(&from, g, true);
	if (text_width(buf_str(&from)) > g->label_width) {
		buf_reset(&from);
		append_later_start(&from, g, false);
	}
	doc_begin_line(d);
	doc_printf(d, ROLE_HEADER, "%*s%s", INDENT, "", buf_z(&from));
	for (int m = 0; m < g->month_count && month_at(g, m) != SCHEDULE_NO_END; m++) {
		int right = INDENT + g->label_width + (m + 1) * (g->month_gap + cell_width(g));
		add_head(d, right, format_month(when_split(month_at(g, m)).month));
	}
	if (g->has_later)
		add_head(d, later_column_x(g) + g->later_width, "later");
	if (width > last_cell_count(d))
		doc_printf(d, ROLE_HEADER, "%*s", width - last_cell_count(d), "");
	buf_free(&from);
}

static void
draw_row(struct doc *d, const struct timeline_grid *g, const struct grid_row *row, enum role role)
{
	struct buf label = { 0 };
	text_cut(&label, row->label, g->label_width, g->ascii);
	doc_begin_line(d);
	doc_pad_to_column(d, INDENT);
	doc_printf(d, role, "%s", buf_z(&label));
	buf_free(&label);
	for (int m = 0; m < g->month_count; m++) {
		const struct grid_cell *c = &row->cells[m];
		int right = INDENT + g->label_width + (m + 1) * (g->month_gap + cell_width(g));
		doc_pad_to_column(d,
		    c->is_symbol ? right - 1
				 : right - g->amount_cells.fraction - c->number.integer);
		doc_printf(d, c->role, "%.*s", STR_ARG(c->text));
	}
	if (!g->has_later)
		return;
	const struct grid_cell *c = &row->later;
	int right = later_column_x(g) + g->later_width;
	doc_pad_to_column(d,
	    c->is_symbol ? right - text_width(c->text)
			 : right - g->later_amount_cells.fraction - c->number.integer);
	doc_printf(d, c->role, "%.*s", STR_ARG(c->text));
}

static void
add_timeline(struct doc *d, const struct charge *v, size_t n, const struct timeline_options *wish)
{
	struct when_parts p = when_split(wish->start_day);
	struct timeline_grid g = {
		.charges = v, .charges_n = n, .start_day = wish->start_day, .ascii = d->ascii
	};
	p.day = 1;
	g.month_shift = wish->month_shift < SHIFT_MONTHS_MAX ? wish->month_shift : SHIFT_MONTHS_MAX;
	g.month_shift = p.year + g.month_shift / 12 < TIMELINE_YEAR_MAX ? g.month_shift : 0;
	g.first_day = schedule_add_months(when_join(&p), g.month_shift);
	fill_grid(&g);
	place_grid(&g, wish->width - 1); /* a blank column at the right edge */
	draw_head(d, &g, wish->width);
	for (size_t i = 0; i < g.drawn_rows; i++)
		draw_row(d, &g, &g.rows[i], i < n ? ROLE_TEXT : ROLE_LEAD);
	arena_free(&g.text_arena);
}

/* ---- totals ---- */

/* The total of the charges in one currency: the number, and the text after it. */
struct sum_text {
	struct str currency, amount, schedule;
};

static struct sum_text
format_sum(struct arena *a, const struct schedule_total *sum, bool last, bool ascii)
{
	struct sum_text said;
	struct buf text = { 0 };
	text_clean(&text, sum->currency.n ? sum->currency : STR("?"), ascii);
	said.currency = arena_move_buf(a, &text);
	if (sum->endless || (sum->payment_count && sum->overflowed))
		;
	else if (sum->payment_count)
		charge_words_add_sum_number(&text, sum);
	else
		buf_addz(&text, sum->incomplete ? "?" : "nothing");
	said.amount = arena_move_buf(a, &text);
	if (sum->endless)
		buf_addz(&text, "open-ended");
	else if (sum->payment_count && sum->overflowed)
		charge_words_add_sum_number(&text, sum);
	if (sum->incomplete && (text.n || sum->payment_count))
		buf_addz(&text, text.n ? " + ?" : "+ ?");
	if (!sum->endless && sum->payment_count) {
		buf_addz(&text, text.n ? "  " : "");
		format_plural(&text, (uint64_t)sum->payment_count, "payment", "payments");
		if (last && sum->last_day != WHEN_NONE) {
			buf_addz(&text, sum->payment_count > 1 ? ", the last " : ", on ");
			format_date(&text, sum->last_day, true);
		}
	}
	said.schedule = arena_move_buf(a, &text);
	buf_free(&text);
	return said;
}

struct sum_cells {
	int currency_width;
	struct number_cells amount_cells;
};

static void
measure_sum(struct sum_cells *cells, const struct sum_text *sum)
{
	cells->currency_width = larger(cells->currency_width, text_width(sum->currency));
	number_cells_add(&cells->amount_cells, number_cells_of(sum->amount));
}

static void
draw_sums(struct doc *d, const char *label, const struct sum_text *v, size_t n,
    const struct sum_cells *cells)
{
	int point = SUMS_X + cells->currency_width + SUM_GAP + cells->amount_cells.integer;
	for (size_t i = 0; i < n; i++) {
		doc_begin_line(d);
		doc_pad_to_column(d, INDENT);
		doc_printf(d, ROLE_LABEL, "%s", i ? "" : label);
		doc_pad_to_column(d, SUMS_X);
		doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(v[i].currency));
		if (v[i].amount.n)
			doc_add_aligned_number(d, point, ROLE_LEAD, v[i].amount);
		doc_pad_to_column(d,
		    v[i].amount.n ? point + cells->amount_cells.fraction + SUM_GAP
				  : point - cells->amount_cells.integer);
		doc_add_value(d, ROLE_TEXT, v[i].schedule);
	}
}

void
timeline_sums_doc(struct doc *d, const struct charge *v, size_t n, int64_t start)
{
	struct arena a = { 0 };
	struct sum_cells cells = { 0 };
	n = n < CHARGES_MAX ? n : CHARGES_MAX;
	struct schedule_total *year = arena_array(&a, struct schedule_total, n),
			      *all = arena_array(&a, struct schedule_total, n);
	int64_t to = add_months(start, MONTHS_DEFAULT);
	schedule_compute_totals(year, v, n, start, start, to);
	size_t sums = schedule_compute_totals(all, v, n, start, start, SCHEDULE_NO_END);
	struct sum_text *said = arena_array(&a, struct sum_text, 2 * sums);
	for (size_t i = 0; i < sums; i++) {
		said[i] = format_sum(&a, &year[i], false, d->ascii);
		said[sums + i] = format_sum(&a, &all[i], true, d->ascii);
		measure_sum(&cells, &said[i]);
		measure_sum(&cells, &said[sums + i]);
	}
	draw_sums(d, "First 12 months", said, sums, &cells);
	draw_sums(d, "In total", said + sums, sums, &cells);
	arena_free(&a);
}

void
timeline_doc(struct doc *d, const struct charge *v, size_t n, const struct timeline_options *wish)
{
	size_t shown = n < CHARGES_MAX ? n : CHARGES_MAX;
	if (n == 0)
		return;
	add_timeline(d, v, shown, wish);
	if (n == shown)
		return;
	doc_begin_line(d);
	doc_printf(d, ROLE_WARN, " Only the first %zu of %zu charges are shown.", shown, n);
}
