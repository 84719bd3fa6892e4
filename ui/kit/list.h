/*
 * list.h - a list's cursor and its top row. Arithmetic only.
 */
#ifndef UI_KIT_LIST_H
#define UI_KIT_LIST_H

#include "app/config/actions.h"

#include <stdbool.h>
#include <stddef.h>

struct list {
	size_t cursor, top;
	size_t count;
	size_t height; /* rows that fit */
};

/* A new length and height: cursor and top stay where they can. */
void list_fit(struct list *l, size_t count, size_t height);
/* Moves the cursor by rows; stops at the ends. False if it was there already. */
bool list_move(struct list *l, long rows);
void list_go(struct list *l, size_t row);
/* The moving actions (down, page-down, top …); false for any other. */
bool list_act(struct list *l, enum action a);
/* Scrolls without a cursor (texts): top only. */
void list_scroll(struct list *l, long rows);

#endif
