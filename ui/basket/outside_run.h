/*
 * outside_run.h - a running user command (outside.h): one basket after the other, until one fails,
 * the user stops it or all are done; its messages, and its records.
 */
#ifndef UI_BASKET_OUTSIDE_RUN_H
#define UI_BASKET_OUTSIDE_RUN_H

#include "ui/kit/console.h"
#include "ui/kit/ids.h"

struct helper;

/* A command and the baskets that it is run on; asked about, or under way. */
struct outside {
	struct console *console;
	struct str named; /* while `:run NAME` looks for its rows; else none */
	const struct outside_command *command;
	struct ids ids;
	bool marked;
	bool runs;
	size_t at; /* of the ids: the one it is run on */
	size_t done, gone;
	size_t left_out; /* since it was asked: not to be contacted any more */
	size_t not_noted;
	struct contact_identifiers who; /* of the one it is run on, as it was known then */
	struct helper *helper;  /* NULL between two of them */
};

/* Why none can be run now; NULL when one can. */
const char *outside_refuse(const struct console *c);
/* Runs the command on its baskets; where it may not be, says so. */
void outside_begin(struct outside *o);
/* Ends what runs; nothing is said. */
void outside_end(struct outside *o);

/* Ends the one that runs; false when none does. */
bool outside_cancel(struct console *c);
/* Appends that one runs and would be ended; nothing when none does. */
void outside_say_left(const struct console *c, struct buf *out);

#endif
