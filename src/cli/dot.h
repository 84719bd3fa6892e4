/*
 * dot.h - a tree of the catalog as a graph for Graphviz: each node once, missing ones dashed and
 * red, edges labelled with the relation.
 */
#ifndef CLI_DOT_H
#define CLI_DOT_H

#include "catalog/tree.h"

/* Appends the whole graph. Rows that are not nodes, such as charges, are text in the box of
 * their parent. */
void dot_write(struct buf *out, const struct tree *t, const char *name);

#endif
