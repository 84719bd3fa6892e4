/*
 * user_command.h - a `command` section of config.conf: a program of the user, the lists on whose
 * rows it runs, its key, its questions. Owned by struct config.
 */
#ifndef APP_USER_COMMAND_H
#define APP_USER_COMMAND_H

#include "app/keymap.h"
#include "app/settings.h"

enum { COMMAND_NAME_MAX = 32, COMMAND_QUESTIONS_MAX = 9, COMMAND_WORDS_MAX = 200 };

struct user_command {
	char *name;       /* as in `:run name` */
	char **argv;      /* NULL-terminated */
	char *help;       /* or NULL */
	bool passes_link; /* passes the recovery link, too */
	int timeout_s;
	char **panes;     /* names of lists, or "all"; NULL: the lists of baskets */
	char *key;        /* as in a keymap: "<F5>", "gx"; or NULL */
	char **questions; /* asked before it runs; NULL-terminated, or NULL */
	char *confirm;    /* text of a box before it runs; or NULL */
	bool writes;      /* it may write, so it does not run in read-only */
	struct config_origin origin, setting_origins[COMMAND_SETTINGS];
};

/* A list whose rows can be passed to a command. */
struct command_pane {
	const char *name;     /* as in `panes` */
	const char *row_kind; /* value of BACKROOM_KIND */
	enum scope list_scope, detail_scope;
};
extern const struct command_pane command_panes[]; /* ends with a NULL name */

/* NULL if there is none of that name. */
const struct command_pane *command_pane_find(struct str name);
/* True if the command runs on the rows of that list. */
bool command_runs_in(const struct user_command *command, const char *pane);
/* Appends "baskets, persons" or "all lists". */
void command_append_panes(struct buf *out, const struct user_command *command);
/* Appends its key as on the screen; nothing if it has none. */
void command_append_key(struct buf *out, const struct user_command *command);
/* Finds an invalid setting, and says why it is; false if there is none. */
bool command_find_fault(
    const struct user_command *command, enum command_setting *setting, struct buf *why);

#endif
