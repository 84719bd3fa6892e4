/*
 * linear.h - the console for who hears it, or has a slow line: it is the same console, whose screen
 * is said instead of drawn. Lines of standard input are what is typed, when it is idle; lines on
 * standard output say what changed. Nothing moves a cursor, and the terminal keeps its own line
 * editing.
 *
 *	(Enter alone)   goes on: more of a text, the next rows of a list
 *	list, list 30   rows as sentences, from the selected one or from that one on
 *	7               selects row 7 and says it
 *	/mara elli      what the filter takes, or a search in a text
 *	:anything       what `:` takes; of a VIEW or an action's name the colon may be left out
 *	y, gg, <Esc>    keys, as the keymap has them
 *
 * In a box its choices have numbers; where a text is asked for, the line is the text.
 */
#ifndef UI_LINEAR_LINEAR_H
#define UI_LINEAR_LINEAR_H

#include "ui/kit/console.h"

struct linear;

/* Reads lines of a descriptor, which stays the caller's. */
struct linear *linear_new(int in);
void linear_free(struct linear *l);
/* A console begins, the first or the next one: nothing of it was said yet. */
void linear_begin(struct linear *l, struct console *c);
/* Before each wait, after drawing: speaks the news, and runs a line when the console is idle.
 * False if the input has ended, or the output is not read. */
bool linear_turn(struct linear *l, struct console *c, bool (*is_idle)(const struct console *c));
/* errno of the first line that stdout did not take, or 0; NULL is allowed. */
int linear_failed(const struct linear *l);
/* Ctrl-C: what was typed of a line is gone, and one is asked for anew. */
void linear_interrupt(struct linear *l);
/* Says a last thing. */
void linear_speak(struct linear *l, struct str text);

#endif
