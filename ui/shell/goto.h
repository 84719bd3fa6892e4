/*
 * goto.h - what a text typed or pasted at `:` is, decided before it is shown, and going there.
 */
#ifndef UI_SHELL_GOTO_H
#define UI_SHELL_GOTO_H

#include "ui/kit/console.h"

void goto_typed(struct console *c, enum typed_kind kind, struct str text);

/* Goes to the pane of a VIEW's resource and shows it there; takes the view. False says why in
 * err; then nothing was changed. */
bool goto_view(struct console *c, struct view *view, struct err *err);

#endif
