/*
 * shell.h - the four rows around the body: environment and panes, the VIEW and its counts, the
 * message line, the key bar. Draws only.
 */
#ifndef UI_SHELL_H
#define UI_SHELL_H

#include "ui/console.h"

void shell_draw(const struct console *c, const struct surface *screen);
/* The colour of an environment of this role: demo, test, prod. */
enum role shell_badge_role(const char *role);
/* Row 2: where this is (cut from the left), what is known of it, and what is not of writes. */
void shell_draw_way(
    const struct console *c, const struct surface *s, struct buf *left, struct buf *right);
/* The whole screen when it is too small for anything else. */
void shell_draw_too_small(const struct surface *screen);

#endif
