/*
 * welcome.h - the first screen where nobody said which environment is meant: on a first start what
 * this is and how to begin, else the environments that there are. It covers the whole screen.
 */
#ifndef UI_ACCESS_WELCOME_H
#define UI_ACCESS_WELCOME_H

#include "ui/kit/console.h"

void welcome_open(struct console *c);

#endif
