/*
 * home.h - `0`, Today: boxes that fill the window with the numbers of this day. Each number opens
 * its rows; Tab goes from box to box. Leaving it returns to the previous place.
 */
#ifndef UI_SHELL_HOME_H
#define UI_SHELL_HOME_H

#include "ui/kit/console.h"

/* Opens Today; reloads its data if it is open. */
void home_open(struct console *c);
/* True if Today is visible, or under another pane of the visible tab. */
bool home_is_open(const struct console *c);

#endif
