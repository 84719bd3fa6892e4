#include "ui/catalog/timeline.h"

#include "app/catalog/charge_row.h"
#include "app/catalog/charge_words.h"
#include "app/list/columns.h"
#include "app/text/format.h"
#include "base/utf8.h"

#include <string.h>

enum { MONTHS_MOST = 24, MONTHS_USUAL = 12, CELL_LEAST = 3, LABEL_LEAST = 15 };
enum { CHARGES_MOST = 100, SHIFT_MOST = 1200, YEAR_MOST = 9999 };
enum { INDENT = 1, TABLE_INDENT = 3, GAP = 2, GAP_NARROW = 1, SUMS_AT = 18, ALL_GAP = 6 };

/* ---- the table ---- */

static void
add_cell(struct doc *d, const struct placed_column *p, enum role role, struct str cell)
{
	struct buf cut = { 0 };
	text_cut(&cut, cell, p->width, d->ascii);
	doc_tab(d, TABLE_INDENT + p->x);
	doc_words(d, role, "%s", buf_z(&cut)); /* cleaned by the column */
	buf_free(&cut);
}

/* Which columns have nothing in any row, by bit. */
static uint32_t
empty_columns(const struct charge_row *rows, size_t n)
{
	uint32_t empty = 0;
	for (uint32_t k = 0; charge_columns[k].id; k++) {
		size_t i = 0;
		if (charge_columns[k].write)
			continue; /* it says `?` at least */
		while (i < n && column_text(&charge_columns[k], &rows[i]).n == 0)
			i++;
		empty |= (uint32_t)(i == n) << k;
	}
	return empty;
}

static void
measure_charges(struct column_widths *w, const struct charge_row *rows, size_t n,
    const struct cell_context *context)
{
	struct buf cell = { 0 };
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; charge_columns[k].id; k++) {
			const struct placed_column p = { .column = &charge_columns[k] };
			buf_reset(&cell);
			column_write(&cell, &p, &rows[i], STR_NONE, context);
			column_widths_add(w, k, text_width(buf_str(&cell)));
		}
	buf_free(&cell);
}

static void
add_table(struct doc *d, const struct charge *v, size_t n, int width)
{
	const struct view view = { .resource = &charge_resource };
	const struct cell_context context = { .ascii = d->ascii };
	struct placed_column columns[COLUMNS_MAX];
	struct arena texts = { 0 };
	struct buf cell = { 0 };
	struct charge_row *rows = arena_array(&texts, struct charge_row, n);
	for (size_t i = 0; i < n; i++)
		charge_row_fill(&rows[i], &texts, &v[i]);
	struct column_widths widths = { 0 };
	measure_charges(&widths, rows, n, &context);
	size_t columns_n = columns_place(
	    columns, &view, &widths, width - TABLE_INDENT, empty_columns(rows, n), 0);
	for (size_t i = 0; i <= n; i++) {
		doc_line(d);
		for (size_t k = 0; k < columns_n; k++) {
			buf_reset(&cell);
			if (i == 0)
				column_write_header(&cell, &columns[k], &context);
			else
				column_write(&cell, &columns[k], &rows[i - 1], STR_NONE, &context);
			add_cell(d, &columns[k], i ? ROLE_TEXT : ROLE_HEADER, buf_str(&cell));
		}
	}
	buf_free(&cell);
	arena_free(&texts);
}

/* ---- months ---- */

struct grid_cell {
	struct str text; /* an amount, or a mark */
	int whole, part; /* digits before the point; the point and those behind it */
	bool mark;
	enum role role;
};

struct grid_row {
	struct str label; /* cleaned */
	struct grid_cell cells[MONTHS_MOST];
};

struct grid {
	struct arena texts;
	const struct charge *v;
	size_t n;
	int64_t start;
	int64_t first; /* the first month's first day */
	int shift;
	bool ascii;
	struct grid_row *rows; /* of each charge, then the totals */
	size_t rows_n;
	int months, label, whole, part; /* as they are drawn */
	int gap;                        /* cells between months */
	int more;                       /* months behind them; -1 without end */
};

