/*
 * script.h - runs the console from a script file, for tests and screenshots.
 *
 *	size 100x30              size of the screen if there is no terminal
 *	keys / <Enter> j gg      presses keys, named as in keymaps
 *	type mara elli           types the characters one by one
 *	paste TEXT               a bracketed paste; \n is a newline
 *	paste-copied             pastes the text that was sent last
 *	count                    counts keys from here on; a paste counts as one
 *	keys-at-most N           fails if more keys were pressed since `count`
 *	proven                   marks that sent texts arrive on this terminal
 *	unproven                 resets that: not known whether they arrive
 *	looked 2h                sets how long ago the last visit was
 *	expect TEXT              fails unless the screen shows the text
 *	expect-not TEXT          fails if the screen shows the text
 *	expect-copied TEXT       fails unless the text sent last is exactly this
 *	expect-copied-end TEXT   fails unless the text sent last ends in this
 *	screen NAME              saves the screen as $BACKROOM_SCREENS/NAME.txt
 *	wait TEXT                waits until the screen shows the text (for a slow read)
 *
 * Each line runs when the console is idle: nothing is being read, waited for or about to be drawn.
 * It has 60 s for that, counted from when the demo is ready. A `#` starts a comment. The first line
 * that fails ends the run with status 1.
 */
#ifndef UI_SHELL_SCRIPT_H
#define UI_SHELL_SCRIPT_H

#include "ui/kit/console.h"

struct script;

/* Reads the whole file first. Returns false and sets err if it cannot be read or has an unknown
 * command. */
struct script *script_open(const char *path, struct err *err);
void script_free(struct script *s);
/* The size from the first `size` line, or 80x24. */
void script_read_size(const struct script *s, int *rows, int *cols);
/* Runs lines while the console is idle. Returns false when the script has ended, with the exit
 * status in *status. */
bool script_run(struct script *s, struct console *c, int *status);

#endif
