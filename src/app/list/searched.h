/*
 * searched.h - values that rows are searched by and that many of them share: each is folded and
 * kept once, and asked once whether it holds what is looked for.
 *
 * A pool owns what is taken from it, until searched_pool_free(). Loop thread only: values remember
 * the answer to the last question.
 */
#ifndef APP_LIST_SEARCHED_H
#define APP_LIST_SEARCHED_H

#include "base/arena.h"

struct searched_value;
struct searched_pool;

/* The values of one row. */
struct searched {
	struct searched_value *const *v;
	size_t n;
};

struct searched_pool *searched_pool_new(void);
void searched_pool_free(struct searched_pool *p);
/* Every value of a JSON text, however deep; the list is in the arena. Without a pool the values are
 * the row's own and in the arena, too. */
struct searched searched_take(struct searched_pool *p, struct arena *a, struct str json);
/* A text of folded lines as the one value; it lives in the arena, as the text does. */
struct searched searched_lines(struct arena *a, struct str folded);
/* Is one of the forms in one of them? As text_contains() has it; `mark` is searched_mark(forms). */
bool searched_holds(const struct searched *s, struct str forms, uint64_t mark);
uint64_t searched_mark(struct str forms);

#endif
