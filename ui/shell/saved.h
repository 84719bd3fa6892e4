/*
 * saved.h - `:go`: views that were saved under names. `:save` is the list's own.
 */
#ifndef UI_SHELL_SAVED_H
#define UI_SHELL_SAVED_H

#include "app/list/view.h"
#include "ui/kit/console.h"

/* Parses a line that may begin with @NAME: while people are masked, names in its terms are
 * masked too. view_free() the view after false too. */
bool saved_view_parse(struct view *view, const struct console *c, struct str line, struct err *err);
/* Shows the view of that name, or asks which. */
void saved_view_open(struct console *c, struct str name);
/* Forgets one, in the same way. */
void saved_view_ask_delete(struct console *c, struct str name);

#endif
