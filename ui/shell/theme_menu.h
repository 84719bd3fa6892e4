/*
 * theme_menu.h - `:theme`: how it looks, tried while one chooses.
 */
#ifndef UI_SHELL_THEME_MENU_H
#define UI_SHELL_THEME_MENU_H

#include "ui/kit/console.h"

void theme_menu_open(struct console *c);
/* By its name; says why not. */
void theme_set(struct console *c, struct str name);

#endif
