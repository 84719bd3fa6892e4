/*
 * tree.h - a catalog as rows of a tree: a campaign with its offers, an offer with its charges and
 * everything it refers to, journeys from their start to their fallback.
 *
 * Rows are in display order, one for each reference to a node. A missing node has a marked row; so
 * has a node that is its own ancestor, and one that is too deep. Pure. Owns rows and their texts;
 * the graph is the caller's and must outlive the tree.
 */
#ifndef APP_CATALOG_TREE_H
#define APP_CATALOG_TREE_H

#include "base/arena.h"
#include "base/buf.h"
#include "model/graph.h"

enum tree_mark {
	TREE_PLAIN,
	TREE_MISSING,
	TREE_DUPLICATE, /* another one has its path, and is meant wherever it is named */
	TREE_LOOP,      /* also an ancestor of this row: it has no children here */
	TREE_DEEP,      /* what hangs from it is not shown */
	TREE_MARKS
};

struct tree_row {
	int level;      /* 0: a root */
	bool last;      /* of those that hang from the same row */
	uint32_t lines; /* by bit: levels above at which more follows below */
	enum tree_mark mark;
	bool gate;     /* a condition between a parent and its children */
	uint32_t node; /* of the graph; GRAPH_NONE: words alone, as a charge's */
	struct str lead; /* how it hangs there: "product", "50 to"; cleaned, may be empty */
	struct str text; /* its name, or the words; cleaned, may be empty */
	struct str path; /* of a node, cleaned */
};

struct tree {
	const struct graph *graph;
	bool ascii; /* branches are drawn with ASCII alone; and as text_clean() has it */
	struct arena texts;
	VEC(struct tree_row) rows;
	uint32_t above[32]; /* inside: nodes that the next row hangs from, by level */
};

enum { TREE_DEPTH = 16 }; /* levels below a root */

void tree_free(struct tree *t);
/* Adds a root with all that hangs from it. */
void tree_add(struct tree *t, uint32_t node);
/* Adds where journeys start as a root: with those that are wanted (one flag for each; NULL: all)
 * and the fallback. The graph knows them. */
void tree_add_journeys(struct tree *t, const struct journeys *j, const bool *wanted);
/* After the last root: computes the position of each row in the tree. */
void tree_end(struct tree *t);
/* Appends a row as a line, with the branch it hangs from. */
void tree_write_row(struct buf *out, const struct tree *t, size_t row);
/* Parts of such a line: the branch alone, and the text before the name or path. */
void tree_write_branch(struct buf *out, const struct tree *t, size_t row);
void tree_write_lead(struct buf *out, const struct tree *t, size_t row);

#endif
