#include "base/regular_file.h"
#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "service/demo/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum import_option { IMPORT_STORE, IMPORT_DRY_RUN, IMPORT_HELP, IMPORT_FILE };

static const struct option_spec options[] = {
	[IMPORT_STORE] = { "--store", "URL",
	    "sqlite:FILE or postgresql://… (sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[IMPORT_DRY_RUN] = { "--dry-run", NULL, "check everything, write nothing" },
	[IMPORT_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(
    sizeof(options) / sizeof(*options) == IMPORT_FILE, "every option needs a row in this table");

static bool
open_file(const char *file, int *fd, struct err *err)
{
	*fd = strcmp(file, "-") == 0 ? STDIN_FILENO
				     : regular_file_open(file, O_RDONLY, REGULAR_FILE_FOLLOW, err);
	return *fd >= 0;
}

static void
print_fault(void *ctx, size_t line, const char *words)
{
	fprintf(stderr, "%s:%zu: %s\n", (const char *)ctx, line, words);
}

static bool
import_lines(struct store *store, int fd, const char *file, bool keep, struct load_counts *counts,
    struct err *err)
{
	const char *name = strcmp(file, "-") == 0 ? "stdin" : file;
	if (load_lines(
		store, fd, command_user(), keep, print_fault, (void *)(uintptr_t)name, counts, err))
		return true;
	err_prefix(err, "%s", name);
	return false;
}

/* A dry run does not create a store: if the store is missing, an empty one in memory is used. */
static struct store *
open_store(struct str url, bool keep, struct err *err)
{
	struct store *store = keep ? store_open(url, err) : store_open_existing(url, err);
	if (!store && !keep && err->kind == ERR_NOT_FOUND)
		store = store_open(STR("sqlite::memory:"), err);
	return store;
}

static void
print_counts(const struct load_counts *n, bool kept, const char *url)
{
	fprintf(stderr,
	    kept ? "%zu %s imported into %s\n"
		 : "%zu %s can be imported into %s; nothing was written\n",
	    n->objects,
	    kept                  ? n->objects == 1 ? "object was" : "objects were"
		: n->objects == 1 ? "object"
				  : "objects",
	    url);
	if (n->replaced)
		fprintf(stderr, "%zu %s replaced by a later line of the same object\n", n->replaced,
		    n->replaced == 1 ? "line was" : "lines were");
}

static int
run_import(const char *const *v)
{
	struct buf url = { 0 };
	struct err err;
	struct load_counts n = { 0 };
	struct store *store = NULL;
	bool keep = !v[IMPORT_DRY_RUN];
	int fd = -1;
	/* Opened first, so that no store is created if the file is missing. */
	bool ok = open_file(v[IMPORT_FILE], &fd, &err) &&
	    command_store_url(v[IMPORT_STORE], &url, &err) &&
	    (store = open_store(buf_str(&url), keep, &err)) &&
	    import_lines(store, fd, v[IMPORT_FILE], keep, &n, &err);
	if (ok)
		print_counts(&n, keep, buf_z(&url));
	store_close(store);
	if (fd > STDIN_FILENO)
		close(fd);
	buf_free(&url);
	return ok ? 0 : command_fail(&err);
}

const struct service_command command_import = {
	.name = "import",
	.summary = "Imports a snapshot, or a file in its format, into a store: all or nothing.",
	.arguments = "FILE",
	.options = options,
	.options_n = sizeof(options) / sizeof(*options),
	.notes =
	    "FILE (- is stdin) has one JSON object per line: {\"kind\",\"item\"}, and "
	    "\"published\":false for an\nunpublished offer. Kinds: campaign offer asset product "
	    "segment journeys basket owner identity.\nObjects with the same path and id are "
	    "replaced, also by a later line; others are kept. The import is one entry in the "
	    "audit.\n",
	.run = run_import,
};
