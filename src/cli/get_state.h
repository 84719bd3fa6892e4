/*
 * get_state.h - what `get` has under way, for get.c, which reads and prints, and get_notes.c.
 */
#ifndef CLI_GET_STATE_H
#define CLI_GET_STATE_H

#include "app/list/seen_ids.h"
#include "app/list/service_query.h"
#include "app/list/suggestion.h"
#include "base/index.h"
#include "cli/out/output.h"
#include "cli/read/walk.h"

struct for_mail;
struct derived_rows;
struct view_dependencies;
struct contact_source;
struct tree_output;

/* A row that waits for sort=. */
struct sort_row {
	void *row;
	struct str json;
	unsigned flags;
};

struct get {
	const struct args *args;
	struct app_context app;
	struct connection connection;
	struct view view;
	const struct row_ops *ops; /* of the view's resource */
	struct row_filter filter; /* of items, or of what is made of baskets */
	struct suggestions suggestions; /* where nothing matched so far */
	struct service_query service_query;
	struct output output;
	struct walk_end end;
	struct index *paths;           /* of the catalog's items that were seen, else NULL */
	size_t duplicate_paths;        /* items that have the path of one before */
	size_t odd;                    /* printed items with a member of an unexpected kind */
	const struct row_term *timed;  /* a term that asks when an item was made, or NULL */
	size_t without_time;           /* items that do not say so */
	struct seen_ids seen_ids;      /* which items */
	struct tree_output *tree;      /* what is kept for a tree, else NULL */
	struct view_dependencies *needs; /* what rows need of other lists, else NULL */
	struct derived_rows
	    *derived_rows; /* what no endpoint lists is made of baskets, else NULL */
	struct contact_source *contact_source; /* where the view asks for them, else NULL */
	struct for_mail *mail;         /* a row a person, else NULL */
	bool all;
	bool sorted; /* all that match are kept, and printed at the end */
	size_t max;  /* to print; 0: no end */
	size_t read, matched;
	bool cut;           /* more matched, or came, than was wanted */
	struct arena texts; /* of one row, or of all kept */
	VEC(struct sort_row) sort_rows;
};

/* A sorted list is cut when all of it is there. */
static inline bool
get_is_full(const struct get *g)
{
	return g->max && !g->sorted && g->matched >= g->max;
}

#endif
