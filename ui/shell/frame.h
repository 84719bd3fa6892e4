/*
 * frame.h - the four rows around the body: the environment and the tabs, the VIEW and its counts,
 * the message line, the key bar; and the list of keys that F1 opens.
 */
#ifndef UI_SHELL_FRAME_H
#define UI_SHELL_FRAME_H

#include "ui/kit/console.h"

void frame_draw(const struct console *c, const struct surface *screen);
/* Draws only the last two rows, for a modal over one that covers the panes. */
void frame_draw_foot(const struct console *c, const struct surface *screen);
/* Opens a list of the keys that the modal names in its key bar. */
void frame_show_keys(struct console *c, const struct modal *m);
/* Draws the whole screen if it is too small for anything else. */
void frame_draw_too_small(const struct surface *screen);

/* The action of the place whose name is at a column of row 1: Today or a tab; ACT_NONE if there is
 * none. */
enum action frame_action_at(const struct console *c, int x);

#endif