/* Behind the calendar's last day there is no end. */
static int64_t
add_months(int64_t day, int months)
{
	int64_t later = schedule_add_months(day, months);
	return later == WHEN_NONE ? SCHEDULE_NO_END : later;
}

/* The first day of a column's month. */
static int64_t
month_at(const struct grid *g, int column)
{
	return add_months(g->first, column);
}

/* No payment is known: there is none, or nobody can tell. */
static void
set_nothing(const struct grid *g, struct grid_cell *cell, bool unknown)
{
	const char *mark = unknown ? "?" : g->ascii ? "." : "·";
	*cell = (struct grid_cell){
		.text = str_of(mark), .mark = true, .role = unknown ? ROLE_UNKNOWN : ROLE_LABEL
	};
}

static void
set_amount(struct grid *g, struct grid_cell *cell, struct buf *amount, enum role role)
{
	struct str text = buf_str(amount);
	size_t point = str_find_char(text, '.');
	int whole = (int)(point == SIZE_MAX ? text.n : point);
	*cell = (struct grid_cell){ .text = arena_str(&g->texts, text),
		.whole = whole,
		.part = (int)text.n - whole,
		.role = role };
	buf_reset(amount);
}

/* A single payment keeps the digits that were sent. */
static void
fill_charge(struct grid *g, struct grid_row *row, const struct charge *c)
{
	struct buf text = { 0 };
	for (int m = 0; m < MONTHS_MOST; m++) {
		struct schedule_sum sum;
		schedule_sums(&sum, c, 1, g->start, month_at(g, m), month_at(g, m + 1));
		if (sum.payments == 0) {
			set_nothing(g, &row->cells[m], sum.partly);
			continue;
		}
		if (sum.payments == 1)
			buf_adds(&text, c->value);
		else
			charge_words_number(&text, &sum);
		set_amount(g, &row->cells[m], &text, ROLE_TEXT);
	}
	buf_free(&text);
}

static void
fill_totals(struct grid *g, struct grid_row *rows, struct schedule_sum *sums)
{
	struct buf text = { 0 };
	for (int m = 0; m < MONTHS_MOST; m++) {
		size_t n = schedule_sums(
		    sums, g->v, g->n, g->start, month_at(g, m), month_at(g, m + 1));
		for (size_t i = 0; i < n; i++) {
			struct grid_cell *cell = &rows[i].cells[m];
			if (sums[i].payments == 0) {
				set_nothing(g, cell, sums[i].partly);
				continue;
			}
			charge_words_number(&text, &sums[i]);
			set_amount(g, cell, &text, ROLE_LEAD);
		}
	}
	buf_free(&text);
}

static struct str
label_of_charge(struct grid *g, const struct charge *c, size_t number)
{
	struct buf label = { 0 };
	if (c->name.n || c->label.n)
		text_clean(&label, c->name.n ? c->name : c->label, g->ascii);
	else
		buf_addf(&label, "charge %zu", number);
	struct str kept = arena_str(&g->texts, buf_str(&label));
	buf_free(&label);
	return kept;
}

/* "total", or with its currency where there are several; what is not all of it is no total. */
static struct str
label_of_total(struct grid *g, const struct schedule_sum *sum, size_t currencies)
{
	struct buf label = { 0 };
	buf_addz(&label, sum->partly ? "computed" : "total");
	if (currencies > 1) {
		buf_addc(&label, ' ');
		text_clean(&label, sum->currency.n ? sum->currency : STR("?"), g->ascii);
	}
	struct str kept = arena_str(&g->texts, buf_str(&label));
	buf_free(&label);
	return kept;
}

