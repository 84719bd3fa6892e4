/*
 * goto.h - opens the target of a text typed or pasted at `:`, after it was classified.
 */
#ifndef UI_SHELL_GOTO_H
#define UI_SHELL_GOTO_H

#include "ui/kit/console.h"

void goto_typed(struct console *c, enum typed_kind kind, struct str text);

/* Opens the pane of a VIEW's resource and shows the VIEW there; takes ownership. Returns false
 * and sets err if that fails; nothing has changed then. */
bool goto_view(struct console *c, struct view *view, struct err *err);

#endif
