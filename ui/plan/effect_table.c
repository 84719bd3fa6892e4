#include "ui/plan/effect_table.h"

#include "base/utf8.h"
#include "model/format.h"
#include "plan/effect.h"

enum { EFFECT_GAP = 2, EFFECT_MORE_CELLS = 5 /* of "  +12" */ };

struct effect_table {
	struct plan_effects all;
	VEC(struct str) currencies, intervals; /* in the order of their first change */
	int interval_cells;
};

static size_t
find_or_add(struct str *v, size_t n, struct str text)
{
	size_t at = 0;
	while (at < n && !str_eq(v[at], text))
		at++;
	return at;
}

static void
collect_table(struct effect_table *t, const struct plan *p, const struct check_items *offers)
{
	*t = (struct effect_table){ 0 };
	plan_effects_collect(&t->all, p, offers);
	for (size_t i = 0; i < t->all.v.n; i++) {
		const struct plan_effect *e = &t->all.v.v[i];
		struct str interval = buf_str(&e->interval);
		if (find_or_add(t->currencies.v, t->currencies.n, e->currency) == t->currencies.n)
			vec_push(&t->currencies, e->currency);
		if (find_or_add(t->intervals.v, t->intervals.n, interval) == t->intervals.n)
			vec_push(&t->intervals, interval);
		int cells = text_width(interval);
		t->interval_cells = cells > t->interval_cells ? cells : t->interval_cells;
	}
}

static void
free_table(struct effect_table *t)
{
	plan_effects_free(&t->all);
	vec_free(&t->currencies);
	vec_free(&t->intervals);
}

/* Appends the sum of a currency and an interval; nothing if there is none. */
static void
append_sum(struct buf *out, const struct effect_table *t, size_t currency, size_t interval)
{
	for (size_t i = 0; i < t->all.v.n; i++) {
		const struct plan_effect *e = &t->all.v.v[i];
		if (str_eq(e->currency, t->currencies.v[currency]) &&
		    str_eq(buf_str(&e->interval), t->intervals.v[interval]))
			plan_effect_append_sum(out, e);
	}
}

static size_t
count_prices(const struct effect_table *t, size_t currency)
{
	size_t n = 0;
	for (size_t i = 0; i < t->all.v.n; i++)
		if (str_eq(t->all.v.v[i].currency, t->currencies.v[currency]))
			n += t->all.v.v[i].price_count;
	return n;
}

static int
sum_cells(const struct effect_table *t, size_t currency)
{
	int cells = text_width(t->currencies.v[currency]);
	struct buf sum = { 0 };
	for (size_t i = 0; i < t->intervals.n; i++) {
		buf_reset(&sum);
		append_sum(&sum, t, currency, i);
		cells = text_width(buf_str(&sum)) > cells ? text_width(buf_str(&sum)) : cells;
	}
	buf_free(&sum);
	return cells;
}

static void
add_right(struct doc *d, int right, enum role role, const struct buf *text)
{
	doc_pad_to_column(d, right - text_width(buf_str(text)));
	doc_add_text(d, role, buf_str(text));
}

/* Adds a line: the currencies, the sums of an interval, or the number of prices. */
static void
add_effect_line(struct doc *d, const struct effect_table *t, size_t line, size_t shown)
{
	enum role role = line && line <= t->intervals.n ? ROLE_TEXT : ROLE_LABEL;
	int right = DOC_VALUE_COLUMN + t->interval_cells;
	struct buf text = { 0 };
	doc_add_label(d, line ? "" : "Effect");
	if (line && line <= t->intervals.n)
		doc_add_text(d, ROLE_TEXT, t->intervals.v[line - 1]);
	else if (line)
		doc_printf(d, ROLE_LABEL, "prices");
	for (size_t k = 0; k < shown; k++) {
		right += EFFECT_GAP + sum_cells(t, k);
		buf_reset(&text);
		if (!line)
			buf_adds(&text, t->currencies.v[k]);
		else if (line <= t->intervals.n)
			append_sum(&text, t, k, line - 1);
		else
			format_count(&text, count_prices(t, k));
		if (text.n)
			add_right(d, right, role, &text);
	}
	if (!line && shown < t->currencies.n)
		doc_printf(d, ROLE_LABEL, "  +%zu", t->currencies.n - shown);
	buf_free(&text);
}

void
effect_table_write(struct doc *d, const struct plan *p, const struct check_items *offers, int width)
{
	struct effect_table t;
	struct buf attributes = { 0 };
	size_t shown = 0;
	collect_table(&t, p, offers);
	int cells = sizeof("prices") - 1;
	t.interval_cells = t.interval_cells > cells ? t.interval_cells : cells;
	int right = DOC_VALUE_COLUMN + t.interval_cells;
	for (; shown < t.currencies.n; shown++) {
		bool last = shown + 1 == t.currencies.n;
		right += EFFECT_GAP + sum_cells(&t, shown);
		if (right > width - (last ? 1 : EFFECT_MORE_CELLS))
			break;
	}
	for (size_t i = 0; t.currencies.n && i < t.intervals.n + 2; i++)
		add_effect_line(d, &t, i, shown);
	plan_effects_append_attributes(&attributes, &t.all);
	if (attributes.n)
		doc_add_labelled(d, t.currencies.n ? "" : "Effect", buf_str(&attributes));
	buf_free(&attributes);
	free_table(&t);
}
