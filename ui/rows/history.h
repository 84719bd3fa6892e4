/*
 * history.h - the history of a list: for each place the VIEW line, the selected row and the top
 * row. Back and forward move through it.
 */
#ifndef UI_ROWS_HISTORY_H
#define UI_ROWS_HISTORY_H

#include "base/str.h"

#include <stdbool.h>

struct history;

struct bookmark {
	char *view_line, *selected_id; /* owned by the history */
	size_t first_visible_row;
	bool in_detail, detail_is_step; /* is_step: entered from the list, so back leads to it */
	unsigned jump_id; /* number of the jump that left this place; 0: none */
};

struct history *history_new(void);
void history_free(struct history *h);
/* Adds a place before going to a new one, and drops the places ahead. Copies the texts. A place
 * equal to the last one is not added twice, for example when a jump and the view shown by it
 * both add it. */
void history_leave(struct history *h, const struct bookmark *here);
/* Removes all places, including those ahead. */
void history_clear(struct history *h);
/* Go back or forward: store the current place and return the place to go to; NULL at the ends. */
const struct bookmark *history_back(struct history *h, const struct bookmark *here);
const struct bookmark *history_forward(struct history *h, const struct bookmark *here);

#endif
