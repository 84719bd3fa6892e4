/*
 * change_row.h - the differences between two snapshots, one member per row, in the order of the
 * difference.
 *
 * Owns rows and texts until changes_free(); nothing is borrowed from the snapshots.
 */
#ifndef SNAPSHOT_CHANGE_ROW_H
#define SNAPSHOT_CHANGE_ROW_H

#include "list/view.h"
#include "model/graph.h"
#include "snapshot/snapshot.h"

struct change_row {
	struct str id;
	struct str change; /* "added", "removed", "changed" */
	struct str kind, name, path;
	struct str member;       /* dotted path; STR_NONE if the item was added or removed */
	struct str short_member; /* the path without the prefix that all members share */
	struct str old, new;     /* JSON; STR_NONE: absent */
	/* The offer's price before and after, as sentences, if it may have changed. */
	struct str old_price, new_price;
	int link_kind; /* enum graph_kind; GRAPH_KINDS: no link */
};

struct changes {
	struct arena text_arena;
	VEC(struct change_row) rows;
	size_t changed_item_count; /* number of items that differ */
};

/* Compares two snapshots. `ascii` is passed to text_clean(). */
void changes_collect(struct changes *c, const struct snapshot *before, const struct snapshot *after,
    enum snapshot_members which, bool ascii);
void changes_free(struct changes *c);

extern const struct view_resource changes_resource;

#endif