static void
fill_grid(struct grid *g)
{
	struct schedule_sum *sums = arena_array(&g->texts, struct schedule_sum, g->n);
	size_t totals = schedule_sums(sums, g->v, g->n, g->start, 0, SCHEDULE_NO_END);
	g->rows_n = g->n + totals;
	g->rows = arena_array(&g->texts, struct grid_row, g->rows_n);
	for (size_t i = 0; i < g->n; i++) {
		g->rows[i].label = label_of_charge(g, &g->v[i], i + 1);
		fill_charge(g, &g->rows[i], &g->v[i]);
	}
	for (size_t i = 0; i < totals; i++)
		g->rows[g->n + i].label = label_of_total(g, &sums[i], totals);
	fill_totals(g, g->rows + g->n, sums);
}

/* ---- how much of it fits ---- */

static int
months_between(int64_t from, int64_t to)
{
	struct when_parts a = when_split(from), b = when_split(to);
	return (b.year - a.year) * 12 + b.month - a.month;
}

/* Months with payments behind the last column. */
static int
count_more(const struct grid *g, int months)
{
	int more = 0;
	for (size_t i = 0; i < g->n; i++) {
		struct schedule s;
		if (!schedule_read(&s, &g->v[i], NULL))
			continue;
		int64_t last = schedule_last(&s, g->start);
		if (last == WHEN_NONE)
			return -1;
		int behind = months_between(g->first, last) - months + 1;
		more = behind > more ? behind : more;
	}
	return more;
}

static void
add_more(struct buf *out, const struct grid *g)
{
	const char *mark = g->ascii ? ">" : "▸";
	if (g->more > 0)
		buf_addf(out, "%s %d more", mark, g->more);
	else if (g->more < 0)
		buf_addf(out, "%s goes on", mark);
}

static int
cell_width(const struct grid *g)
{
	int width = g->whole + g->part;
	return width < CELL_LEAST ? CELL_LEAST : width;
}

/* Sets what so many months take; gives their width. */
static int
measure(struct grid *g, int months)
{
	struct buf more = { 0 };
	g->months = months;
	g->more = count_more(g, months);
	g->whole = g->part = 0;
	for (size_t i = 0; i < g->rows_n; i++)
		for (int m = 0; m < months; m++) {
			const struct grid_cell *c = &g->rows[i].cells[m];
			g->whole = c->whole > g->whole ? c->whole : g->whole;
			g->part = c->part > g->part ? c->part : g->part;
		}
	add_more(&more, g);
	int width = INDENT + g->label + months * (g->gap + cell_width(g)) +
	    (more.n ? GAP + text_width(buf_str(&more)) : 0);
	buf_free(&more);
	return width;
}

/* Cells of the labels: as many as the longest needs, within these bounds. */
static int
label_cells(const struct grid *g, int least, int most)
{
	int label = least;
	for (size_t i = 0; i < g->rows_n; i++) {
		int cells = text_width(g->rows[i].label);
		label = cells > label ? cells : label;
	}
	return label > most ? most : label;
}

/* A year is worth standing closer for; less than a year is not. */
static bool
place_year_narrowly(struct grid *g, int width)
{
	int gap = g->gap, label = g->label;
	g->gap = GAP_NARROW;
	g->label = label_cells(g, LABEL_LEAST, LABEL_LEAST);
	if (measure(g, MONTHS_USUAL) <= width)
		return true;
	g->gap = gap;
	g->label = label;
	return false;
}

static void
place(struct grid *g, int width)
{
	int least = width < 100 ? LABEL_LEAST : LABEL_LEAST + 2, most = width < 160 ? least : 24;
	g->gap = GAP;
	g->label = label_cells(g, least, most);
	if (measure(g, MONTHS_MOST) <= width || measure(g, MONTHS_USUAL) <= width ||
	    place_year_narrowly(g, width))
		return;
	for (int months = MONTHS_USUAL; months > 1; months--)
		if (measure(g, months) <= width)
			return;
	measure(g, 1);
}

/* ---- drawing ---- */

