#include "list/suggestion.h"

#include "base/utf8.h"
#include "model/format.h"

#include <stdlib.h>

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

/* The first form of a word, which is the one that most people type. */
static struct str
first_folded_form(const struct row_term *t)
{
	return str_sub(t->folded_value, 0, str_find_char(t->folded_value, '\n'));
}

void
suggestions_begin(struct suggestions *n, const struct row_filter *filter)
{
	bool words = false;
	suggestions_free(n);
	for (size_t i = 0; i < filter->terms.n; i++)
		words = words || is_word(&filter->terms.v[i]);
	if (words && filter->ops->search_text_offset)
		n->filter = filter;
}

void
suggestions_free(struct suggestions *n)
{
	for (size_t i = 0; i < n->n; i++)
		buf_free(&n->best[i].text);
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

/* ---- complete searches ---- */

static struct str
search_text_of(const struct suggestions *n, const void *row)
{
	return *(const struct str *)((const char *)row + n->filter->ops->search_text_offset);
}

/* Appends the words, with missing ones replaced by similar words of the row; returns false if
 * one has none. */
static bool
replace_unknown_words(
    const struct suggestions *n, const void *row, struct str json, struct buf *out, size_t *edits)
{
	*edits = 0;
	for (size_t i = 0; i < n->filter->terms.n; i++) {
		const struct row_term *t = &n->filter->terms.v[i];
		bool meets = t->applied_by_service ||
		    n->filter->ops->match_term(t, row, json) != t->term->negated;
		struct str word = first_folded_form(t);
		size_t more = 0;
		if (!is_word(t)) {
			if (!meets)
				return false;
			continue;
		}
		if (!meets)
			word = find_nearest_word(search_text_of(n, row), word, &more);
		if (!word.n)
			return false;
		buf_addz(out, out->n ? " " : "");
		buf_adds(out, word);
		*edits += more;
	}
	return *edits > 0;
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
	buf_free(&farthest->text);
	return farthest;
}

void
suggestions_add_row(struct suggestions *n, const void *row, struct str json)
{
	struct buf words = { 0 };
	size_t edits;
	if (!n->filter || !replace_unknown_words(n, row, json, &words, &edits)) {
		buf_free(&words);
		return;
	}
	for (size_t i = 0; i < n->n; i++) {
		if (!str_eq(buf_str(&n->best[i].text), buf_str(&words)))
			continue;
		n->best[i].row_count++;
		buf_free(&words);
		return;
	}
	struct suggestion *room = find_slot(n, edits);
	if (room)
		*room = (struct suggestion){ words, 1, edits };
	else
		buf_free(&words);
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
	struct str rest = buf_str(&words->text), word;
	struct err none;
	view_write_terms(&line, view);
	view_parse_terms(out, view->term_resource, buf_str(&line), &none);
	for (size_t i = 0; i < out->terms.n; i++) {
		struct view_term *t = &out->terms.v[i];
		bool bare = t->op == VIEW_WORD && !t->negated && t->value.n;
		if (bare && str_next(&rest, ' ', &word))
			t->value = arena_str(&out->text_arena, word);
	}
	view_inherit_shape(out, view);
	buf_free(&line);
}
