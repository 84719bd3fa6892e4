/*
 * history.h - places one was at in a list: the VIEW line, the basket under the cursor, the row
 * on top. Back and forward move through them.
 */
#ifndef UI_ROWS_HISTORY_H
#define UI_ROWS_HISTORY_H

#include "base/str.h"

#include <stdbool.h>

struct history;

struct bookmark {
	char *view, *selected; /* owned by the history */
	size_t top;
	bool in_detail;
	unsigned jump; /* the number of the jump that it was left by; 0: none */
};

struct history *history_new(void);
void history_free(struct history *h);
/* Leaves a place for a new one: what was ahead is forgotten. Copies the texts. The same place
 * twice is one: a jump leaves it, and then what is shown there does. */
void history_leave(struct history *h, const struct bookmark *here);
/* All places, those ahead too. */
void history_clear(struct history *h);
/* Goes back or forward: stores where one is and gives where to go; NULL at the ends. */
const struct bookmark *history_back(struct history *h, const struct bookmark *here);
const struct bookmark *history_forward(struct history *h, const struct bookmark *here);

#endif
