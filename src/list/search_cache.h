/*
 * search_cache.h - search values that many rows share: each is folded and stored once, and matched
 * once per query.
 *
 * A cache owns its values until search_cache_free(). Loop thread only: values remember the result
 * of the last query.
 */
#ifndef LIST_SEARCH_CACHE_H
#define LIST_SEARCH_CACHE_H

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
/* Collects every value of a JSON text, at any depth; the list is in the arena. Without a cache
 * the values belong to the row and are in the arena, too. */
struct search_values search_values_from_json(
    struct search_cache *p, struct arena *a, struct str json);
/* Makes one value of folded lines; it lives in the arena, as the text does. */
struct search_values search_values_from_lines(struct arena *a, struct str folded);
/* True if one of the values contains one of the forms, as in text_contains(); `mark` is
 * search_query_hash(forms). */
bool search_values_contain(const struct search_values *s, struct str forms, uint64_t mark);
/* True if a test holds for one of the values, which are folded; `mark` is unique for the test. */
bool search_values_match(const struct search_values *s, bool (*test)(void *ctx, struct str folded),
    void *ctx, uint64_t mark);
uint64_t search_query_hash(struct str forms);

#endif
