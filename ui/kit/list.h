/*
 * list.h - a list's cursor and its top row. Only arithmetic, no drawing.
 */
#ifndef UI_KIT_LIST_H
#define UI_KIT_LIST_H

#include "app/actions.h"

#include <stdbool.h>
#include <stddef.h>

struct list {
	size_t cursor, first_visible_row;
	size_t count;
	size_t visible_rows; /* visible rows */
	size_t margin; /* rows that stay visible on both sides of the cursor, for an audience; a
			* page is then half the visible rows */
};

/* Sets a new length and height. The cursor and top row stay if possible. */
void list_set_size(struct list *l, size_t count, size_t height);
/* Moves the cursor by rows, stopping at the ends. Returns false if it did not move. */
bool list_move(struct list *l, long rows);
void list_go_to_row(struct list *l, size_t row);
/* Handles an action that moves the cursor (down, page-down, top …). Returns false for any other
 * action. */
bool list_handle_action(struct list *l, enum action a);
/* Scrolls a text without a cursor: changes only top. */
void list_scroll(struct list *l, long rows);

#endif
