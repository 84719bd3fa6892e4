/*
 * script.h - the console driven by a file: what tests and pictures are made with.
 *
 *	size 100x30              the screen, when there is no terminal
 *	keys / <Enter> j gg      keys by the names that keymaps use
 *	type mara elli           characters, one by one
 *	paste TEXT               a bracketed paste; \n is a newline
 *	paste-copied             what was sent last
 *	count                    keys are counted from here; a paste is one
 *	keys-at-most N           so many were pressed since
 *	proven                   this terminal is known to take what is sent
 *	unproven                 it is not
 *	looked 2h                one has looked last so long ago
 *	expect TEXT              the screen shows it
 *	expect-not TEXT          it does not
 *	expect-copied TEXT       what was sent last is exactly this
 *	expect-copied-end TEXT   or ends so
 *	screen NAME              saves the screen as $BACKROOM_SCREENS/NAME.txt
 *	wait TEXT                waits until the screen shows it (a read that takes its time)
 *
 * Each line runs when the console is idle: nothing read, waited for or to be drawn; it has 60 s for
 * that, from when the demo is there. A `#` begins a comment. The first line that fails ends the run
 * with status 1.
 */
#ifndef UI_SHELL_SCRIPT_H
#define UI_SHELL_SCRIPT_H

#include "ui/kit/console.h"

struct script;

/* Reads the whole file first; false when it cannot be read or has an unknown word. */
struct script *script_open(const char *path, struct err *err);
void script_free(struct script *s);
/* The size its first `size` line asks for, or 80x24. */
void script_size(const struct script *s, int *rows, int *cols);
/* Runs lines for as long as the console is idle. False when it is over; exit status in *status. */
bool script_run(struct script *s, struct console *c, int *status);

#endif
