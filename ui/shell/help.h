/*
 * help.h - what can be done here: made from the action list, the keymap and each pane's reasons.
 */
#ifndef UI_SHELL_HELP_H
#define UI_SHELL_HELP_H

#include "ui/kit/console.h"

/* The keys of the pane that is seen now, as a text pane. */
struct pane *help_pane_new(struct console *c);

#endif
