/*
 * home.h - `0`: today at a glance in one screen: what came, from where, when, what is wrong, who
 * one is. Every number leads to its rows; q goes back to where one was.
 */
#ifndef UI_SHELL_HOME_H
#define UI_SHELL_HOME_H

#include "ui/kit/console.h"

void home_open(struct console *c);

#endif
