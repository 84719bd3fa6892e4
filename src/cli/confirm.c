#include "cli/confirm.h"

#include "base/utf8.h"

#include <stdio.h>
#include <unistd.h>

static bool
read_matches_expected(struct str expected)
{
	struct buf line = { 0 };
	int c;
	while ((c = getchar()) != EOF && c != '\n')
		buf_addc(&line, (char)c);
	bool same = str_eq(str_trim(buf_str(&line)), str_trim(expected)) && line.n;
	buf_free(&line);
	return same;
}

bool
confirm(const struct args *args, const char *question, struct str expected, struct err *err)
{
	struct buf clean = { 0 };
	if (args->option_values[OPTION_YES])
		return true;
	if (!isatty(0) || !isatty(2))
		return err_set(
		    err, ERR_USAGE, "without a terminal to confirm on, a write needs --yes");
	text_clean(&clean, expected, false);
	fprintf(stderr, "%s (%s): ", question, buf_z(&clean));
	buf_free(&clean);
	return read_matches_expected(expected) ||
	    err_set(err, ERR_CANCELLED, "that did not match: nothing was sent");
}

bool
confirm_check_quiet(const struct args *args, struct err *err)
{
	return !args->option_values[OPTION_QUIET] || args->option_values[OPTION_YES] ||
	    err_set(err, ERR_USAGE, "-q needs --yes here: the preview of a write is a message");
}
