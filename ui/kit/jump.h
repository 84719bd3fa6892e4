/*
 * jump.h - jumps to a tab's own pane, from elsewhere or from a pane above it, and back.
 *
 * That pane keeps a jump in its history: back returns to the place before, forward goes there
 * again. Panes above it are put aside meanwhile and come back unchanged.
 */
#ifndef UI_KIT_JUMP_H
#define UI_KIT_JUMP_H

#include "ui/kit/pane.h"
#include "ui/kit/tabs.h"

struct jump {
	unsigned number; /* from 1; what histories know it by */
	enum tab from, to;
	struct pane_stack aside; /* those above the target pane, the lowest first */
};

/* All that were made, the oldest first. Those from `at` on were gone back over. */
struct jumps {
	VEC(struct jump) list;
	size_t at;
	unsigned made;
};

/* Goes to the tab's own pane, which is given. */
struct pane *jump_to(struct console *c, enum tab tab);
/* Back over the jump of that number; one that is no longer known leads nowhere. */
void jump_back(struct console *c, unsigned number);
/* The jump that forward leads over here; NULL when there is none. */
const struct jump *jump_ahead(const struct console *c);
/* Forward over the jump that was gone back over here last; false when there is none. */
bool jump_again(struct console *c);
/* Nothing lies further back, or on; a pane that was left by its digit is another key's. */
void jump_show_end(struct console *c, bool back);
/* Other code changed the panes' data. */
void jumps_changed(struct jumps *j);
/* As above for all panes, also those on the stacks. */
void console_changed(struct console *c);
/* As above for the panes above a tab's own pane. */
void console_changed_above(struct console *c, enum tab tab);
/* Closes, on every stack, what is told by `goes` and all above it, and whatever is put aside; the
 * tabs' own stay. */
void console_close_where(struct console *c, bool (*goes)(const struct pane *p));
/* Closes the panes that are aside. */
void jumps_free(struct jumps *j);

#endif
