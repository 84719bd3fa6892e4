/*
 * menu.h - a box of rows to choose from.
 */
#ifndef UI_KIT_MENU_H
#define UI_KIT_MENU_H

#include "ui/kit/console.h"
#include "ui/kit/list.h"

struct menu_entry {
	char *text; /* cleaned text; owned by the menu */
	int value;
	bool checked;
	char letter; /* a key that chooses it; 0: none */
	bool is_heading; /* over the entries after it; cannot be chosen */
};

/* The part of the screen that a menu is about, and leaves visible. */
enum menu_place { MENU_IN_THE_MIDDLE, MENU_AT_CURSOR, MENU_AT_HEAD };

struct menu;
/* Called with the value of the chosen entry, after the menu is closed. A menu with ticks stays
 * open and calls it on each tick. */
typedef void menu_fn(struct console *c, void *ctx, int value);

/* `ticks`: Space turns an entry on or off. ctx is freed with x_free() when the menu closes. */
struct menu *menu_new(struct console *c, const char *title, bool ticks, menu_fn *fn, void *ctx);
void menu_add(struct menu *m, int value, bool checked, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Adds a heading over the entries after it. At least one entry must come before it, and one after
 * it. */
void menu_add_heading(struct menu *m, const char *text);
/* Calls `moved` with the value of each entry that the cursor reaches, for previews, and with
 * `left` if the menu is closed without a choice. */
void menu_set_on_move(struct menu *m, menu_fn *moved, int left);
/* The label of a checked entry without ticks, "current" by default; static. */
void menu_set_checked_text(struct menu *m, const char *words);
/* Shows lines of text under the entries: `write` appends those of the entry under the cursor. */
typedef void menu_preview_fn(struct buf *out, struct console *c, const void *ctx, int value);
void menu_set_preview(struct menu *m, menu_preview_fn *write);
/* Puts the cursor on the entry with that value. */
void menu_select(struct menu *m, int value);
/* Sets the place on the screen; without it, the middle. */
void menu_set_place(struct menu *m, enum menu_place place);
/* The last entry can be chosen by a letter, too. */
void menu_set_letter(struct menu *m, char letter);
/* Tab closes the menu and calls `fn` with the value of the entry under the cursor. `label` is its
 * text in the key bar, such as "add a remark". */
void menu_set_tab(struct menu *m, const char *label, menu_fn *fn);
/* The key of the action that opened the menu also closes it. */
void menu_set_closing_action(struct menu *m, enum action a);
void menu_open(struct menu *m);

#endif
