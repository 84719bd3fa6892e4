#include "service/cmd/object_file.h"

#include "base/regular_file.h"
#include "base/utf8.h"
#include "service/cmd/command.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *
object_file_name(const char *file)
{
	return strcmp(file, "-") == 0 ? "stdin" : file;
}

bool
object_file_open(const char *file, int *fd, struct err *err)
{
	*fd = strcmp(file, "-") == 0 ? STDIN_FILENO
				     : regular_file_open(file, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	return *fd >= 0;
}

struct fault_list {
	const char *file;
	FILE *out;
};

/* As compilers do, so that editors can open the place. */
static void
print_fault(void *ctx, struct load_place place, const char *words)
{
	const struct fault_list *list = ctx;
	struct buf line = { 0 };
	text_clean(&line, str_of(list->file), false);
	buf_addf(&line, ":%zu:%zu: ", place.line, place.column);
	text_clean(&line, str_of(words), false);
	fprintf(list->out, "%s\n", buf_z(&line));
	buf_free(&line);
}

bool
object_file_load(struct store *store, int fd, const char *file, bool keep, FILE *faults,
    struct load_counts *counts, struct err *err)
{
	struct fault_list list = { object_file_name(file), faults };
	if (load_lines(store, fd, command_user(), keep, print_fault, &list, counts, err))
		return true;
	err_prefix(err, "%s", list.file);
	return false;
}

void
object_file_print_unsure(const struct load_counts *n)
{
	if (n->unsure)
		fprintf(stderr,
		    "%zu more %s an object of a refused line: correct %s first\n", n->unsure,
		    n->unsure == 1 ? "problem may concern" : "problems may concern",
		    n->refused == 1 ? "the line" : "the lines");
}
