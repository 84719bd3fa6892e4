/*
 * exits.h - the program's exit codes, and error messages on stderr, for all commands.
 */
#ifndef CLI_EXITS_H
#define CLI_EXITS_H

#include "base/err.h"

enum exit_code {
	EXIT_OK,
	EXIT_FAILED,
	EXIT_USAGE,
	EXIT_PARTLY,
	EXIT_SIGNED_OUT,
	EXIT_NOT_FOUND,
	EXIT_UPSTREAM,
	EXIT_DENIED,
	EXIT_CHANGES,
	EXIT_CODES
};

/* The meaning of each code, for --help. */
extern const char *const exit_meanings[EXIT_CODES];

enum exit_code exit_code_of(const struct err *err);
/* --quiet: messages through stdio's stderr are discarded from here on; errors are written to the
 * descriptor. */
void discard_messages(void);
/* Prints the error on stderr and returns its exit code. `tries` 0 leaves out the number of
 * attempts. */
int fail_with_exit_code(const struct err *err, int tries);

#endif
