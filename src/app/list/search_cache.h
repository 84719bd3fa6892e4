/*
 * search_cache.h - values that rows are searched by and that many of them share: each is folded and
 * kept once, and asked once whether it holds what is looked for.
 *
 * A pool owns what is taken from it, until search_cache_free(). Loop thread only: values remember
 * the answer to the last question.
 */
#ifndef APP_LIST_SEARCH_CACHE_H
#define APP_LIST_SEARCH_CACHE_H

#include "base/arena.h"

struct search_cache_value;
struct search_cache;

/* The values of one row. */
struct search_values {
	struct search_cache_value *const *v;
	size_t n;
};

struct search_cache *search_cache_new(void);
void search_cache_free(struct search_cache *p);
/* Every value of a JSON text, however deep; the list is in the arena. Without a pool the values are
 * the row's own and in the arena, too. */
struct search_values search_values_from_json(struct search_cache *p, struct arena *a, struct str json);
/* A text of folded lines as the one value; it lives in the arena, as the text does. */
struct search_values search_values_from_lines(struct arena *a, struct str folded);
/* Is one of the forms in one of them? As text_contains() has it; `mark` is search_query_hash(forms). */
bool search_values_contain(const struct search_values *s, struct str forms, uint64_t mark);
uint64_t search_query_hash(struct str forms);

#endif
