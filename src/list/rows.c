#include "list/rows.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/entity.h"
#include "list/search_cache.h"
#include "model/decimal.h"
#include "model/when.h"
#include "wire/json_lex.h"

/* Keys whose value is a time, in every resource that has them. */
static const void *
member_at(const void *row, size_t offset)
{
	return (const char *)row + offset;
}

struct str
row_id(const struct row_ops *ops, const void *row)
{
	return ops->get_id ? ops->get_id(row) : *(const struct str *)member_at(row, ops->id_offset);
}

static const char *const time_keys[] = { "since", "until", "modified", "contacted" };

void
row_fold_line(struct buf *out, struct str text)
{
	if (text.n == 0)
		return;
	entity_fold_forms(out, text);
	buf_addc(out, '\n');
}

bool
row_term_has_key(const struct row_term *t, const char *key)
{
	return str_eqz(t->term->key, key);
}

bool
row_term_has_time(const struct row_term *t)
{
	for (size_t i = 0; i < sizeof(time_keys) / sizeof(*time_keys); i++)
		if (row_term_has_key(t, time_keys[i]))
			return true;
	return false;
}

static bool
prepare_term(struct row_filter *f, struct row_term *t, int64_t now, struct err *err)
{
	struct buf folded = { 0 };
	entity_fold_forms(&folded, t->term->value);
	t->folded_value = arena_move_buf(&f->text_arena, &folded);
	t->value_hash = search_query_hash(t->folded_value);
	buf_free(&folded);
	t->prepared_at = now;
	if (row_term_has_time(t) && !when_parse_typed(t->term->value, now, &t->time))
		return err_set(err, ERR_USAGE,
		    "%.*s takes 30m, 1h, 7d, 2w, today, "
		    "yesterday or a date like 2026-11-20",
		    STR_ARG(t->term->key));
	return !f->ops->check_term || f->ops->check_term(t, err);
}

bool
row_filter_init(struct row_filter *f, const struct view *view, int64_t now, struct err *err)
{
	struct str prefix = str_of(view->term_resource->key_prefix);
	*f = (struct row_filter){ .ops = view->term_resource->row_ops };
	for (size_t i = 0; i < view->terms.n; i++) {
		struct row_term t = { .term = &view->terms.v[i] };
		t.column = column_find(view->term_resource->columns, t.term->key);
		if (!prepare_term(f, &t, now, err))
			return false;
		if (prefix.n && str_starts(t.term->key, prefix))
			f->needs_json = true;
		vec_push(&f->terms, t);
	}
	return true;
}

void
row_filter_free(struct row_filter *f)
{
	vec_free(&f->terms);
	arena_free(&f->text_arena);
}

bool
row_filter_match(const struct row_filter *f, const void *row, struct str json)
{
	for (size_t i = 0; i < f->terms.n; i++) {
		const struct row_term *t = &f->terms.v[i];
		if (!t->applied_by_service && f->ops->match_term(t, row, json) == t->term->negated)
			return false;
	}
	return true;
}

/* True if each form of the longer word contains a form of the shorter one. */
static bool
are_forms_narrower(struct str forms, struct str than)
{
	struct str form;
	bool any = forms.n > 0;
	while (str_next(&forms, '\n', &form))
		if (!form.n || !text_contains(form, than))
			return false;
	return any;
}

static bool
term_is_narrower(const struct row_term *t, const struct row_term *than)
{
	const struct view_term *a = t->term, *b = than->term;
	if (a->op != b->op || a->negated != b->negated || !str_eq(a->key, b->key) ||
	    t->time != than->time || t->applied_by_service != than->applied_by_service)
		return false;
	if (a->op == VIEW_WORD && !a->negated)
		return are_forms_narrower(t->folded_value, than->folded_value);
	return str_eq(a->value, b->value);
}

bool
row_filter_is_narrower(const struct row_filter *f, const struct row_filter *than)
{
	if (f->ops != than->ops || f->terms.n < than->terms.n)
		return false;
	for (size_t i = 0; i < than->terms.n; i++)
		if (!term_is_narrower(&f->terms.v[i], &than->terms.v[i]))
			return false;
	return true;
}

bool
row_term_is_none(const struct row_term *t)
{
	return t->term->op == VIEW_EXACT && t->term->value.n == 0;
}

bool
row_term_matches_text(const struct row_term *t, struct str text)
{
	struct buf b = { 0 };
	entity_fold_forms(&b, text);
	bool hit = row_term_matches_folded(t, buf_str(&b));
	buf_free(&b);
	return hit;
}

bool
row_term_matches_lines(const struct row_term *t, struct str lines)
{
	struct str line;
	bool none = lines.n == 0;
	while (lines.n && str_next(&lines, '\n', &line))
		if (row_term_matches_text(t, line))
			return true;
	return none && row_term_is_none(t);
}

bool
row_term_matches_folded(const struct row_term *t, struct str lines)
{
	struct str line, form;
	if (row_term_is_none(t))
		return lines.n == 0;
	if (t->term->op != VIEW_EXACT)
		return text_contains(lines, t->folded_value);
	while (str_next(&lines, '\n', &line))
		for (struct str forms = t->folded_value; str_next(&forms, '\n', &form);)
			if (str_eq(line, form))
				return true;
	return false;
}

/* Appends a column's cell as data. */
static struct str
write_data_cell(struct buf *out, const struct column *column, const void *row)
{
	static const struct cell_context as_data = { .as_data = true, .uncleaned = true };
	const struct placed_column cell = { .column = column };
	column_write(out, &cell, row, STR_NONE, &as_data);
	return buf_str(out);
}

