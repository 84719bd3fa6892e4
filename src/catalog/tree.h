/*
 * tree.h - a catalog as rows of a tree: a campaign with its offers, an offer with its charges and
 * everything it refers to, journeys from their start to their fallback.
 *
 * Rows are in display order, one for each reference to a node. A missing node gets a marked row, as
 * does a node that is its own ancestor or is too deep. Pure. Owns rows and their texts; the graph
 * is the caller's and must outlive the tree.
 */
#ifndef CATALOG_TREE_H
#define CATALOG_TREE_H

#include "base/arena.h"
#include "base/buf.h"
#include "model/graph.h"

struct journeys;

enum tree_mark {
	TREE_PLAIN,
	TREE_MISSING,
	TREE_DUPLICATE, /* another node has the same path, and references lead to that one */
	TREE_LOOP,      /* also an ancestor of this row: it has no children here */
	TREE_TOO_DEEP,  /* its children are not shown */
	TREE_MARKS
};

struct tree_row {
	int level;    /* 0: a root */
	bool is_last; /* the last child of its parent */
	uint32_t
	    ancestor_lines; /* bit mask: ancestor levels that have more children further down */
	enum tree_mark mark;
	bool is_condition;        /* a condition between a parent and its children */
	uint32_t node;            /* in the graph; GRAPH_NONE: only text, such as a charge */
	struct str relation_text; /* its relation to the parent: "product", "50 to"; cleaned, may be
				     empty */
	struct str text;          /* its name or text; cleaned, may be empty */
	struct str path;          /* path of the node, cleaned */
};

struct tree {
	const struct graph *graph;
	bool ascii; /* draw branches in ASCII; also passed to text_clean() */
	struct arena text_arena;
	VEC(struct tree_row) rows;
	uint32_t ancestors[32]; /* private: ancestors of the next row, by level */
};

enum { TREE_DEPTH_MAX = 16 }; /* levels below a root */

void tree_free(struct tree *t);
/* Adds a node as a root, with all its descendants. */
void tree_add(struct tree *t, uint32_t node);
/* Adds the start of the journeys as a root, with the wanted journeys (a flag for each; NULL:
 * all) and the fallback. The graph must contain them. */
void tree_add_journeys(struct tree *t, const struct journeys *j, const bool *wanted);
/* After the last root: computes the position of each row in the tree. */
void tree_end(struct tree *t);
/* Appends a row as a line, with its branch. */
void tree_write_row(struct buf *out, const struct tree *t, size_t row);
/* The parts of such a line: the branch alone, and the relation before the name or path. */
void tree_write_branch(struct buf *out, const struct tree *t, size_t row);
void tree_write_lead(struct buf *out, const struct tree *t, size_t row);

#endif
