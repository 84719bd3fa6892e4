/*
 * home.h - `0`: today's state on one screen: new baskets by source and time, findings, and the
 * signed-in user. Each number links to its rows; q returns to the previous place.
 */
#ifndef UI_SHELL_HOME_H
#define UI_SHELL_HOME_H

#include "ui/kit/console.h"

void home_open(struct console *c);

#endif
