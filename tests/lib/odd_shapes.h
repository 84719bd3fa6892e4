/*
 * odd_shapes.h - variants of a well-formed JSON text with one value replaced: every member and
 * element at every depth, by each of the shapes below in turn.
 *
 * Owns the texts until odd_free(). Each `#` in the template becomes the variant's number, so that
 * ids in it differ between variants.
 */
#ifndef TESTS_LIB_ODD_SHAPES_H
#define TESTS_LIB_ODD_SHAPES_H

#include "base/arena.h"
#include "base/vec.h"

enum odd_shape {
	ODD_NONE, /* the template unchanged */
	ODD_NULL,
	ODD_NUMBER,
	ODD_TEXT,
	ODD_TRUE,
	ODD_EMPTY_ARRAY,
	ODD_ARRAY,
	ODD_EMPTY_OBJECT,
	ODD_OBJECT,
	ODD_MISSING,
	ODD_DUPLICATE_FIRST, /* a duplicate member, inserted before the original */
	ODD_DUPLICATE_LAST,  /* a duplicate member, inserted after the original */
	ODD_SHAPES
};

/* The replacement; for a duplicate, the value of the added member. */
extern const char *const odd_values[ODD_SHAPES];

struct odd {
	struct str path; /* as "orderItems.0.name" */
	enum odd_shape shape;
	struct str was;  /* the replaced value, as written */
	struct str json; /* the whole variant */
};

struct odd_set {
	struct arena texts;
	VEC(struct odd) all;
	size_t values; /* number of values that were replaced */
};

/* The unchanged template is the first and the last variant. */
void odd_make(struct odd_set *s, const char *template);
void odd_free(struct odd_set *s);
bool odd_is_duplicate(enum odd_shape shape);
/* True if the value has another type than in the template. Null and missing do not count as
 * types. */
bool odd_is_wrong(const struct odd *o);
/* True if the replaced value is at the path, inside it, or contains it. */
bool odd_touches(const struct odd *o, const char *path);

#endif
