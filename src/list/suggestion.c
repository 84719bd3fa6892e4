#include "list/suggestion.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "list/entity.h"
#include "model/format.h"

#include <stdlib.h>

enum { TERMS_MAX = 32 }; /* bits of contained_terms */

/* A word to compare, with the set of its letters as a quick test. */
struct row_word {
	struct str text;
	uint32_t letter_mask;
};

static bool
is_word(const struct row_term *t)
{
	return t->term->op == VIEW_WORD && !t->term->negated && t->folded_value.n;
}

/* True if the term's value may be replaced by one that a row has. */
static bool
is_value(const struct row_term *t)
{
	return (t->term->op == VIEW_EXACT || t->term->op == VIEW_CONTAINS) && !t->term->negated && t->folded_value.n &&
	    !row_term_has_time(t);
}

/* The first form of a word, which is the one that most people type. */
static struct str
first_folded_form(const struct row_term *t)
{
	return str_sub(t->folded_value, 0, str_find_char(t->folded_value, '\n'));
}

static void
free_suggestion(struct suggestion *s)
{
	buf_free(&s->text);
	buf_free(&s->values);
}

void
suggestions_begin(struct suggestions *n, const struct row_filter *filter)
{
	bool words = false, values = false;
	suggestions_free(n);
	for (size_t i = 0; i < filter->terms.n; i++) {
		words = words || is_word(&filter->terms.v[i]);
		values = values || is_value(&filter->terms.v[i]);
	}
	if (words ? filter->ops->search_text_offset > 0 : values)
		n->filter = filter;
}

void
suggestions_free(struct suggestions *n)
{
	for (size_t i = 0; i < n->n; i++)
		free_suggestion(&n->best[i]);
	*n = (struct suggestions){ 0 };
}

/* ---- single words ---- */

/* The number of edits allowed in a word of that length. */
static size_t
max_edits_for_length(size_t length)
{
	return length < 3 ? 0 : length < 5 ? 1 : length < 8 ? 2 : 3;
}

static bool
is_part_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static bool
next_word(struct str *rest, struct row_word *t)
{
	size_t i = 0, n = 0;
	while (i < rest->n && !is_part_of_word(rest->p[i]))
		i++;
	*t = (struct row_word){ .letter_mask = 0 };
	for (; i + n < rest->n && is_part_of_word(rest->p[i + n]); n++)
		t->letter_mask |= 1u << (rest->p[i + n] & 31);
	t->text = str_sub(*rest, i, n);
	*rest = str_sub(*rest, i + n, rest->n);
	return n > 0;
}

/* One edit changes at most two letters of a set. */
static bool
may_be_similar(const struct row_word *a, const struct row_word *b, size_t edits)
{
	size_t longer = a->text.n > b->text.n ? a->text.n : b->text.n;
	size_t shorter = a->text.n + b->text.n - longer;
	return longer - shorter <= edits &&
	    (size_t)__builtin_popcount(a->letter_mask ^ b->letter_mask) <= 2 * edits;
}

/* The word of the row that is spelled most like the wanted one; STR_NONE if none is similar. */
static struct str
find_nearest_word(struct str search_text, struct str word, size_t *edits)
{
	struct row_word wanted, t;
	struct str whole = word, best = STR_NONE;
	size_t least = max_edits_for_length(word.n);
	if (!next_word(&whole, &wanted) || wanted.text.n != word.n)
		return STR_NONE;
	while (next_word(&search_text, &t)) {
		size_t of_it = max_edits_for_length(t.text.n), most = of_it < least ? of_it : least;
		if (!may_be_similar(&t, &wanted, most))
			continue;
		size_t d = str_distance(t.text, wanted.text);
		if (d > most || (best.n && d == least))
			continue;
		least = d;
		best = t.text;
	}
	*edits = least;
	return best;
}

/* ---- values ---- */

/* Codes by the names that people type for them. */
static const char *const spoken_codes[][2] = { { "uk", "gb" }, { "usa", "us" }, { "uae", "ae" } };

/* The row's value nearest to the one that a term asks for. */
struct nearest_value {
	struct str wanted; /* folded */
	struct buf best;   /* as sent; empty: none is near */
	size_t edits;
};

/* The number of edits from the wanted value; SIZE_MAX if the value is not near. A value that
 * contains the wanted one counts as one edit. */