/* True if the term matches the column's cell as shown on a screen. */
static bool
matches_screen_cell(const struct row_term *t, const void *row)
{
	const struct cell_context on_screen = { .now = t->prepared_at };
	const struct placed_column cell = { .column = t->column };
	struct buf written = { 0 };
	column_write(&written, &cell, row, STR_NONE, &on_screen);
	bool hit = row_term_matches_text(t, str_trim(buf_str(&written)));
	buf_free(&written);
	return hit;
}

bool
row_term_matches_column(const struct row_term *t, const void *row)
{
	struct buf written = { 0 };
	if (!t->column)
		return false;
	if (t->column->has_lines)
		return row_term_matches_lines(t, column_text(t->column, row));
	bool hit = row_term_matches_text(t, write_data_cell(&written, t->column, row));
	buf_free(&written);
	return hit || (!row_term_is_none(t) && matches_screen_cell(t, row));
}

struct json_match {
	const struct row_term *t;
	bool has_value, matched;
};

/* Matches each element of an array, at any depth; an empty text counts as no value. */
static void
match_json_value(struct json_match *asked, struct str value)
{
	struct json_lex w;
	struct json_lex_token e;
	struct buf text = { 0 };
	if (value.n && value.p[0] == '[') {
		json_lex_start(&w, value);
		json_lex_next(&w, &e);
		while (json_lex_next(&w, &e) && e.kind != JSON_LEX_CLOSE)
			match_json_value(
			    asked, e.kind == JSON_LEX_OPEN ? json_lex_skip(&w, &e) : e.text);
		return;
	}
	if (value.n && value.p[0] == '"')
		json_lex_unquote(&text, value);
	else
		buf_adds(&text, value);
	if (text.n) {
		asked->has_value = true;
		asked->matched = asked->matched || row_term_matches_text(asked->t, buf_str(&text));
	}
	buf_free(&text);
}

bool
row_term_matches_json(const struct row_term *t, struct str value)
{
	struct json_match asked = { .t = t };
	match_json_value(&asked, value);
	return asked.has_value ? asked.matched : row_term_is_none(t);
}

bool
row_term_matches_any(const struct row_term *t, struct str search_text)
{
	return text_contains(search_text, t->folded_value);
}

struct row_sort
row_sort_of(const struct view *view)
{
	return (struct row_sort){ view->resource->row_ops,
		column_find(view->resource->columns, view->sort_column), view->descending };
}

int
row_order_reversed(int order)
{
	return order == ROW_ORDER_UNKNOWN || order == -ROW_ORDER_UNKNOWN ? order : -order;
}

/* Numbers come before texts, and empty values last. */
static int
compare_number_texts(struct str a, struct str b)
{
	int64_t x = 0, y = 0;
	bool a_is = decimal_read(a, &x), b_is = decimal_read(b, &y);
	if (a_is && b_is)
		return (x > y) - (x < y);
	return (a_is || b_is) && a.n && b.n ? b_is - a_is : row_compare_texts(a, b);
}

static int
compare_data_cells(const struct column *column, const void *a, const void *b)
{
	bool numbers = column->flags & (COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC);
	struct buf x = { 0 }, y = { 0 };
	struct str of_a = write_data_cell(&x, column, a), of_b = write_data_cell(&y, column, b);
	int order = numbers ? compare_number_texts(of_a, of_b) : row_compare_texts(of_a, of_b);
	buf_free(&x);
	buf_free(&y);
	return order;
}

/* Compares by the resource's texts; returns false if the column is not sorted by them. */
static bool
compare_by_texts(const struct row_sort *s, const void *a, const void *b, int *order)
{
	struct buf x = { 0 }, y = { 0 };
	struct row_text of_a, of_b;
	bool ok = s->ops->get_text && s->ops->get_text(a, s->column, &x, &of_a) &&
	    s->ops->get_text(b, s->column, &y, &of_b);
	if (ok)
		*order = row_compare_texts(of_a.text, of_b.text);
	buf_free(&x);
	buf_free(&y);
	return ok;
}

static int
compare_by_column(const struct row_sort *s, const void *a, const void *b)
{
	const struct column *column = s->column;
	bool as_data = column_writes_cells(column) ||
	    column->flags & (COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC);
	int order = 0;
	if (column->compare)
		return column->compare(a, b);
	if (column->money_offset)
		return row_compare_money(
		    member_at(a, column->money_offset), member_at(b, column->money_offset));
	if (column->time_offset)
		return row_compare_times(*(const int64_t *)member_at(a, column->time_offset),
		    *(const int64_t *)member_at(b, column->time_offset));
	if (compare_by_texts(s, a, b, &order))
		return order;
	return as_data ? compare_data_cells(column, a, b)
		       : row_compare_texts(column_text(column, a), column_text(column, b));
}

int
row_sort_compare(const struct row_sort *s, const void *a, const void *b)
{
	int order = s->column ? compare_by_column(s, a, b) : 0;
	order = order ? order : s->ops->compare(a, b);
	return s->descending ? row_order_reversed(order) : order;
}

int
row_compare_known(bool a, bool b)
{
	return (!a - !b) * ROW_ORDER_UNKNOWN;
}

int
row_compare_texts(struct str a, struct str b)
{
	if (!a.n || !b.n)
		return row_compare_known(a.n, b.n);
	return text_compare_folded(a, b);
}

int
row_compare_money(const struct row_money *a, const struct row_money *b)
{
	if (!a->known || !b->known)
		return row_compare_known(a->known, b->known);
	int order = str_cmp(a->currency, b->currency);
	return order ? order : (a->amount > b->amount) - (a->amount < b->amount);
}

int
row_compare_times(int64_t a, int64_t b)
{
	if (a == WHEN_NONE || b == WHEN_NONE)
		return row_compare_known(a != WHEN_NONE, b != WHEN_NONE);
	return (a > b) - (a < b);
}
