/*
 * requests_pane.h - `:requests`: the requests that this console made to the service, as they happen,
 * newest first. It lists the last ones of this environment, from memory.
 */
#ifndef UI_ACCESS_REQUESTS_PANE_H
#define UI_ACCESS_REQUESTS_PANE_H

#include "ui/kit/console.h"

/* Opens the list above the visible pane, unless it is visible. */
void requests_pane_open(struct console *c);
/* Redraws the list after each request; call once for a new client. */
void requests_pane_watch(struct console *c);

#endif
