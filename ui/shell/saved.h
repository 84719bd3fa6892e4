/*
 * saved.h - `:go`: views that were saved under names. `:save` is the list's own.
 */
#ifndef UI_SHELL_SAVED_H
#define UI_SHELL_SAVED_H

#include "ui/kit/console.h"

/* Shows the view of that name, or asks which. */
void saved_go(struct console *c, struct str name);
/* Forgets one, in the same way. */
void saved_forget(struct console *c, struct str name);

#endif
