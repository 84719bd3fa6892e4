#include "list/rows.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/entity.h"
#include "list/search_cache.h"
#include "list/term_test.h"
#include "model/decimal.h"
#include "model/when.h"
#include "wire/json_lex.h"

struct str
row_id(const struct row_ops *ops, const void *row)
{
	return ops->get_id
	    ? ops->get_id(row)
	    : *(const struct str *)(const void *)((const char *)row + ops->id_offset);
}

/* Keys whose value is a time, in every resource that has them. */
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
row_term_is_word(const struct row_term *t)
{
	return !t->term->key.n;
}

bool
row_term_has_time(const struct row_term *t)
{
	for (size_t i = 0; i < sizeof(time_keys) / sizeof(*time_keys); i++)
		if (row_term_has_key(t, time_keys[i]))
			return true;
	return false;
}

/* True if the cells of a column are times, amounts or numbers. */
static bool
column_has_values(const struct column *c)
{
	const unsigned values = COLUMN_IS_TIME | COLUMN_NUMERIC | COLUMN_SUMS | COLUMN_NO_CURRENCY |
	    COLUMN_ALIGN_POINTS | COLUMN_ALIGN_RIGHT;
	return c->time_offset || c->money_offset || c->count_offset || c->write_cell_part ||
	    (c->flags & values);
}

static bool
term_has_values(const struct row_term *t, const struct view_resource *resource)
{
	const char *const *key = resource->row_ops->compared_keys;
	const char *prefix = resource->key_prefix;
	while (key && *key && !row_term_has_key(t, *key))
		key++;
	return (t->column && column_has_values(t->column)) || (key && *key) ||
	    (prefix && str_starts(t->term->key, str_of(prefix)));
}

static bool
set_not_compared_error(
    const struct row_term *t, const struct view_resource *resource, struct err *err)
{
	struct buf names = { 0 };
	for (const struct column *c = resource->columns; c && c->id; c++)
		if (column_has_values(c))
			buf_addf(&names, " %s", c->id);
	for (const char *const *k = resource->row_ops->compared_keys; k && *k; k++)
		buf_addf(&names, " %s", *k);
	if (resource->key_prefix)
		buf_addf(&names, " %sNAME", resource->key_prefix);
	err_set(err, ERR_USAGE, "%.*s has no amounts, numbers or times to compare%s%s",
	    STR_ARG(t->term->key), names.n ? "; these have:" : "", names.n ? buf_z(&names) : "");
	buf_free(&names);
	return false;
}

static bool
prepare_term(struct row_filter *f, struct row_term *t, const struct view_resource *resource,
    struct age_context ages, struct err *err)
{
	struct buf folded = { 0 };
	entity_fold_forms(&folded, t->term->value);
	t->folded_value = arena_move_buf(&f->text_arena, &folded);
	buf_reset(&folded);
	buf_addf(&folded, "%d", t->term->op == VIEW_MATCHES);
	buf_adds(&folded, t->term->op == VIEW_MATCHES ? t->term->value : t->folded_value);
	t->value_hash = search_query_hash(buf_str(&folded));
	buf_free(&folded);
	t->ages = ages;
	if (term_compares(t->term) && !term_has_values(t, resource))
		return set_not_compared_error(t, resource, err);
	if (!term_test_prepare(t, err))
		return false;
	if (term_compares(t->term))
		return true;
	if (row_term_has_time(t) && !when_parse_typed(t->term->value, ages.now, &t->time))
		return err_set(err, ERR_USAGE,
		    "%.*s takes 30m, 1h, 7d, 2w, today, "
		    "yesterday or a date like 2026-11-20",
		    STR_ARG(t->term->key));
	return !f->ops->check_term || f->ops->check_term(t, err);
}

bool
row_filter_init(
    struct row_filter *f, const struct view *view, struct age_context ages, struct err *err)
{
	struct str prefix = str_of(view->term_resource->key_prefix);
	*f = (struct row_filter){ .ops = view->term_resource->row_ops };
	for (size_t i = 0; i < view->terms.n; i++) {
		struct row_term t = { .term = &view->terms.v[i] };
		t.column = column_find(view->term_resource->columns, t.term->key);
		vec_push(&f->terms, t);
		if (!prepare_term(f, &f->terms.v[i], view->term_resource, ages, err))
			return false;
		if (prefix.n && str_starts(t.term->key, prefix))
			f->needs_json = true;
	}
	return true;
}

