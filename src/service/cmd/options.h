/*
 * options.h - a command's options as one table, read by the parser, --help and the manual alike.
 */
#ifndef SERVICE_CMD_OPTIONS_H
#define SERVICE_CMD_OPTIONS_H

#include "base/buf.h"
#include "base/err.h"

enum { OPTIONS_MAX = 32 };

struct option_spec {
	const char *name;     /* "--listen" */
	const char *argument; /* "ADDR:PORT"; NULL for a switch; "[=SECONDS]" for an optional value after "=" */
	const char *help;     /* NULL: used between our own programs, not shown */
};

struct service_command {
	const char *name, *summary;
	const char *word; /* other arguments: "FILE", "copy FROM TO", or NULL */
	const struct option_spec *options; /* indexed by the command's own enum */
	size_t options_n;
	const char *notes; /* paragraphs under the table, or NULL */
	int (*run)(const char *const *values);
};

/* Reads argv[2..] into values[], one an option: its argument, "" for a switch, NULL when it was
 * not given; the last one counts. "--name value" and "--name=value". A command's words are
 * values[options_n] and on. ERR_USAGE. */
bool options_read(
    const struct service_command *c, int argc, char **argv, const char **values, struct err *err);
/* Was --help or -h among the arguments? */
bool options_has_help(int argc, char **argv);
bool options_has_version(int argc, char **argv);
void options_write_help(struct buf *out, const struct service_command *c);
/* As above as a subsection of a manual page. */
void options_write_manual(struct buf *out, const struct service_command *c);

/* "200ms", "3s", "5m", "1h", "2d", with a sign; in ms. */
bool options_read_duration(const char *text, int64_t *ms);

#endif
