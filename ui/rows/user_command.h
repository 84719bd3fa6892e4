/*
 * user_command.h - user commands: programs from config.conf that run on the selected row or on
 * each marked row in turn. Decides which may run, passes the row, and reports output and result.
 *
 * Only one runs at a time. A program gets the row in environment variables
 * (app/command_variables.h), but no terminal and no token; Ctrl-C ends it. The screen stays usable
 * meanwhile. Loop thread only.
 */
#ifndef UI_ROWS_USER_COMMAND_H
#define UI_ROWS_USER_COMMAND_H

#include "app/command_variables.h"
#include "ui/kit/console.h"
#include "ui/kit/ids.h"

struct helper;
struct user_command_run;

enum command_row_state { COMMAND_ROW_READY, COMMAND_ROW_GONE, COMMAND_ROW_LEFT_OUT };

/* Hooks of one kind of rows, which are passed by their ids. The last two may be NULL. */
struct command_kind {
	/* Asks the questions of these rows, if there are any, and calls user_command_begin(). */
	void (*ask)(struct user_command_run *o);
	/* Called just before the command runs on a row. */
	enum command_row_state (*check_row)(struct user_command_run *o, struct str id);
	bool (*add_variables)(struct user_command_run *o, struct str id,
	    struct command_variables *v, struct err *err);
	/* Appends the name of a row, cleaned; nothing if it has none. */
	void (*append_row_name)(const struct user_command_run *o, struct str id, struct buf *out);
	void (*on_row_done)(struct user_command_run *o, struct str id);
};

/* The rows that a command is to run on. */
struct command_rows {
	const struct command_kind *kind;
	const char *pane;                 /* name of their list (app/user_command.h) */
	const char *row_name, *row_names; /* "basket", "baskets" */
	const char *const *ids;
	size_t n;
	struct command_row
	    *rows; /* for row_command.h: n of them, which become the run's; or NULL */
	size_t hidden_count;
	bool marked; /* asks for confirmation even for a single row */
};

/* The last answers to the questions of a command, kept until the console ends. */
struct command_answers {
	const struct user_command *command;
	char *texts[COMMAND_QUESTIONS_MAX];
};

/* A row as it was when the command was chosen (row_command.h). */
struct command_row {
	struct command_variables variables;
	char *name; /* as sent; or NULL */
	bool is_misleading;
};

/* A command and the rows it runs on; awaiting confirmation or in progress. */
struct user_command_run {
	struct console *console;
	struct str
	    pending_name; /* name from `:run NAME` while its rows are determined; else empty */
	const struct user_command *command;
	const struct command_kind *kind;
	const char *pane, *row_name, *row_names;
	struct ids ids;
	VEC(struct command_row) rows; /* for row_command.h: in the order of the ids */
	size_t hidden_count;          /* marked rows that are not shown, so they are left out */
	size_t answered_count;        /* questions that were answered for this run */
	VEC(struct command_answers) answers;
	bool for_marked;
	bool is_running;
	size_t current_index; /* index into ids: the current row */
	size_t done_count, gone_count;
	size_t left_out_count;   /* not to be contacted any more since the confirmation */
	size_t unrecorded_count; /* links that the contact log could not record */
	struct contact_identifiers
	    person;            /* the current basket's person, as known when it started */
	struct helper *helper; /* NULL between two rows */
};

/* Why no command can run in a list now; NULL if one can. */
const char *user_command_why_not(const struct console *c, const char *pane);
/* Why this command cannot run now, in any list; NULL if it can. */
const char *user_command_why_not_run(const struct console *c, const struct user_command *command);

/* Ends the running command. Returns false if none is running. */
bool user_command_cancel(struct console *c);
/* Appends that a command is running and would be ended; nothing if none is running. */
void user_command_append_running(const struct console *c, struct buf *out);

/* Runs the command named by `:run NAME`, or shows a menu. */
void user_command_open(struct console *c, const struct command_rows *rows);
/* `:run NAME` on the rows of the visible pane. */
void user_command_run_named(struct console *c, struct str name);
void user_command_free(struct console *c);

/* For kinds: runs the command on its rows; shows the reason if it may not run. */
void user_command_begin(struct user_command_run *o);
/* Asks whether to run; on yes calls user_command_begin(). */
void user_command_confirm(struct user_command_run *o, const char *title, const char *words);
/* Appends the text of the command that is confirmed, and a space. */
void user_command_append_confirm(const struct user_command_run *o, struct buf *out);
struct user_command_run *user_command_of(struct console *c);

#endif
