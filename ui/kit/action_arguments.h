/*
 * action_arguments.h - candidates for the word after an action at `:`, for Tab: user commands after run,
 * environments after env, themes, saved views.
 */
#ifndef UI_KIT_ACTION_ARGUMENTS_H
#define UI_KIT_ACTION_ARGUMENTS_H

#include "ui/kit/console.h"

/* Appends a line for each, "NAME", a tab, and in words what it is, which may be nothing. None for most
 * actions. */
void append_action_arguments(struct buf *out, const struct console *c, enum action a);
/* Appends what a command of one's own is for; where that is not said, what is run. */
void append_command_help(
    struct buf *out, const struct console *c, const struct user_command *command);

#endif
