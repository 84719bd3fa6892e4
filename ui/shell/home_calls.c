#include "ui/shell/home_calls.h"

#include "base/utf8.h"
#include "catalog/graph_names.h"

enum { GAP = 2 };

static int
wider_of(int a, int b)
{
	return a > b ? a : b;
}

/* The columns of a person to call, as wide as their widest cells. */
struct call_cells {
	int name, age, currency;
	struct number_cells amount;
	int others; /* " +1" for the amounts in other currencies; 0: there are none */
};

/* The parts of a total: "GBP 3.49 + EUR 1.00 + ?". */
struct total_parts {
	struct str currency, amount; /* of the first; empty if no amount is known */
	struct str rest;             /* " + EUR 1.00 + ?" */
	int rest_count;
};

static struct total_parts
parts_of_total(struct str total)
{
	struct str plus = STR(" + ");
	size_t end = str_find(total, plus);
	struct str first = str_sub(total, 0, end);
	size_t space = str_find_char(first, ' ');
	struct total_parts parts = { .rest = end == SIZE_MAX ? STR_NONE
							     : str_sub(total, end, total.n) };
	if (space < first.n) {
		parts.currency = str_sub(first, 0, space);
		parts.amount = str_sub(first, space + 1, first.n);
	}
	for (struct str rest = parts.rest; (end = str_find(rest, plus)) != SIZE_MAX;) {
		rest = str_sub(rest, end + plus.n, rest.n);
		parts.rest_count++;
	}
	return parts;
}

/* Appends "18 min" or "2 h  ", so that the units are in a column; or the time, if lists show it. */
static void
append_age(struct buf *out, const struct console *c, int64_t t)
{
	enum { UNIT_CELLS = 3 };
	if (c->time_style != TIME_AGE && !c->presenting) {
		format_time(out, t, console_now(c), c->time_style == TIME_UTC);
		return;
	}
	when_write_age(out, console_now(c), t);
	size_t unit = out->n - str_find_char(buf_str(out), ' ') - 1;
	if (unit < UNIT_CELLS)
		buf_pad(out, ' ', UNIT_CELLS - unit);
}

static struct call_cells
measure_calls(struct doc *d, const struct console *c, const struct home_call *calls, size_t n)
{
	struct call_cells cells = { 0 };
	for (size_t i = 0; i < n; i++) {
		const struct home_call *call = &calls[i];
		struct total_parts total = parts_of_total(call->total);
		struct buf text = { 0 };
		text_clean(&text, call->name, d->ascii);
		cells.name = wider_of(cells.name, text_width(buf_str(&text)));
		buf_reset(&text);
		append_age(&text, c, call->created);
		cells.age = wider_of(cells.age, text_width(buf_str(&text)));
		cells.currency = wider_of(cells.currency, text_width(total.currency));
		number_cells_add(&cells.amount, number_cells_of(total.amount));
		cells.others = total.rest_count ? 3 : cells.others;
		buf_free(&text);
	}
	if (c->linear) { /* nothing is aligned in a sentence */
		cells.currency = 0;
		cells.amount = (struct number_cells){ 0 };
	}
	int rest = 1 + GAP + cells.age + GAP + cells.currency + 1 + cells.amount.integer +
	    cells.amount.fraction + cells.others + 1;
	if (cells.name > d->width - rest)
		cells.name = wider_of(d->width - rest, 1);
	return cells;
}

/* Adds a total from a column on: the first amount at its point, then the others if they fit, else
 * how many there are. */
static void
add_total(struct doc *d, int column, struct str text, const struct call_cells *cells)
{
	struct total_parts total = parts_of_total(text);
	int end = column + cells->currency + 1 + cells->amount.integer;
	doc_pad_to_column(d, column);
	if (!total.amount.n) {
		doc_printf(d, ROLE_LABEL, "?");
		return;
	}
	doc_add_text(d, ROLE_LABEL, total.currency);
	doc_add_aligned_number(d, end, ROLE_LEAD, total.amount);
	int used = end + number_cells_of(total.amount).fraction;
	if (used + text_width(total.rest) < d->width)
		doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(total.rest));
	else
		doc_printf(d, ROLE_LABEL, " +%d", total.rest_count);
}

static void
add_call(struct doc *d, const struct console *c, const struct home_call *call,
    const struct call_cells *cells)
{
	const struct doc_target basket = { LINK_BASKET, call->basket_id };
	bool is_old = console_now(c) - call->created >= WHEN_DAY;
	int column = 1 + cells->name + GAP + cells->age;
	struct buf age = { 0 };
	append_age(&age, c, call->created);
	doc_begin_line(d);
	doc_printf(d, ROLE_TEXT, " ");
	doc_add_cut_link(d, ROLE_TEXT, call->name, &basket, cells->name);
	doc_pad_to_column(d, column - text_width(buf_str(&age)));
	doc_printf(d, is_old ? ROLE_LABEL : ROLE_TEXT, "%s", buf_z(&age));
	add_total(d, column + GAP, call->total, cells);
	buf_free(&age);
}

void
home_calls_write(struct doc *d, const struct console *c, const struct home_call *calls, size_t n)
{
	struct call_cells cells = measure_calls(d, c, calls, n);
	for (size_t i = 0; i < n; i++)
		add_call(d, c, &calls[i], &cells);
}
