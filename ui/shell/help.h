/*
 * help.h - the available keys: made from the action list, the keymap, and the panes' reasons why an
 * action cannot run.
 */
#ifndef UI_SHELL_HELP_H
#define UI_SHELL_HELP_H

#include "ui/kit/console.h"

/* The keys of the visible pane, as a text pane. */
struct pane *help_pane_new(struct console *c);

#endif
