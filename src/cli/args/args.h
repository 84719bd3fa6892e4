/*
 * args.h - the words of the command line, by two const tables: commands and options. Parsing,
 * `--help`, the manual and the hints for unknown words all come from them.
 *
 * A call borrows argv and owns what it put together until args_free().
 */
#ifndef CLI_ARGS_ARGS_H
#define CLI_ARGS_ARGS_H

#include "app/run/app_context.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

enum command {
	COMMAND_CONSOLE, /* no word of its own */
	COMMAND_DEMO,
	COMMAND_GET,
	COMMAND_CHECK,
	COMMAND_WHATIF,
	COMMAND_IDENTITY,
	COMMAND_JOURNAL,
	COMMAND_SNAPSHOT,
	COMMAND_PLAN,
	COMMAND_LOGIN,
	COMMAND_LOGOUT,
	COMMAND_WHOAMI,
	COMMAND_CONFIG,
	COMMAND_COMPLETION,
	COMMAND_SERVE, /* these are the service's program's */
	COMMAND_TOKEN,
	COMMAND_IMPORT,
	COMMAND_AUDIT,
	COMMAND_STORE,
	COMMAND_COUNT
};

struct help_part;

struct command_info {
	const char *name; /* "" for the console */
	const char *arguments;
	const char *help;    /* one line */
	const char *notes;   /* a paragraph, or NULL */
	bool elsewhere;      /* run by the service's program, which knows its options */
	const char *example; /* lines to be tried as they are, or NULL */
	const struct help_part *parts; /* of parts.h, or NULL */
};

enum option {
	OPTION_ENVIRONMENT,
	OPTION_OUTPUT,
	OPTION_ALL,
	OPTION_MAX,
	OPTION_FIELDS,
	OPTION_CURL,
	OPTION_NUL,
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
	OPTION_ISS,
	OPTION_SUB,
	OPTION_SELECT,
	OPTION_REASON,
	OPTION_FROM,
	OPTION_DRY_RUN,
	OPTION_RATE,
	OPTION_BASKETS,
	OPTION_BATCH,
	OPTION_KEEP_GOING,
	OPTION_INCLUDE_REVIEW,
	OPTION_ALL_MEMBERS,
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
	OPTION_ASCII,
	OPTION_LINEAR,
	OPTION_READ_ONLY,
	OPTION_MASK,
	OPTION_LOG,
	OPTION_SCRIPT,
	OPTION_HELP,
	OPTION_VERSION,
	OPTION_MAN,
	OPTION_COUNT
};

struct option_info {
	const char *name;     /* "--output" */
	const char *argument; /* "FORMAT"; "[=N]" may be left out; NULL for a switch */
	const char *help;
	unsigned commands; /* bits of enum command */
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
	bool demo;                        /* against an embedded service */
	const char *values[OPTION_COUNT]; /* "" for a switch, NULL when not given */
	VEC(struct given_option) given;
	VEC(const char *) words;   /* that are not options */
	char *const *rest;         /* of a command that is run elsewhere: everything, as given */
	struct buf view;           /* the words as one VIEW line */
	VEC(const char *) service; /* words for the demo's service, NULL at the end */
	struct buf living;         /* one of them, put together */
	struct app_options app;
};

/* Reads argv from 1 on. ERR_USAGE names the word and the nearest known one. */
bool args_read(struct args *args, int argc, char **argv, struct err *err);
void args_free(struct args *args);
/* Is the option's command bit set? */
bool option_is_for(enum option o, enum command c);

#endif
