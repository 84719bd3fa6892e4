/*
 * pointer.h - the mouse: the wheel moves the cursor, a click selects. Off by default, since it
 * disables the terminal's own text selection.
 */
#ifndef UI_SHELL_POINTER_H
#define UI_SHELL_POINTER_H

#include "ui/kit/console.h"
#include "ui/term/input.h"

/* `:mouse`: turns mouse support on or off. */
void pointer_toggle(struct console *c);
/* Handles a mouse event at a position of the screen. While a modal is open, only the wheel
 * works. */
void pointer_on_mouse(struct console *c, int y, int x, enum mouse mouse);

#endif
