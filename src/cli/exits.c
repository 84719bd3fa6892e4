#include "cli/exits.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "model/format.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *const exit_meanings[] = {
	[EXIT_OK] = "done; also if the list stopped at 50 or --max",
	[EXIT_FAILED] = "failed; or there are problems, mistakes or differences",
	[EXIT_USAGE] = "wrong command line, or no terminal and no --yes",
	[EXIT_PARTLY] =
	    "only part was read (and printed); or a batch was only partly done, or skipped "
	    "changes marked for review",
	[EXIT_SIGNED_OUT] = "not signed in: no token, or the service refused it",
	[EXIT_NOT_FOUND] = "not found; for get: nothing has this id= or path=",
	[EXIT_UPSTREAM] = "no usable response from the service",
	[EXIT_DENIED] = "denied, or in conflict with existing data",
	[EXIT_CHANGES] = "plan check, plan --dry-run: there are changes; nothing was sent or written",
};
_Static_assert(sizeof(exit_meanings) / sizeof(*exit_meanings) == EXIT_CODES,
    "every code needs a row in this table");

enum exit_code
exit_code_of(const struct err *err)
{
	switch (err->kind) {
	case ERR_NONE:
		return EXIT_OK;
	case ERR_USAGE:
		return EXIT_USAGE;
	case ERR_AUTH:
		return EXIT_SIGNED_OUT;
	case ERR_NOT_FOUND:
		return EXIT_NOT_FOUND;
	case ERR_UPSTREAM:
	case ERR_NETWORK:
	case ERR_PROTOCOL:
		return EXIT_UPSTREAM;
	case ERR_DENIED:
	case ERR_CONFLICT:
		return EXIT_DENIED;
	case ERR_CONFIG:
	case ERR_IO:
	case ERR_INVALID:
	case ERR_CANCELLED:
		break;
	}
	return EXIT_FAILED;
}

static void
print_error_line(struct str line)
{
	dprintf(STDERR_FILENO, "%.*s\n", STR_ARG(line));
}

/* stderr is a variable of the C library; its descriptor stays open for errors. */
void
discard_messages(void)
{
	FILE *nowhere = fopen("/dev/null", "we");
	if (nowhere)
		stderr = nowhere;
}

/* Prints the program's own words, which may have several lines. */
static void
print_lines(struct str text)
{
	struct str line;
	while (str_next(&text, '\n', &line)) {
		struct buf clean = { 0 };
		text_clean(&clean, line, false);
		print_error_line(buf_str(&clean));
		buf_free(&clean);
	}
}

int
fail_with_exit_code(const struct err *err, int tries)
{
	struct buf line = { 0 }, id = { 0 }, clock = { 0 };
	if (strchr(err->text, '\n') && !err->http_status) {
		print_lines(str_of(err->text));
		return (int)exit_code_of(err);
	}
	format_err(&line, err, tries);
	if (strcmp(err->code, "signed_out") == 0)
		buf_addz(&line, "; backroom login signs in");
	dprintf(STDERR_FILENO, "backroom: %s\n", buf_z(&line));
	/* The line above shortens the id; the service's operators need all of it. */
	text_clean(&id, str_of(err->request_id), false);
	if (id.n && str_find(buf_str(&line), buf_str(&id)) == SIZE_MAX)
		dprintf(STDERR_FILENO, "request id: %s\n", buf_z(&id));
	format_clock_skew(&clock, err->clock_ahead_s);
	if (clock.n)
		print_error_line(buf_str(&clock));
	buf_free(&clock);
	buf_free(&line);
	buf_free(&id);
	return (int)exit_code_of(err);
}
