/*
 * near.h - where nothing has the words that were looked for: words that rows do have and that are
 * spelled much like them. "elison" is near "ellison".
 *
 * Rows are looked at one by one, as they come; nothing is kept of them. Owns its texts until
 * near_free().
 */
#ifndef APP_LIST_NEAR_H
#define APP_LIST_NEAR_H

#include "app/list/rows.h"

enum { NEAR_MOST = 3, NEAR_KEPT = 32 };

/* All words of a filter, those replaced that nothing has. */
struct near_words {
	struct buf words; /* folded, a blank between two */
	size_t rows;      /* so many have them */
	size_t edits;     /* letters that differ */
};

struct near {
	const struct row_filter *filter; /* borrowed; NULL: nothing is looked for */
	struct near_words found[NEAR_KEPT];
	size_t n;
};

/* A filter without words, or with words without letters, has no suggestions. */
void near_begin(struct near *n, const struct row_filter *filter);
void near_free(struct near *n);
/* A row that the filter did not let through. */
void near_look(struct near *n, const void *row, struct str json);
/* The nearest first. */
void near_sort(struct near *n);
/* How many of them are worth saying. */
size_t near_most(const struct near *n);
/* "ellison (3), edison (1)": those from one on, `most` at most. */
void near_say(struct buf *out, const struct near *n, size_t from, size_t most);
/* The view with these words for its own; the caller frees it. */
void near_view(struct view *out, const struct view *view, const struct near_words *words);

#endif
