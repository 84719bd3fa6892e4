/*
 * dot.h - a tree of the catalog as a graph that Graphviz draws: each node once, what is missing
 * dashed and red, edges labelled with how one names the other.
 */
#ifndef CLI_OUT_DOT_H
#define CLI_OUT_DOT_H

#include "app/catalog/tree.h"

/* Appends all of it. Words that are no node, as charges, stand in the box they hang from. */
void dot_write(struct buf *out, const struct tree *t, const char *name);

#endif