/* "start 20 Nov 26", or which month the columns begin with. */
static void
draw_head(struct doc *d, const struct grid *g)
{
	struct when_parts p = when_split(g->start);
	struct buf more = { 0 };
	if (g->shift)
		p = when_split(g->first);
	doc_line(d);
	doc_tab(d, INDENT);
	if (g->shift)
		doc_words(d, ROLE_LABEL, "from %s %d %s", format_month(p.month), p.year,
		    g->ascii ? "<" : "◂");
	else
		doc_words(
		    d, ROLE_LABEL, "start %d %s %02d", p.day, format_month(p.month), p.year % 100);
	for (int m = 0; m < g->months && month_at(g, m) != SCHEDULE_NO_END; m++) {
		int right = INDENT + g->label + (m + 1) * (g->gap + cell_width(g));
		doc_tab(d, right - CELL_LEAST);
		doc_words(d, ROLE_HEADER, "%s", format_month(when_split(month_at(g, m)).month));
	}
	add_more(&more, g);
	doc_words(d, ROLE_LABEL, "%s%s", more.n ? "  " : "", buf_z(&more));
	buf_free(&more);
}

static void
draw_row(struct doc *d, const struct grid *g, const struct grid_row *row, enum role role)
{
	struct buf label = { 0 };
	text_cut(&label, row->label, g->label, g->ascii);
	doc_line(d);
	doc_tab(d, INDENT);
	doc_words(d, role, "%s", buf_z(&label));
	buf_free(&label);
	for (int m = 0; m < g->months; m++) {
		const struct grid_cell *c = &row->cells[m];
		int right = INDENT + g->label + (m + 1) * (g->gap + cell_width(g));
		doc_tab(d, c->mark ? right - 1 : right - g->part - c->whole);
		doc_words(d, c->role, "%.*s", STR_ARG(c->text));
	}
}

static void
add_timeline(struct doc *d, const struct charge *v, size_t n, const struct timeline_wish *wish)
{
	struct when_parts p = when_split(wish->start);
	struct grid g = { .v = v, .n = n, .start = wish->start, .ascii = d->ascii };
	p.day = 1;
	g.shift = wish->shift < SHIFT_MOST ? wish->shift : SHIFT_MOST;
	g.shift = p.year + g.shift / 12 < YEAR_MOST ? g.shift : 0;
	g.first = schedule_add_months(when_join(&p), g.shift);
	fill_grid(&g);
	place(&g, wish->width);
	doc_line(d);
	draw_head(d, &g);
	for (size_t i = 0; i < g.rows_n; i++)
		draw_row(d, &g, &g.rows[i], i < n ? ROLE_TEXT : ROLE_LEAD);
	arena_free(&g.texts);
}

/* ---- sums ---- */

/* "GBP 90.91 in 10 payments" */
static void
add_sum(struct buf *out, const struct schedule_sum *sum, bool ascii)
{
	text_clean(out, sum->currency.n ? sum->currency : STR("?"), ascii);
	buf_addc(out, ' ');
	if (sum->endless) {
		buf_addz(out, "without end");
	} else if (sum->payments) {
		charge_words_number(out, sum);
		buf_addz(out, sum->partly ? " + ? in " : " in ");
		format_plural(out, (uint64_t)sum->payments, "payment", "payments");
	} else {
		buf_addz(out, sum->partly ? "?" : "nothing");
	}
}

/* ", the last 20 Jan 2028" */
static void
add_last(struct buf *out, const struct schedule_sum *sum)
{
	if (sum->endless || sum->payments == 0 || sum->last == WHEN_NONE)
		return;
	buf_addz(out, sum->payments > 1 ? ", the last " : ", on ");
	format_date(out, sum->last, true);
}

/* What the charges come to in a currency, in words. */
struct said_sum {
	struct str year, all, last;
	int year_cells, all_cells, last_cells;
};

static void
say_sum(struct said_sum *said, struct arena *a, const struct schedule_sum *year,
    const struct schedule_sum *all, bool ascii)
{
	struct buf b = { 0 };
	add_sum(&b, year, ascii);
	said->year = row_keep(a, &b);
	add_sum(&b, all, ascii);
	said->all = row_keep(a, &b);
	add_last(&b, all);
	said->last = row_keep(a, &b);
	buf_free(&b);
	said->year_cells = text_width(said->year);
	said->all_cells = text_width(said->all);
	said->last_cells = text_width(said->last);
}

