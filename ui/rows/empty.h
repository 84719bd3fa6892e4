/*
 * empty.h - what stands where rows would be: what it is, why, and the keys that lead on, each on a
 * line of its own and in a weight of its own.
 *
 * A pane's say_empty() appends them in this order; the first is the only one that each has.
 */
#ifndef UI_ROWS_EMPTY_H
#define UI_ROWS_EMPTY_H

#include "app/text/doc.h"
#include "ui/kit/console.h"

/* "No journeys": cleaned, or our own words; without a full stop. */
void empty_what(struct doc *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A sentence; foreign text is cleaned here. */
void empty_why(struct doc *d, struct str words);
/* Where the reason is: the console has it elsewhere on the screen, or has said it just before. */
void empty_why_failed(struct doc *d, const struct console *c);
/* Of a demo whose service is not there, all of it: it is waited for, or did not start, and why. False
 * when there is a service. */
bool empty_no_service(struct doc *d, const struct console *c);
/* "Esc  clears the filter": what is typed, and what it does. */
void empty_key(struct doc *d, const char *key, const char *does);
/* The same for the key of an action; nothing where it has none. */
void empty_action(struct doc *d, const struct console *c, enum action a, const char *does);

#endif