void
row_filter_free(struct row_filter *f)
{
	for (size_t i = 0; i < f->terms.n; i++)
		term_test_free(&f->terms.v[i]);
	vec_free(&f->terms);
	arena_free(&f->text_arena);
}

bool
row_term_match(
    const struct row_term *t, const struct row_ops *ops, const void *row, struct str json)
{
	return term_compares(t->term) ? term_test_compare(t, ops, row, json)
				      : ops->match_term(t, row, json);
}

bool
row_filter_match(const struct row_filter *f, const void *row, struct str json)
{
	for (size_t i = 0; i < f->terms.n; i++) {
		const struct row_term *t = &f->terms.v[i];
		if (!t->applied_by_service &&
		    row_term_match(t, f->ops, row, json) == t->term->negated)
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

/* True if a row may match the word without matching its start. */
static bool
is_whole_word(const struct row_ops *ops, const struct row_term *t)
{
	struct str forms = t->folded_value, word = STR_NONE;
	str_next(&forms, '\n', &word);
	return ops->matches_whole_word && row_term_is_word(t) && ops->matches_whole_word(word);
}

static bool
term_is_narrower(const struct row_ops *ops, const struct row_term *t, const struct row_term *than)
{
	const struct view_term *a = t->term, *b = than->term;
	if (a->op != b->op || a->negated != b->negated || !str_eq(a->key, b->key) ||
	    t->time != than->time || t->applied_by_service != than->applied_by_service)
		return false;
	if (a->op == VIEW_WORD && !a->negated)
		return !is_whole_word(ops, t) &&
		    are_forms_narrower(t->folded_value, than->folded_value);
	return str_eq(a->value, b->value);
}

bool
row_filter_is_narrower(const struct row_filter *f, const struct row_filter *than)
{
	if (f->ops != than->ops || f->terms.n < than->terms.n)
		return false;
	for (size_t i = 0; i < than->terms.n; i++)
		if (!term_is_narrower(f->ops, &f->terms.v[i], &than->terms.v[i]))
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
	bool hit = row_term_matches_folded(t, buf_str(&b)) ||
	    (t->pattern && term_test_pattern(t, text));
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
	if (t->pattern)
		return term_test_pattern(t, lines);
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

/* True if the term matches the column's cell as shown on a screen. */
static bool
matches_screen_cell(const struct row_term *t, const void *row)
{
	const struct cell_context on_screen = { .now = t->ages.now };
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
	bool hit = row_term_matches_text(t, column_write_data(&written, t->column, row));
	buf_free(&written);
	return hit || (!row_term_is_none(t) && matches_screen_cell(t, row));
}

void
row_emit_json_values(struct str value, row_value_fn *take, void *ctx)
{
	struct json_lex w;
	struct json_lex_token e;
	struct buf text = { 0 };
	if (value.n && value.p[0] == '[') {
		json_lex_start(&w, value);
		json_lex_next(&w, &e);
		while (json_lex_next(&w, &e) && e.kind != JSON_LEX_CLOSE)
			row_emit_json_values(
			    e.kind == JSON_LEX_OPEN ? json_lex_skip(&w, &e) : e.text, take, ctx);
		return;
	}
	if (value.n && value.p[0] == '"')
		json_lex_unquote(&text, value);
	else
		buf_adds(&text, value);
	take(ctx, buf_str(&text));
	buf_free(&text);
}

struct json_match {
	const struct row_term *t;
	bool has_value, matched;
};

/* An empty text counts as no value. */
static void
match_json_value(void *ctx, struct str value)
{
	struct json_match *asked = ctx;
	asked->has_value = asked->has_value || value.n;
	asked->matched = asked->matched || (value.n && row_term_matches_text(asked->t, value));
}

bool
row_term_matches_json(const struct row_term *t, struct str value)
{
	struct json_match asked = { .t = t };
	row_emit_json_values(value, match_json_value, &asked);
	return asked.has_value ? asked.matched : row_term_is_none(t);
}

bool
row_term_matches_any(const struct row_term *t, struct str search_text)
{
	return t->pattern ? term_test_pattern(t, search_text)
			  : text_contains(search_text, t->folded_value);
}

static bool
pattern_matches(void *ctx, struct str folded)
{
	return term_test_pattern(ctx, folded);
}

bool
row_term_matches_values(const struct row_term *t, const struct search_values *values)
{
	if (!t->pattern)
		return search_values_contain(values, t->folded_value, t->value_hash);
	return search_values_match(values, pattern_matches, (void *)(uintptr_t)t, t->value_hash);
}
