/*
 * requests_pane.h - `:requests`: the requests that this console made to the service, as they happen,
 * newest first. It lists the last ones of this environment, from memory.
 */
#ifndef UI_ACCESS_REQUESTS_PANE_H
#define UI_ACCESS_REQUESTS_PANE_H

#include "ui/kit/console.h"

/* Opens the list above the visible pane, unless it is visible. */
void requests_pane_open(struct console *c);
/* Opens the list at the request with this id. Returns false if it is not among them. */
bool requests_pane_show(struct console *c, struct str request_id);
/* Redraws the list after each request; call once for a new client. */
void requests_pane_watch(struct console *c);

#endif
