/*
 * user_command.h - programs of the user's own, from config.conf, that are run on a basket or on the marked
 * ones, one after the other: which may be run, what they are told, what they said, what came of it.
 *
 * One at a time. A program gets the basket by its variables (app/basket/variables.h), no terminal and no
 * token; Ctrl-C ends it. The screen is not waited with. Loop thread only.
 */
#ifndef UI_BASKET_USER_COMMAND_H
#define UI_BASKET_USER_COMMAND_H

#include "ui/basket/user_command_run.h"

/* Runs the command that `:run NAME` names, or asks which. `marked`: asks before, however many they are. */
void user_command_open(struct console *c, const char *const *ids, size_t n, bool marked);
/* `:run NAME`: of the rows of the pane that is seen. */
void user_command_run_named(struct console *c, struct str name);
void user_command_free(struct console *c);

#endif
