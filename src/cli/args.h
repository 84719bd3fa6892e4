/*
 * args.h - parses the command line with two const tables: commands and options. `--help`,
 * completion and the hints for unknown words use the same tables.
 *
 * A call borrows argv and owns the texts it builds until args_free().
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "app/app_context.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

enum command {
	COMMAND_CONSOLE, /* the console has no command word */
	COMMAND_DEMO,
	COMMAND_GET,
	COMMAND_CHECK,
	COMMAND_WHATIF,
	COMMAND_IDENTITY,
	COMMAND_JOURNAL,
	COMMAND_SNAPSHOT,
	COMMAND_EXPORT,
	COMMAND_PLAN,
	COMMAND_CONTACT,
	COMMAND_API,
	COMMAND_LOGS,
	COMMAND_LOGIN, COMMAND_LOGOUT,
	COMMAND_WHOAMI,
	COMMAND_CONFIG,
	COMMAND_COMPLETION,
	COMMAND_BUG_REPORT,
	COMMAND_TOUR,
	COMMAND_SERVE, /* these are run by the service's program */
	COMMAND_TOKEN,
	COMMAND_IMPORT,
	COMMAND_AUDIT,
	COMMAND_STORE,
	COMMAND_ERASE,
	COMMAND_COUNT
};
struct help_part;
struct command_info {
	const char *name;              /* "" for the console */
	const char *arguments, *help;  /* one line each */
	const char *notes;             /* a paragraph, or NULL */
	bool run_by_service;           /* run by the service's program, which defines its options */
	const char *example;           /* lines that can be run as they are, or NULL */
	const struct help_part *parts; /* see parts.h; or NULL */
};

enum option {
	OPTION_ENVIRONMENT,
	OPTION_OUTPUT,
	OPTION_ALL,
	OPTION_MAX,
	OPTION_STRICT,
	OPTION_FOLLOW,
	OPTION_FIELDS,
	OPTION_CURL,
	OPTION_NUL,
	OPTION_NO_HEADER,
	OPTION_QUIET,
	OPTION_NO_PAGER,
	OPTION_FOR,
	OPTION_NOT_WITHIN,
	OPTION_RECORD,
	OPTION_MUTE,
	OPTION_SEGMENT,
	OPTION_UNKNOWN,
	OPTION_ANY,
	OPTION_LAST,
	OPTION_SCALED,
	OPTION_ISS, OPTION_SUB,
	OPTION_SELECT,
	OPTION_REASON,
	OPTION_FROM,
	OPTION_DRY_RUN,
	OPTION_RATE,
	OPTION_BASKETS,
	OPTION_BATCH, OPTION_KEEP_GOING,
	OPTION_INCLUDE_REVIEW,
	OPTION_START,
	OPTION_END,
	OPTION_EARLY,
	OPTION_ALL_MEMBERS,
	OPTION_INPUT,
	OPTION_REMARK,
	OPTION_YES,
	OPTION_DEVICE,
	OPTION_BROWSER,
	OPTION_PACK,
	OPTION_NOW,
	OPTION_FAULT,
	OPTION_DELAY,
	OPTION_LIVING,
	OPTION_SHORT_TOKENS,
	OPTION_KEYMAP,
	OPTION_THEME,
	OPTION_NO_COLOR,
	OPTION_ASCII,
	OPTION_LINEAR,
	OPTION_READ_ONLY,
	OPTION_MASK,
	OPTION_LOG,
	OPTION_SAVE_SESSION, OPTION_REPLAY,
	OPTION_SCRIPT,
	OPTION_TOUR,
	OPTION_HELP,
	OPTION_VERSION,
	OPTION_COUNT
};
struct option_info {
	const char *name;     /* "--output" */
	const char *argument; /* "FORMAT"; "[=N]" is optional; NULL for a switch */
	const char *help;
	unsigned commands; /* bit mask of enum command */
	char letter;       /* 'o', or 0 */
};
extern const struct command_info command_infos[COMMAND_COUNT];
extern const struct option_info option_infos[OPTION_COUNT];

/* An option with its argument, in the order given: some may come several times. */
struct given_option {
	enum option option;
	const char *value;
};

struct args {
	enum command command;
	const char *commit;                      /* of this program; set by main() */
	const char *screen_library_version;      /* ncurses; set by main() */
	bool is_demo;                            /* with an embedded service */
	const char *option_values[OPTION_COUNT]; /* "" for a switch, NULL if not given */
	VEC(struct given_option) given_options;
	VEC(const char *) positional_args; /* words that are not options */
	char *const *all_words;            /* for the service's program: all words, unchanged */
	struct buf view_line;              /* the words joined to a VIEW line */
	VEC(const char *) service_args;    /* arguments of the demo's service, NULL-terminated */
	struct buf living_option;          /* text of the --living argument */
	struct app_options app_options;
};

/* Parses argv from index 1. ERR_USAGE names the unknown word and the most similar known one. */
bool args_read(struct args *args, int argc, char **argv, struct err *err);
void args_free(struct args *args);
bool option_is_for(enum option o, enum command c);

#endif
