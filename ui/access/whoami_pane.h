/*
 * whoami_pane.h - `:whoami`: the signed-in user, the user's permissions, and when the token
 * expires.
 */
#ifndef UI_ACCESS_WHOAMI_PANE_H
#define UI_ACCESS_WHOAMI_PANE_H

#include "ui/kit/console.h"

struct pane *whoami_pane_new(struct console *c);
/* Shows once for each token that it expires soon, if it is not renewed. */
void whoami_warn_expiry(struct console *c);

#endif
