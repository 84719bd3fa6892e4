/*
 * about.h - `:about`: the program's version, the service it is connected to, the paths of its
 * files, and what this terminal can do. Shows no token and no link.
 */
#ifndef UI_SHELL_ABOUT_H
#define UI_SHELL_ABOUT_H

#include "ui/kit/console.h"

struct pane *about_pane_new(struct console *c);

#endif
