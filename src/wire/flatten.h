/*
 * flatten.h - splits a JSON text into its leaves: each value that contains no others, with its
 * dotted path (json_lex_find() finds it again). An empty container is a leaf.
 */
#ifndef WIRE_FLATTEN_H
#define WIRE_FLATTEN_H

#include "base/arena.h"
#include "base/vec.h"

struct leaf {
	struct str path;  /* data.price.0.value; in the arena; empty if the text is a single leaf */
	struct str value; /* as written; points into the text */
};

struct leaves {
	VEC(struct leaf) list;
};

/* Appends the leaves of a valid JSON text in their order. */
void json_flatten(struct leaves *leaves, struct arena *a, struct str json);
void leaves_free(struct leaves *leaves);

#endif
