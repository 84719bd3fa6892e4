/*
 * switch_environment.h - `:env`: the console turns to another environment, or to the demo. Everything of the old one
 * is dropped: what was read, filters, forms, messages, and its token; where something would be lost
 * it asks first.
 */
#ifndef UI_SHELL_SWITCH_ENVIRONMENT_H
#define UI_SHELL_SWITCH_ENVIRONMENT_H

#include "ui/kit/console.h"

/* A menu of what there is. */
void switch_environment_menu_open(struct console *c);
/* To the environment of that name; "demo" is the demo where no environment is called so. */
void switch_environment_by_name(struct console *c, struct str name);
/* At once, without a question: NULL is the demo. */
void switch_environment_now(struct console *c, const char *name);

/* Appends what quitting would lose; nothing if there is nothing to lose. */
void switch_environment_append_unsaved(const struct console *c, struct buf *out);

#endif
