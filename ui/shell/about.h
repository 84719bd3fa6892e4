/*
 * about.h - `:about`: which program this is, whom it talks to, where its files are, and what this
 * terminal can do. No token, no link.
 */
#ifndef UI_SHELL_ABOUT_H
#define UI_SHELL_ABOUT_H

#include "ui/kit/console.h"

struct pane *about_pane_new(struct console *c);

#endif