static size_t
edits_to_value(struct str wanted, struct str value)
{
	for (size_t i = 0; i < sizeof(spoken_codes) / sizeof(*spoken_codes); i++)
		if (str_eqz(wanted, spoken_codes[i][0]) && str_eqz(value, spoken_codes[i][1]))
			return 1;
	if (wanted.n > 1 && str_find(value, wanted) != SIZE_MAX)
		return 1;
	size_t most = max_edits_for_length(wanted.n < value.n ? wanted.n : value.n);
	size_t longer = wanted.n > value.n ? wanted.n - value.n : value.n - wanted.n;
	size_t edits = longer > most ? SIZE_MAX : str_distance(wanted, value);
	return edits > most ? SIZE_MAX : edits;
}

static void
compare_value(void *ctx, struct str value)
{
	struct nearest_value *near = ctx;
	struct buf forms = { 0 };
	entity_fold_forms(&forms, value);
	struct str folded = str_sub(buf_str(&forms), 0, str_find_char(buf_str(&forms), '\n'));
	size_t edits = edits_to_value(near->wanted, folded);
	if (edits < near->edits && str_find_char(value, '\n') == SIZE_MAX) {
		near->edits = edits;
		buf_reset(&near->best);
		buf_adds(&near->best, value);
	}
	buf_free(&forms);
}

static void
compare_column_values(const struct row_term *t, const void *row, struct nearest_value *near)
{
	struct str rest = t->column ? column_text(t->column, row) : STR_NONE, line;
	if (rest.n && !t->column->has_lines)
		compare_value(near, rest);
	while (rest.n && t->column->has_lines && str_next(&rest, '\n', &line))
		compare_value(near, line);
}

static void
find_nearest_value(struct nearest_value *near, const struct row_ops *ops, const struct row_term *t,
    const void *row, struct str json)
{
	*near = (struct nearest_value){ .wanted = first_folded_form(t), .edits = SIZE_MAX };
	if (!ops->for_each_value || !ops->for_each_value(t, row, json, compare_value, near))
		compare_column_values(t, row, near);
}

/* ---- complete searches ---- */

static struct str
search_text_of(const struct suggestions *n, const void *row)
{
	return *(const struct str *)((const char *)row + n->filter->ops->search_text_offset);
}

static void
add_near_line(struct suggestion *out, struct str value)
{
	buf_addz(&out->values, out->values.n ? "\n" : "");
	buf_adds(&out->values, value);
}

/* Appends the word, or a similar one of the row if the row lacks it. */
static bool
add_word(const struct suggestions *n, const struct row_term *t, const void *row, bool meets,
    struct suggestion *out)
{
	size_t edits = 0;
	struct str word = first_folded_form(t);
	if (!meets)
		word = find_nearest_word(search_text_of(n, row), word, &edits);
	if (!word.n)
		return false;
	buf_addz(&out->text, out->text.n ? " " : "");
	buf_adds(&out->text, word);
	add_near_line(out, word);
	out->edit_count += edits;
	return true;
}

/* Appends the term's value, or a near one of the row if it does not match. */
static bool
add_near_value(const struct suggestions *n, const struct row_term *t, const void *row,
    struct str json, bool meets, struct suggestion *out)
{
	struct nearest_value near;
	if (meets) {
		add_near_line(out, t->term->value);
		return true;
	}
	find_nearest_value(&near, n->filter->ops, t, row, json);
	bool found = near.best.n > 0;
	if (found) {
		buf_addz(&out->text, out->text.n ? " " : "");
		buf_addf(&out->text, "%.*s%c%.*s", STR_ARG(t->term->key),
		    t->term->op == VIEW_EXACT ? '=' : ':', STR_ARG(buf_str(&near.best)));
		add_near_line(out, buf_str(&near.best));
		out->edit_count += near.edits;
	}
	buf_free(&near.best);
	return found;
}

/* Fills in the words and values, with missing ones replaced by similar ones of the row; returns
 * false if one has none. */
static bool
replace_unknown(
    const struct suggestions *n, const void *row, struct str json, struct suggestion *out)
{
	for (size_t i = 0; i < n->filter->terms.n; i++) {
		const struct row_term *t = &n->filter->terms.v[i];
		bool meets = t->applied_by_service ||
		    row_term_match(t, n->filter->ops, row, json) != t->term->negated;
		bool ok = is_word(t) ? add_word(n, t, row, meets, out)
		    : is_value(t)    ? add_near_value(n, t, row, json, meets, out)
				     : meets;
		if (!ok)
			return false;
	}
	return out->edit_count > 0;
}

/* Fills in the terms with those of "=" replaced by ":" whose value is only a part of the row's;
 * returns false if this does not match the row. */
