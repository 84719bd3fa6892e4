/*
 * get_state.h - the state of a running `get`, shared by get.c, which reads and prints, and
 * get_notes.c.
 */
#ifndef CLI_GET_STATE_H
#define CLI_GET_STATE_H

#include "base/index.h"
#include "cli/output.h"
#include "cli/walk.h"
#include "list/service_query.h"
#include "list/suggestion.h"

struct basket_common;
struct for_mail;
struct derived_rows;
struct view_dependencies;
struct contact_source;
struct tree_output;

/* A row stored for sort=. */
struct sort_row {
	void *row;
	struct str json;
	unsigned flags;
};

struct get_job {
	const struct args *args;
	struct app_context app;
	struct connection connection;
	struct view view;
	const struct row_ops *ops;      /* row functions of the view's resource */
	struct row_filter filter;       /* for items, or for the rows derived from baskets */
	struct suggestions suggestions; /* collected until something matches */
	struct service_query service_query;
	struct walk_request walk_request;
	struct output output;
	struct walk_end walk_end;
	struct index *printed_paths;      /* paths of catalog items printed so far, else NULL */
	size_t duplicate_path_count;      /* items with the path of an earlier one */
	size_t malformed_count;           /* printed items with a member of an unexpected kind */
	const struct row_term *time_term; /* a term on the time of items, or NULL */
	size_t without_time_count;        /* items without that time */
	struct seen_ids seen_ids;         /* detects items that come again */
	struct tree_output *tree;         /* items to print as a tree, else NULL */
	struct view_dependencies
	    *dependencies; /* data from other lists that rows need, else NULL */
	struct derived_rows
	    *derived_rows; /* rows built from baskets, if there is no endpoint; else NULL */
	struct contact_source *contact_source; /* contact log, if the view needs it; else NULL */
	struct basket_common *common_texts;    /* values that rows of baskets share */
	struct for_mail *for_mail;             /* --for mail: a row per person; else NULL */
	bool read_all;
	bool sorted;      /* matching rows are stored, and printed at the end */
	size_t max_items; /* number of items to print; 0: no limit */
	size_t read_count, matched_count;
	bool is_truncated;       /* more items matched, or arrived, than are printed */
	struct arena text_arena; /* of one row, or of all stored rows */
	VEC(struct sort_row) sort_rows;
};

/* True if enough items matched. A sorted list is cut only after all of it was read. */
static inline bool
get_is_full(const struct get_job *g)
{
	return g->max_items && !g->sorted && g->matched_count >= g->max_items;
}

#endif
