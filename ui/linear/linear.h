/*
 * linear.h - linear mode: the console for users of a screen reader or a slow connection. It is the
 * same console, but its screen is printed as lines instead of drawn. When it is idle, it reads a
 * line of standard input; lines on standard output report what changed. The cursor is never moved,
 * and the terminal keeps its own line editing.
 *
 *	(Enter alone)   continues: more of a text, the next rows of a list
 *	list, list 30   prints rows as sentences, from the selected row or from row 30
 *	7               selects row 7 and prints it
 *	/mara elli      filters the list, or searches in a text
 *	:anything       like `:` on the screen; optional before a VIEW or an action's name
 *	y, gg, <Esc>    keys, named as in the keymap
 *
 * In a box, the choices have numbers. If a text field has the focus, the line is its text.
 */
#ifndef UI_LINEAR_LINEAR_H
#define UI_LINEAR_LINEAR_H

#include "ui/kit/console.h"

struct linear;

/* Reads lines from a descriptor, which stays the caller's. */
struct linear *linear_new(int in);
void linear_free(struct linear *l);
/* Call when a console starts, the first one or another after a switch: nothing of it has been
 * spoken yet. */
void linear_begin(struct linear *l, struct console *c);
/* Call before each wait, after drawing: speaks what changed, and runs the next line if the
 * console is idle. Returns false if the input has ended or stdout failed. */
bool linear_run_turn(struct linear *l, struct console *c, bool (*is_idle)(const struct console *c));
/* errno of the first failed write to stdout, or 0. l may be NULL. */
int linear_write_errno(const struct linear *l);
/* Ctrl-C: drops the partly typed line and prompts again. */
void linear_interrupt(struct linear *l);
/* Prints a text, for example a last message. */
void linear_speak(struct linear *l, struct str text);

#endif
