/*
 * pointer.h - the mouse: the wheel moves, a click goes where it points. Off until it is asked for,
 * since it takes the terminal's own selection.
 */
#ifndef UI_SHELL_POINTER_H
#define UI_SHELL_POINTER_H

#include "ui/kit/console.h"
#include "ui/term/input.h"

/* `:mouse`: listens to it, or leaves it to the terminal. */
void pointer_toggle(struct console *c);
/* It was used at a place of the screen. In front of a pane only the wheel does something. */
void pointer_on_mouse(struct console *c, int y, int x, enum mouse mouse);

#endif
