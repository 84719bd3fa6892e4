/*
 * user_command.h - user commands: programs from config.conf that run on the selected basket or on
 * each marked basket in turn. Decides which may run, passes the basket, and reports output and
 * result.
 *
 * Only one runs at a time. A program gets the basket in environment variables
 * (basket/variables.h), but no terminal and no token; Ctrl-C ends it. The screen stays usable
 * meanwhile. Loop thread only.
 */
#ifndef UI_BASKET_USER_COMMAND_H
#define UI_BASKET_USER_COMMAND_H

#include "ui/basket/user_command_run.h"

/* Runs the command named by `:run NAME`, or shows a menu. With `marked`, asks for confirmation
 * even for a single basket. */
void user_command_open(struct console *c, const char *const *ids, size_t n, bool marked);
/* `:run NAME` on the rows of the visible pane. */
void user_command_run_named(struct console *c, struct str name);
void user_command_free(struct console *c);

#endif
