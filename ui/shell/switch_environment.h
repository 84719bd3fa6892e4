/*
 * switch_environment.h - `:env`: switches the console to another environment or the demo. Drops all
 * state of the old one: data, filters, forms, messages and its token. Asks first if something would
 * be lost.
 */
#ifndef UI_SHELL_SWITCH_ENVIRONMENT_H
#define UI_SHELL_SWITCH_ENVIRONMENT_H

#include "ui/kit/console.h"

/* Opens a menu of the environments. */
void switch_environment_menu_open(struct console *c);
/* Switches to the environment with that name; "demo" is the demo unless an environment has that
 * name. */
void switch_environment_by_name(struct console *c, struct str name);
/* Switches at once, without a question; NULL is the demo. */
void switch_environment_now(struct console *c, const char *name);

/* Appends what quitting would lose; nothing if there is nothing to lose. */
void switch_environment_append_unsaved(const struct console *c, struct buf *out);

#endif
