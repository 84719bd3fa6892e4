/*
 * user_command_run.h - a running user command (user_command.h): one basket after the other, until one fails,
 * the user stops it or all are done; its messages, and its records.
 */
#ifndef UI_BASKET_USER_COMMAND_RUN_H
#define UI_BASKET_USER_COMMAND_RUN_H

#include "ui/kit/console.h"
#include "ui/kit/ids.h"

struct helper;

/* A command and the baskets that it is run on; asked about, or under way. */
struct user_command_run {
	struct console *console;
	struct str named; /* while `:run NAME` looks for its rows; else none */
	const struct user_command *command;
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
const char *user_command_why_not(const struct console *c);
/* Runs the command on its baskets; where it may not be, says so. */
void user_command_begin(struct user_command_run *o);
/* Ends what runs; nothing is said. */
void user_command_end(struct user_command_run *o);

/* Ends the one that runs; false when none does. */
bool user_command_cancel(struct console *c);
/* Appends that one runs and would be ended; nothing when none does. */
void user_command_append_running(const struct console *c, struct buf *out);

#endif
