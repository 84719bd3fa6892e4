/*
 * help.h - the available keys: made from the action list, the keymap, and the panes' reasons why an
 * action cannot run.
 */
#ifndef UI_SHELL_HELP_H
#define UI_SHELL_HELP_H

#include "app/actions.h"
#include "base/str.h"
#include "ui/kit/console.h"

/* The keys of the visible pane, as a text pane. */
struct pane *help_pane_new(struct console *c);

/*
 * `:about`: the program's version, the service it is connected to, the paths of its
 * files, and what this terminal can do. Shows no token and no link.
 */

struct pane *about_pane_new(struct console *c);

/*
 * Keys of other terminal programs (k9s, lazygit, tig, less, vim, VisiData) that do
 * nothing here, and our action that does the same. Pure.
 */

/* The action for a key, named as in messages: "Ctrl-W". ACT_NONE if the key is not known from
 * other programs. */
enum action foreign_key_action(struct str key);

#endif
