/*
 * compare_row.h - two JSON items side by side: a row for each member of either, with both values.
 * A list of plain values is one member. Members that differ come first, then those that always differ (ids, paths, times of changes),
 * then equal ones; within these, the order of the first item.
 *
 * Owns rows and texts until comparison_free(); nothing is borrowed from the items.
 */
#ifndef LIST_COMPARE_ROW_H
#define LIST_COMPARE_ROW_H

#include "base/arena.h"
#include "list/view.h"

/* A hostile item has a million members: their pairs would take hours. */
enum { COMPARE_MEMBERS_MAX = 5000 };

enum compare_state { COMPARE_DIFFERS, COMPARE_OWN, COMPARE_SAME, COMPARE_STATES };

struct compare_row {
	struct str id;     /* the member's dotted path */
	struct str member; /* the path without "data." and "data.attributes." */
	enum compare_state state;
	struct str first, second; /* texts without their quotes, other JSON as sent */
	bool has_first, has_second;
	struct str search_text;
};

/* A further row: a text made of several members, such as a price in words. */
struct compare_extra {
	const char *name;
	struct str first, second; /* empty: absent */
};

struct item_comparison {
	struct arena text_arena;
	VEC(struct compare_row) rows;
	size_t differing_count, same_count; /* without those that always differ */
	bool is_cut; /* only the first COMPARE_MEMBERS_MAX members were compared */
};

void item_comparison_make(struct item_comparison *c, struct str first, struct str second,
    const struct compare_extra *extras, size_t extras_n);
void item_comparison_free(struct item_comparison *c);

extern const struct view_resource compare_resource;

#endif
