/*
 * flatten.h - a JSON text taken apart into its leaves: each value that holds no others, with the
 * dotted path that leads there (json_lex_find() reads it back). An empty container is a leaf.
 */
#ifndef WIRE_FLATTEN_H
#define WIRE_FLATTEN_H

#include "base/arena.h"
#include "base/vec.h"

struct leaf {
	struct str path;  /* data.price.0.value; in the arena; empty for a text that is one leaf */
	struct str value; /* as written, in the text */
};

struct leaves {
	VEC(struct leaf) list;
};

/* Appends the leaves of a checked text in their order. */
void json_flatten(struct leaves *leaves, struct arena *a, struct str json);
void leaves_free(struct leaves *leaves);

#endif
