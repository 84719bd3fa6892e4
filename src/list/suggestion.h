/*
 * suggestion.h - suggestions for a search without results: words and values of the rows that are
 * spelled similarly. "elison" suggests "ellison", tag=reseller suggests tag:reseller and
 * tag=uk/reseller.
 *
 * Rows are examined one by one, as they come, and not stored. Owns its texts until
 * suggestions_free().
 */
#ifndef LIST_SUGGESTION_H
#define LIST_SUGGESTION_H

#include "list/rows.h"

enum { SUGGESTIONS_SHOWN_MAX = 3, SUGGESTIONS_MAX = 32 };

/* The words and values of a filter, with those that match nothing replaced. */
struct suggestion {
	struct buf text;   /* for people: folded words, and values that were replaced: "tag=x" */
	struct buf values; /* of all terms that can be replaced, in their order, one per line */
	size_t row_count;  /* number of rows with these words */
	size_t edit_count; /* number of letters that differ */
	/* Terms, as bits by their index, that match if the value may be a part: "offer:winback"
	 * for "offer=winback". */
	uint32_t contained_terms;
};

struct suggestions {
	const struct row_filter *filter; /* borrowed; NULL: no suggestions are collected */
	struct suggestion best[SUGGESTIONS_MAX];
	size_t n;
};

/* A filter without words or values has no suggestions. */
void suggestions_begin(struct suggestions *n, const struct row_filter *filter);
void suggestions_free(struct suggestions *n);
/* Examines a row that did not match the filter. */
void suggestions_add_row(struct suggestions *n, const void *row, struct str json);
/* Sorts the suggestions, most similar first. */
void suggestions_sort(struct suggestions *n);
/* The number of suggestions worth showing. */
size_t count_suggestions_shown(const struct suggestions *n);
/* Appends "ellison (3), edison (1)": at most `most` suggestions, starting at index `from`. */
void append_suggestions(struct buf *out, const struct suggestions *n, size_t from, size_t most);
/* Copies a view with the suggested words as its words; the caller frees it. */
void suggestion_make_view(
    struct view *out, const struct view *view, const struct suggestion *words);

#endif
