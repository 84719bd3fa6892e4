/*
 * whoami_pane.h - `:whoami`: who one is here, what one may, until when.
 */
#ifndef UI_ACCESS_WHOAMI_PANE_H
#define UI_ACCESS_WHOAMI_PANE_H

#include "ui/kit/console.h"

struct pane *whoami_pane_new(struct console *c);

#endif
