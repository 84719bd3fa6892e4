/*
 * user_command.h - user commands: programs from config.conf that run on the selected basket or on
 * each marked basket in turn. Decides which may run, passes the basket, and reports output and
 * result.
 *
 * Only one runs at a time. A program gets the basket in environment variables
 * (basket/variables.h), but no terminal and no token; Ctrl-C ends it. The screen stays usable
 * meanwhile. Loop thread only.
 */
#ifndef UI_BASKET_USER_COMMAND_H
#define UI_BASKET_USER_COMMAND_H

#include "ui/kit/console.h"
#include "ui/kit/ids.h"

/*
 * A running user command: runs on one basket after the other
 * until one fails, the user stops it or all are done. Shows messages and records contacts.
 */

struct helper;

/* A command and the baskets it runs on; awaiting confirmation or in progress. */
struct user_command_run {
	struct console *console;
	struct str
	    pending_name; /* name from `:run NAME` while its rows are determined; else empty */
	const struct user_command *command;
	struct ids ids;
	bool for_marked;
	bool is_running;
	size_t current_index; /* index into ids: the current basket */
	size_t done_count, gone_count;
	size_t left_out_count; /* not to be contacted any more since the confirmation */
	size_t unrecorded_count;
	struct contact_identifiers
	    person;            /* the current basket's person, as known when it started */
	struct helper *helper; /* NULL between two baskets */
};

/* Why no command can run now; NULL if one can. */
const char *user_command_why_not(const struct console *c);

/* Ends the running command. Returns false if none is running. */
bool user_command_cancel(struct console *c);
/* Appends that a command is running and would be ended; nothing if none is running. */
void user_command_append_running(const struct console *c, struct buf *out);

/* Runs the command named by `:run NAME`, or shows a menu. With `marked`, asks for confirmation
 * even for a single basket. */
void user_command_open(struct console *c, const char *const *ids, size_t n, bool marked);
/* `:run NAME` on the rows of the visible pane. */
void user_command_run_named(struct console *c, struct str name);
void user_command_free(struct console *c);

#endif
