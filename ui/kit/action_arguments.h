/*
 * action_arguments.h - Tab completion for the word after an action at `:`: user commands after run,
 * environments after env, themes, saved views.
 */
#ifndef UI_KIT_ACTION_ARGUMENTS_H
#define UI_KIT_ACTION_ARGUMENTS_H

#include "ui/kit/console.h"

/* Appends one line per candidate: "NAME", a tab and a description, which may be empty. Most
 * actions have no candidates. */
void append_action_arguments(struct buf *out, const struct console *c, enum action a);
/* Appends the description of a user command, or its command line if it has none. */
void append_command_help(
    struct buf *out, const struct console *c, const struct user_command *command);

#endif
