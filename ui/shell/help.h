/*
 * help.h - texts that explain the console: keys and commands, signs and filters, the program.
 */
#ifndef UI_SHELL_HELP_H
#define UI_SHELL_HELP_H

#include "app/actions.h"
#include "base/str.h"
#include "ui/kit/console.h"

/* All keys and commands by task, as a text: the list of `?`, for linear mode. */
struct pane *help_pane_new(struct console *c);
/* The signs of the visible list, and the language of its filter. */
struct pane *signs_pane_new(struct console *c);

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
