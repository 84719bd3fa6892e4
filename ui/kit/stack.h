/*
 * stack.h - the panes of a console, a stack for each tab, and the modals in front of them.
 */
#ifndef UI_KIT_STACK_H
#define UI_KIT_STACK_H

#include "ui/kit/modal.h"
#include "ui/kit/pane.h"
#include "ui/kit/tabs.h"

/* The pane that is seen. */
struct pane *console_pane(const struct console *c);
/* The pane below the one on top of what is seen; NULL at the tab's own. */
struct pane *console_below(const struct console *c);
/* The tab's own pane, made when it is not there yet. */
struct pane *console_tab(struct console *c, enum tab tab);
/* Goes to a tab: its pane comes back as it was left. */
void console_go_tab(struct console *c, enum tab tab);
void console_push(struct console *c, struct pane *p);
/* Closes the pane on top; the tab's own stays. False when it is that. */
bool console_pop(struct console *c);
/* Appends the parts of row 2's path of all panes of the stack. */
void console_append_breadcrumb(const struct console *c, struct buf *out);

/* The modal on top, or NULL. */
struct modal *console_modal(const struct console *c);
void console_open(struct console *c, struct modal *m);
/* Closes the modal on top. */
void console_close_modal(struct console *c);

/* Appends how a key is pressed here: "y", or the action's name when no key runs it. */
void console_key_of(const struct console *c, struct buf *out, enum action a);

#endif
