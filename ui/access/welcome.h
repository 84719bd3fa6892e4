/*
 * welcome.h - the first screen if no environment was chosen: an introduction on the first start,
 * later the list of environments. Covers the whole screen.
 */
#ifndef UI_ACCESS_WELCOME_H
#define UI_ACCESS_WELCOME_H

#include "ui/kit/console.h"

void welcome_open(struct console *c);

#endif
