/*
 * stack.h - the console's panes, one stack per tab, and the modals over them.
 */
#ifndef UI_KIT_STACK_H
#define UI_KIT_STACK_H

#include "ui/kit/modal.h"
#include "ui/kit/pane.h"
#include "ui/kit/tabs.h"

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

/* Appends the key for an action, "y", or the action's name if it has no key. */
void console_append_key_of(const struct console *c, struct buf *out, enum action a);

#endif
