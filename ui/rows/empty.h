/*
 * empty.h - the text shown instead of rows: the state, the reason, and the keys that help, each on
 * its own line and in its own style.
 *
 * A pane's describe_empty() appends them in this order; only the first is required.
 */
#ifndef UI_ROWS_EMPTY_H
#define UI_ROWS_EMPTY_H

#include "list/doc.h"
#include "ui/kit/console.h"
#include "ui/rows/rows_pane.h"

/* "No journeys": cleaned or our own text, without a full stop. */
void empty_add_title(struct doc *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The reason as a sentence; untrusted text is cleaned here. */
void empty_add_reason(struct doc *d, struct str words);
/* The whole text for data that could not be read: what failed, the service's words, its code and
 * request id, what would help, and the keys that can. `tries`: how often it was tried. */
void empty_add_failure(struct doc *d, const struct console *c, const char *what,
    const struct err *err, int tries);
/* Y in place of rows that could not be read: a menu that sends the request id, or the request as
 * curl, to the clipboard. */
void empty_open_failure_menu(struct console *c, const struct err *err, struct str curl);
/* "Reading baskets … 4 s" and the key that stops it, once a read takes a second. `started_at` is in
 * ticks. */
void empty_add_reading(
    struct doc *d, const struct console *c, const char *what, int64_t started_at);
/* The whole text for a demo whose service is starting or failed to start, with the reason.
 * Returns false if there is a service. */
bool empty_add_no_service(struct doc *d, const struct console *c);
/* "Esc  clears the filter": a key, and what it does. */
void empty_add_key(struct doc *d, const char *key, const char *does);
/* Like empty_add_key() for the key of an action; appends nothing if the action has no key. */
void empty_add_action(struct doc *d, const struct console *c, enum action a, const char *does);

/* The remedy if data could not be read. */

/* Appends ". r tries again", or what to do after a token was refused. */
void append_fix_hint(struct buf *out, const struct console *c, const struct err *err);

/*
 * If no row matches the filter, offers words that are spelled similarly; Enter
 * shows their rows.
 */

/* Shows the rows of the most similar word; opens a menu if there are several. Returns false if
 * rows match or no word is similar. */
bool suggestion_rows_show(struct rows_pane *r);
/* The suggestions as text in place of rows. */
void suggestion_rows_describe_empty(const struct rows_pane *r, struct doc *d);

#endif
