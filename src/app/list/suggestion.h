/*
 * suggestion.h - where nothing has the words that were looked for: words that rows do have and that are
 * spelled much like them. "elison" is near "ellison".
 *
 * Rows are looked at one by one, as they come; nothing is kept of them. Owns its texts until
 * suggestions_free().
 */
#ifndef APP_LIST_SUGGESTION_H
#define APP_LIST_SUGGESTION_H

#include "app/list/rows.h"

enum { SUGGESTIONS_SHOWN = 3, SUGGESTIONS_MAX = 32 };

/* All words of a filter, those replaced that nothing has. */
struct suggestion {
	struct buf words; /* folded, a blank between two */
	size_t rows;      /* so many have them */
	size_t edits;     /* letters that differ */
};

struct suggestions {
	const struct row_filter *filter; /* borrowed; NULL: nothing is looked for */
	struct suggestion found[SUGGESTIONS_MAX];
	size_t n;
};

/* A filter without words, or with words without letters, has no suggestions. */
void suggestions_begin(struct suggestions *n, const struct row_filter *filter);
void suggestions_free(struct suggestions *n);
/* A row that the filter did not let through. */
void suggestions_add_row(struct suggestions *n, const void *row, struct str json);
/* The nearest first. */
void suggestions_sort(struct suggestions *n);
/* How many of them are worth saying. */
size_t count_suggestions_shown(const struct suggestions *n);
/* "ellison (3), edison (1)": those from one on, `most` at most. */
void append_suggestions(struct buf *out, const struct suggestions *n, size_t from, size_t most);
/* The view with these words for its own; the caller frees it. */
void suggestion_view(struct view *out, const struct view *view, const struct suggestion *words);

#endif
