/*
 * command_here.h - the user commands of the visible pane, and their keys.
 */
#ifndef UI_ROWS_COMMAND_HERE_H
#define UI_ROWS_COMMAND_HERE_H

#include "ui/kit/console.h"

/* True if the command runs on the rows of the visible pane. */
bool command_is_here(const struct console *c, const struct user_command *command);
/* Finds the command of the visible pane whose key, or the beginning of it, was typed. */
enum keymap_match command_lookup_keys(
    const struct console *c, const uint32_t *keys, size_t n, const struct user_command **out);

#endif