static bool
allow_parts(
    const struct suggestions *n, const void *row, struct str json, struct suggestion *out)
{
	for (size_t i = 0; i < n->filter->terms.n && i < TERMS_MAX; i++) {
		const struct row_term *t = &n->filter->terms.v[i];
		struct view_term part_term = *t->term;
		struct row_term part = *t;
		part_term.op = VIEW_CONTAINS;
		part.term = &part_term;
		if (is_word(t) || is_value(t))
			add_near_line(out, is_word(t) ? first_folded_form(t) : t->term->value);
		if (t->applied_by_service ||
		    row_term_match(t, n->filter->ops, row, json) != t->term->negated)
			continue;
		if (!is_value(t) || t->term->op != VIEW_EXACT ||
		    !n->filter->ops->match_term(&part, row, json))
			return false;
		buf_addf(
		    &out->text, "%s%.*s:", out->text.n ? " " : "", STR_ARG(t->term->key));
		if (str_find_char(t->term->value, ' ') == SIZE_MAX)
			buf_adds(&out->text, t->term->value);
		else
			view_write_quoted(&out->text, t->term->value);
		out->contained_terms |= UINT32_C(1) << i;
	}
	return out->contained_terms;
}

static int
nearest_first(const void *x, const void *y)
{
	const struct suggestion *a = x, *b = y;
	if (a->edit_count != b->edit_count)
		return a->edit_count < b->edit_count ? -1 : 1;
	if (a->row_count != b->row_count)
		return a->row_count > b->row_count ? -1 : 1;
	return str_cmp(buf_str(&a->text), buf_str(&b->text));
}

/* Returns a slot for a new suggestion. If all are used, the least similar one is replaced. */
static struct suggestion *
find_slot(struct suggestions *n, size_t edits)
{
	if (n->n < SUGGESTIONS_MAX)
		return &n->best[n->n++];
	struct suggestion *farthest = &n->best[0];
	for (size_t i = 1; i < n->n; i++)
		if (nearest_first(farthest, &n->best[i]) < 0)
			farthest = &n->best[i];
	if (farthest->edit_count <= edits)
		return NULL;
	free_suggestion(farthest);
	return farthest;
}

/* Counts a row for a suggestion; takes the suggestion's texts. */
static void
add_suggestion(struct suggestions *n, struct suggestion *found)
{
	struct suggestion *room;
	for (size_t i = 0; i < n->n; i++)
		if (n->best[i].contained_terms == found->contained_terms &&
		    str_eq(buf_str(&n->best[i].values), buf_str(&found->values))) {
			n->best[i].row_count++;
			free_suggestion(found);
			return;
		}
	room = find_slot(n, found->edit_count);
	if (room)
		*room = *found;
	else
		free_suggestion(found);
}

void
suggestions_add_row(struct suggestions *n, const void *row, struct str json)
{
	struct suggestion near = { .row_count = 1 }, part = { .row_count = 1 };
	if (n->filter && allow_parts(n, row, json, &part))
		add_suggestion(n, &part);
	else
		free_suggestion(&part);
	if (n->filter && replace_unknown(n, row, json, &near))
		add_suggestion(n, &near);
	else
		free_suggestion(&near);
}

void
suggestions_sort(struct suggestions *n)
{
	qsort(n->best, n->n, sizeof(*n->best), nearest_first);
}

size_t
count_suggestions_shown(const struct suggestions *n)
{
	return n->n < SUGGESTIONS_SHOWN_MAX ? n->n : SUGGESTIONS_SHOWN_MAX;
}

void
append_suggestions(struct buf *out, const struct suggestions *n, size_t from, size_t most)
{
	for (size_t i = from; i < n->n && i < from + most; i++) {
		buf_addz(out, i > from ? ", " : "");
		text_clean(out, buf_str(&n->best[i].text), false);
		buf_addz(out, " (");
		format_count(out, n->best[i].row_count);
		buf_addc(out, ')');
	}
}

void
suggestion_make_view(struct view *out, const struct view *view, const struct suggestion *words)
{
	struct buf line = { 0 };
	struct str rest = buf_str(&words->values), value;
	struct err none;
	view_write_terms(&line, view);
	view_parse_terms(out, view->term_resource, buf_str(&line), &none);
	for (size_t i = 0; i < out->terms.n; i++) {
		const struct row_term t = { .term = &out->terms.v[i],
			.folded_value = out->terms.v[i].value };
		if ((is_word(&t) || is_value(&t)) && str_next(&rest, '\n', &value))
			out->terms.v[i].value = arena_str(&out->text_arena, value);
		if (i < TERMS_MAX && words->contained_terms & UINT32_C(1) << i)
			out->terms.v[i].op = VIEW_CONTAINS;
	}
	view_inherit_shape(out, view);
	buf_free(&line);
}
