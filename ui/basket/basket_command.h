/*
 * basket_command.h - user commands (ui/rows/user_command.h) on baskets: the checks of the link and
 * of misleading characters, the questions, the variables, the contact log.
 */
#ifndef UI_BASKET_BASKET_COMMAND_H
#define UI_BASKET_BASKET_COMMAND_H

#include "ui/rows/user_command.h"

/* Opens the menu of commands, or runs the one of `:run NAME`. `pane`: "baskets" or "persons". With
 * `marked`, asks for confirmation even for a single basket. */
void basket_command_open(
    struct console *c, const char *pane, const char *const *ids, size_t n, bool marked);

#endif