static void
draw_label(struct doc *d, const char *label)
{
	doc_line(d);
	doc_tab(d, INDENT);
	doc_words(d, ROLE_LABEL, "%s", label);
	doc_tab(d, SUMS_AT);
}

static void
draw_beside(struct doc *d, const struct said_sum *sums, size_t n, int year_cells)
{
	for (size_t i = 0; i < n; i++) {
		draw_label(d, i ? "" : "First 12 months");
		doc_words(d, ROLE_TEXT, "%.*s", STR_ARG(sums[i].year));
		doc_tab(d, SUMS_AT + year_cells + ALL_GAP);
		doc_words(d, ROLE_LABEL, i ? "   " : "All");
		doc_words(d, ROLE_TEXT, "  %.*s%.*s", STR_ARG(sums[i].all), STR_ARG(sums[i].last));
	}
}

/* What is wider than the screen is cut; `words` are clean. */
static void
draw_words(struct doc *d, struct str words, int room)
{
	struct buf cut = { 0 };
	text_cut(&cut, words, room, d->ascii);
	doc_words(d, ROLE_TEXT, "%s", buf_z(&cut));
	buf_free(&cut);
}

static void
draw_below(struct doc *d, const struct said_sum *sums, size_t n, int width)
{
	int room = width - SUMS_AT;
	for (size_t i = 0; i < n; i++) {
		draw_label(d, i ? "" : "First 12 months");
		draw_words(d, sums[i].year, room);
	}
	for (size_t i = 0; i < n; i++) {
		struct str last = sums[i].last;
		bool fits = sums[i].all_cells + sums[i].last_cells <= room;
		draw_label(d, i ? "" : "All");
		draw_words(d, sums[i].all, fits || !last.n ? room : room - 1);
		if (!fits && last.n) {
			last = str_sub(last, 2, last.n);
			doc_words(d, ROLE_TEXT, ",");
			draw_label(d, "");
		}
		doc_words(d, ROLE_TEXT, "%.*s", STR_ARG(last));
	}
}

static void
add_sums(struct doc *d, const struct charge *v, size_t n, const struct timeline_wish *wish)
{
	struct arena a = { 0 };
	struct schedule_sum *year = arena_array(&a, struct schedule_sum, n),
			    *all = arena_array(&a, struct schedule_sum, n);
	int64_t to = add_months(wish->start, MONTHS_USUAL);
	int year_cells = 0, all_cells = 0;
	schedule_sums(year, v, n, wish->start, wish->start, to);
	size_t sums = schedule_sums(all, v, n, wish->start, wish->start, SCHEDULE_NO_END);
	struct said_sum *said = arena_array(&a, struct said_sum, sums);
	for (size_t i = 0; i < sums; i++) {
		say_sum(&said[i], &a, &year[i], &all[i], d->ascii);
		int cells = said[i].all_cells + said[i].last_cells;
		year_cells = said[i].year_cells > year_cells ? said[i].year_cells : year_cells;
		all_cells = cells > all_cells ? cells : all_cells;
	}
	doc_line(d);
	if (SUMS_AT + year_cells + ALL_GAP + (int)strlen("All  ") + all_cells <= wish->width)
		draw_beside(d, said, sums, year_cells);
	else
		draw_below(d, said, sums, wish->width);
	arena_free(&a);
}

void
timeline_doc(struct doc *d, const struct charge *v, size_t n, const struct timeline_wish *wish)
{
	size_t shown = n < CHARGES_MOST ? n : CHARGES_MOST;
	if (n == 0)
		return;
	if (!wish->bare)
		add_table(d, v, shown, wish->width);
	add_timeline(d, v, shown, wish);
	add_sums(d, v, shown, wish);
	if (n == shown)
		return;
	doc_line(d);
	doc_words(d, ROLE_WARN, " Of the first %zu charges; there are %zu.", shown, n);
}
