/*
 * options.h - a command's options as one table for the parser and --help.
 */
#ifndef SERVICE_CMD_OPTIONS_H
#define SERVICE_CMD_OPTIONS_H

#include "base/buf.h"
#include "base/err.h"

/* OPTIONS_REPEATED_WORDS: positional arguments that "[TERM…]" accepts. */
enum { OPTIONS_MAX = 40, OPTIONS_REPEATED_WORDS = 16 };

struct option_spec {
	const char *name;     /* "--listen" */
	const char *argument; /* "ADDR:PORT"; NULL for a switch; "[=SECONDS]" for an optional value
				 after "=" */
	const char *help;     /* NULL: internal, not shown */
};

struct service_command {
	const char *name, *summary;
	const char *
	    arguments; /* positional arguments: "FILE", "copy FROM [TO]", "list [TERM…]", or NULL */
	const struct option_spec *options; /* array indexed by the command's own enum */
	size_t options_n;
	const char *notes; /* paragraphs after the options, or NULL */
	int (*run)(const char *const *values);
};

/* Parses argv[2..] into values[], one element per option: its argument, "" for a switch, NULL if
 * it is absent. The last occurrence counts. Accepts "--name value" and "--name=value".
 * Positional arguments start at values[options_n]. ERR_USAGE if the command line is wrong. */
bool options_read(
    const struct service_command *c, int argc, char **argv, const char **values, struct err *err);
/* True if the arguments include --help or -h. */
bool options_has_help(int argc, char **argv);
bool options_has_version(int argc, char **argv);
void options_write_help(struct buf *out, const struct service_command *c);

#endif
