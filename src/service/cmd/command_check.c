#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "service/cmd/object_file.h"

#include <unistd.h>

enum check_option { CHECK_HELP, CHECK_FILE };

static const struct option_spec options[] = {
	[CHECK_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(sizeof(options) / sizeof(*options) == CHECK_FILE,
    "every option needs a row in this table");

static bool
check_file(const char *file, int fd, struct load_counts *n, struct err *err)
{
	struct store *store = store_open(STR("sqlite::memory:"), err);
	bool ok = store && object_file_load(store, fd, file, false, stdout, n, err);
	store_close(store);
	return ok;
}

static int
run_check(const char *const *v)
{
	struct load_counts n = { 0 };
	struct err err;
	int fd = -1;
	bool ok = object_file_open(v[CHECK_FILE], &fd, &err) && check_file(v[CHECK_FILE], fd, &n, &err);
	if (fd > STDIN_FILENO)
		close(fd);
	if (!ok)
		return command_fail(&err);
	fflush(stdout);
	object_file_print_unsure(&n);
	fprintf(stderr, "%zu %s, %zu %s refused, %zu %s\n", n.objects,
	    n.objects == 1 ? "object" : "objects", n.refused, n.refused == 1 ? "line" : "lines",
	    n.problems, n.problems == 1 ? "problem" : "problems");
	return n.refused || n.problems;
}

const struct service_command command_check = {
	.name = "check",
	.summary = "Checks a snapshot, or a file in its format, without a store or a service.",
	.arguments = "FILE",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "Prints FILE:LINE:COLUMN: for each line that import would refuse, and for each problem of "
	    "the catalog's\nobjects, such as references to nothing. Columns are characters, from 1. "
	    "FILE - is stdin.\nThe exit status is 0 if nothing was found, and 1 if anything was, or if "
	    "FILE cannot be read.\n",
	.run = run_check,
};
