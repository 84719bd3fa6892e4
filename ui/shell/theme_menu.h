/*
 * theme_menu.h - `:theme`: a menu of themes, each previewed as the cursor reaches it.
 */
#ifndef UI_SHELL_THEME_MENU_H
#define UI_SHELL_THEME_MENU_H

#include "ui/kit/console.h"

void theme_menu_open(struct console *c);
/* Sets the theme by its name; shows an error if there is no such theme. */
void theme_set(struct console *c, struct str name);

#endif
