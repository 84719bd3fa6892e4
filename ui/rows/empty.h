/*
 * empty.h - the text in place of rows: the state, the reason, and the keys that help, each on a
 * line of its own with its own weight.
 *
 * A pane's describe_empty() appends them in this order; only the first is required.
 */
#ifndef UI_ROWS_EMPTY_H
#define UI_ROWS_EMPTY_H

#include "app/text/doc.h"
#include "ui/kit/console.h"

/* "No journeys": cleaned, or our own words; without a full stop. */
void empty_what(struct doc *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A sentence; foreign text is cleaned here. */
void empty_why(struct doc *d, struct str words);
/* The reason's place: the console shows it elsewhere on the screen, or has just shown it. */
void empty_why_failed(struct doc *d, const struct console *c);
/* The whole text for a demo without its service: it is starting, or did not start, and why.
 * False if there is a service. */
bool empty_no_service(struct doc *d, const struct console *c);
/* "Esc  clears the filter": what is typed, and what it does. */
void empty_key(struct doc *d, const char *key, const char *does);
/* As above for the key of an action; nothing if it has none. */
void empty_action(struct doc *d, const struct console *c, enum action a, const char *does);

#endif
