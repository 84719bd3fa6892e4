/*
 * stack.h - the console's panes, one stack per tab, the modals over them, and the jumps between
 * tabs.
 */
#ifndef UI_KIT_STACK_H
#define UI_KIT_STACK_H

#include "ui/kit/modal.h"
#include "ui/kit/pane.h"

/* The panes that are opened by a digit. The shell defines the table of them. */
enum tab {
	TAB_BASKETS,
	TAB_CAMPAIGNS,
	TAB_OFFERS,
	TAB_CATALOG,
	TAB_JOURNEYS,
	TAB_IDENTITIES,
	TAB_JOURNAL,
	TAB_CHECKS,
	TABS
};

/* The panes of one tab: the last is visible, the first is the tab's base pane. */
struct pane_stack {
	VEC(struct pane *) panes;
};

struct tab_info {
	const char *name, *short_name; /* brief: used in narrow windows; NULL: same as name */
	struct pane *(*open)(struct console *c);
	int digit;
	enum action action;
};

/* The visible pane. */
struct pane *console_top_pane(const struct console *c);
/* The pane under the visible one; NULL if the visible one is the tab's base pane. */
struct pane *console_pane_below(const struct console *c);
/* The tab's base pane; created on first use. */
struct pane *console_tab_pane(struct console *c, enum tab tab);
/* Switches to a tab: its panes are as they were left. */
void console_go_to_tab(struct console *c, enum tab tab);
/* Goes to a tab as its digit does: from the catalog pane itself, to that pane's next list. */
void console_press_tab(struct console *c, enum tab tab);
void console_push_pane(struct console *c, struct pane *p);
/* Closes the top pane. Returns false if it is the tab's base pane, which stays open. */
bool console_pop_pane(struct console *c);
/* Appends the path of row 2 up to the top pane, which adds its own part: "Campaigns > ". */
void console_append_lower_breadcrumb(const struct console *c, struct buf *out);

/* The topmost modal, or NULL. */
struct modal *console_top_modal(const struct console *c);
void console_push_modal(struct console *c, struct modal *m);
/* Closes the topmost modal. */
void console_close_modal(struct console *c);

/* Looks up the keys typed so far: for a running tour, then for the visible pane. */
enum keymap_match console_lookup_keys(const struct console *c, enum action *out);
/* Appends the key for an action, "y", or the action's name if it has no key. */
void console_append_key_of(const struct console *c, struct buf *out, enum action a);

/*
 * Jumps from elsewhere, or from a pane above it, to the base pane of a tab, and back.
 *
 * The base pane records the jump in its history: back returns to the place before the jump, forward
 * repeats it. Panes above the base pane are set aside meanwhile and come back unchanged.
 */

struct jump {
	unsigned id; /* from 1; identifies the jump in histories */
	enum tab from_tab, to_tab;
	struct pane_stack set_aside_panes; /* the panes above the target pane, lowest first */
	const struct pane *opened_pane;    /* the pane above the target that was wanted; or NULL */
};

/* A pane that back has closed; forward opens it again above the same pane. */
struct closed_pane {
	struct pane *pane;
	const struct pane *below;
};

/* All jumps, oldest first. Those from index `current` on were undone by going back, and can be
 * repeated by forward. */
struct jumps {
	VEC(struct jump) list;
	size_t done_count;
	unsigned last_id;
	VEC(struct closed_pane) closed; /* the last one is the first to open */
};

/* Goes to the tab's base pane, and returns it. */
struct pane *jump_to(struct console *c, enum tab tab);
/* Call after a jump to a base pane that was only made to open this pane above it: back from it
 * returns over the jump. `last_id` is that of the jumps before. */
void jump_set_opened_pane(struct console *c, unsigned last_id, const struct pane *p);
/* Goes back over the jump with that number; does nothing if it is no longer stored. */
void jump_back(struct console *c, unsigned number);
/* The jump that forward would repeat from here; NULL if there is none. */
const struct jump *jump_find_forward(const struct console *c);
/* Repeats the jump that was undone here last. Returns false if there is none. */
bool jump_forward(struct console *c);
/* For the end of history in a direction: back closes a pane that was opened above another, forward
 * opens it again. Otherwise shows a message; if the previous pane was left by its digit, it names
 * the key that returns there. */
void jump_end_history(struct console *c, bool back);
/* Tells all panes that their data has changed, those on the stacks and those set aside. */
void console_notify_panes(struct console *c);
/* Tells the panes above a tab's base pane that their data has changed. */
void console_notify_panes_above(struct console *c, enum tab tab);
/* On every stack, closes the first pane for which `goes` is true and all panes above it. Also
 * closes all panes set aside. Base panes of tabs stay open. */
void console_close_panes_where(struct console *c, bool (*goes)(const struct pane *p));
/* Closes all panes set aside and drops the jumps. */
void jumps_free(struct jumps *j);

#endif
