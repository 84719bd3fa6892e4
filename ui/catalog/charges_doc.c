#include "ui/catalog/charges_doc.h"

#include "base/utf8.h"
#include "catalog/charge_words.h"

enum { GAP = 2, SCHEDULE_CELLS_MIN = 28, CHARGES_MAX = 100 };

/* The texts of one charge: name, amount, schedule and label. */
struct charge_text {
	struct str name, amount, schedule, label;
};

struct charge_cells {
	int name_width, schedule_width;
	struct number_cells amount;
};

static struct charge_text
format_charge(struct arena *a, const struct charge *c, size_t number, bool ascii)
{
	struct charge_text said;
	struct buf text = { 0 };
	if (c->name.n)
		text_clean(&text, c->name, ascii);
	else
		buf_addf(&text, "charge %zu", number);
	said.name = arena_move_buf(a, &text);
	charge_words_add_amount(&text, c, ascii);
	said.amount = arena_move_buf(a, &text);
	charge_words_add_terms(&text, c, ascii);
	said.schedule = arena_move_buf(a, &text);
	text_clean(&text, c->label, ascii);
	said.label = arena_move_buf(a, &text);
	buf_free(&text);
	return said;
}

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

static void
measure_charge(struct charge_cells *cells, const struct charge_text *c)
{
	cells->name_width = larger(cells->name_width, text_width(c->name));
	cells->schedule_width = larger(cells->schedule_width, text_width(c->schedule));
	number_cells_add(&cells->amount, number_cells_of(c->amount));
}

static int
schedule_column(const struct charge_cells *cells)
{
	return DOC_VALUE_COLUMN + cells->name_width + GAP + cells->amount.integer +
	    cells->amount.fraction + GAP;
}

/* A charge on one line: " Charges   trial  GBP 1.00  once at the start   The first 3 months". */
static void
draw_charge(struct doc *d, const struct charge_text *c, const struct charge_cells *cells)
{
	int amount = DOC_VALUE_COLUMN + cells->name_width + GAP, how = schedule_column(cells);
	doc_add_text(d, ROLE_TEXT, c->name);
	doc_add_aligned_number(d, amount + cells->amount.integer, ROLE_TEXT, c->amount);
	doc_pad_to_column(d, how);
	doc_add_value(d, ROLE_TEXT, c->schedule);
	if (!c->label.n)
		return;
	int used = d->lines.v[d->lines.n - 1].cell_count, label = how + cells->schedule_width + GAP;
	doc_wrap(d, how, larger(label - used, GAP) + text_width(c->label));
	if (d->lines.v[d->lines.n - 1].cell_count > how)
		doc_pad_to_column(d, label);
	doc_add_text(d, ROLE_LABEL, c->label);
}

/* A charge in a narrow window, with the amount below the name. */
static void
draw_charge_narrowly(struct doc *d, const struct charge_text *c)
{
	doc_add_text(d, ROLE_TEXT, c->name);
	if (c->label.n) {
		doc_printf(d, ROLE_TEXT, "  ");
		doc_add_value(d, ROLE_LABEL, c->label);
	}
	doc_begin_line(d);
	doc_pad_to_column(d, DOC_VALUE_COLUMN + GAP);
	doc_add_text(d, ROLE_TEXT, c->amount);
	doc_printf(d, ROLE_TEXT, "  ");
	doc_add_value(d, ROLE_TEXT, c->schedule);
}

void
charges_doc(struct doc *d, const struct charge *v, size_t n)
{
	struct arena a = { 0 };
	struct charge_cells cells = { 0 };
	size_t shown = n < CHARGES_MAX ? n : CHARGES_MAX;
	struct charge_text *said = arena_array(&a, struct charge_text, shown);
	for (size_t i = 0; i < shown; i++) {
		said[i] = format_charge(&a, &v[i], i + 1, d->ascii);
		measure_charge(&cells, &said[i]);
	}
	bool narrow = d->width && d->width - schedule_column(&cells) < SCHEDULE_CELLS_MIN;
	for (size_t i = 0; i < shown; i++) {
		doc_add_label(d, i ? "" : "Charges");
		if (narrow)
			draw_charge_narrowly(d, &said[i]);
		else
			draw_charge(d, &said[i], &cells);
	}
	arena_free(&a);
}
