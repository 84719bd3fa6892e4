/*
 * dot.h - a tree of the catalog as a graph that Graphviz draws: each node once, what is missing
 * dashed and red, edges labelled with how one names the other.
 */
#ifndef CLI_OUT_DOT_H
#define CLI_OUT_DOT_H

#include "app/catalog/tree.h"

/* Appends the whole graph. Rows that are not nodes, such as charges, are text in the box of
 * their parent. */
void dot_write(struct buf *out, const struct tree *t, const char *name);

#endif
