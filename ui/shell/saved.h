/*
 * saved.h - `:go`: opens saved views by name. `:save` is an action of the lists.
 */
#ifndef UI_SHELL_SAVED_H
#define UI_SHELL_SAVED_H

#include "list/view.h"
#include "ui/kit/console.h"

/* Parses a line that may start with @NAME. While people are masked, names in its terms are
 * masked too. Call view_free() on the view even if this returns false. */
bool saved_view_parse(struct view *view, const struct console *c, struct str line, struct err *err);
/* Shows the saved view with that name, or opens a menu. */
void saved_view_open(struct console *c, struct str name);
/* Deletes a saved view, chosen in the same way. */
void saved_view_ask_delete(struct console *c, struct str name);

#endif
