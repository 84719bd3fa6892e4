/*
 * vec.h - a growable array of any type.
 *
 *	VEC(struct span) spans = { 0 };
 *	vec_push(&spans, s);
 *	for (size_t i = 0; i < spans.n; i++) use(spans.v[i]);
 *	vec_free(&spans);
 *
 * The array owns its elements' memory, not what they point to. Pushing may move it.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define VEC(type)              \
	struct {               \
		type *v;       \
		size_t n, cap; \
	}

#define vec_reserve(vec, want)                                                          \
	do {                                                                            \
		if ((vec)->cap < (want)) {                                              \
			(vec)->cap = (want) > (vec)->cap * 2 ? (want) : (vec)->cap * 2; \
			(vec)->v = x_realloc((vec)->v, (vec)->cap * sizeof(*(vec)->v)); \
		}                                                                       \
	} while (0)

#define vec_push(vec, item)                       \
	do {                                      \
		vec_reserve((vec), (vec)->n + 1); \
		(vec)->v[(vec)->n++] = (item);    \
	} while (0)

/* Removes element i and keeps the others in order. */
#define vec_remove(vec, i)                                                                       \
	do {                                                                                     \
		memmove(                                                                         \
		    (vec)->v + (i), (vec)->v + (i) + 1, ((vec)->n - (i)-1) * sizeof(*(vec)->v)); \
		(vec)->n--;                                                                      \
	} while (0)

/* Sorts with a comparison function for qsort_r(). Safe for an empty array. */
#define vec_sort(vec, compare, ctx)                                                   \
	do {                                                                          \
		if ((vec)->n > 1)                                                     \
			qsort_r((vec)->v, (vec)->n, sizeof(*(vec)->v), compare, ctx); \
	} while (0)

#define vec_free(vec)                      \
	do {                               \
		x_free((vec)->v);          \
		(vec)->v = NULL;           \
		(vec)->n = (vec)->cap = 0; \
	} while (0)

#endif
