/*
 * odd_shapes.h - a well-formed JSON text with one of its values replaced: every member and every
 * element, at every depth, by each of the shapes below in turn.
 *
 * Owns the texts until odd_free(). Every `#` of the template is the number of the text, so that
 * each of many has names of its own.
 */
#ifndef TESTS_LIB_ODD_SHAPES_H
#define TESTS_LIB_ODD_SHAPES_H

#include "base/arena.h"
#include "base/vec.h"

enum odd_shape {
	ODD_NONE, /* the template as it is */
	ODD_NULL,
	ODD_NUMBER,
	ODD_TEXT,
	ODD_TRUE,
	ODD_EMPTY_ARRAY,
	ODD_ARRAY,
	ODD_EMPTY_OBJECT,
	ODD_OBJECT,
	ODD_MISSING,
	ODD_DUPLICATE_FIRST, /* another value of the same name before it */
	ODD_DUPLICATE_LAST,  /* and after it */
	ODD_SHAPES
};

/* The replacement; for a duplicate the value of the other member. */
extern const char *const odd_values[ODD_SHAPES];

struct odd {
	struct str path; /* "orderItems.0.name" */
	enum odd_shape shape;
	struct str was;  /* the value that was replaced, as written */
	struct str json; /* the whole text */
};

struct odd_set {
	struct arena texts;
	VEC(struct odd) all;
	size_t values; /* that were replaced */
};

/* The template as it is comes first and last. */
void odd_make(struct odd_set *s, const char *template);
void odd_free(struct odd_set *s);
bool odd_is_duplicate(enum odd_shape shape);
/* Does the value have another type than the template's? Null and missing do not count as types. */
bool odd_is_wrong(const struct odd *o);
/* Is this value at the path, or in it, or around it? */
bool odd_touches(const struct odd *o, const char *path);

#endif
