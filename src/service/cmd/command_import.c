#include "service/cmd/command.h"
#include "service/cmd/commands.h"
#include "service/cmd/object_file.h"
#include "service/feed/stream.h"
#include "store/feed.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum import_option {
	IMPORT_STORE,
	IMPORT_DRY_RUN,
	IMPORT_FOLLOW,
	IMPORT_SOURCE,
	IMPORT_HELP,
	IMPORT_FILE
};

enum { EXIT_PARTIAL = 3 };

static const struct option_spec options[] = {
	[IMPORT_STORE] = { "--store", "URL",
	    "sqlite:FILE or postgresql://… (sqlite:$XDG_DATA_HOME/backroom/backroom.db)" },
	[IMPORT_DRY_RUN] = { "--dry-run", NULL, "check everything, write nothing" },
	[IMPORT_FOLLOW] = { "--follow", NULL,
	    "apply each line as it arrives, and print its result" },
	[IMPORT_SOURCE] = { "--source", "NAME", "with --follow: the source of lines without one" },
	[IMPORT_HELP] = { "--help", NULL, "show this help" },
};
_Static_assert(
    sizeof(options) / sizeof(*options) == IMPORT_FILE, "every option needs a row in this table");

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
	if (n->problems)
		fprintf(stderr, "%zu %s in the catalog's objects%s\n", n->problems,
		    n->problems == 1 ? "problem" : "problems",
		    kept ? ": see backroom check catalog" : ", listed above");
}

static bool
import_all(
    struct store *store, int fd, const char *file, bool keep, const char *url, struct err *err)
{
	struct load_counts n = { 0 };
	if (!object_file_load(store, fd, file, keep, stderr, &n, err))
		return false;
	if (n.refused) {
		if (!keep)
			object_file_print_unsure(&n);
		return err_set(err, ERR_INVALID, "%s: %zu %s wrong: nothing was written",
		    object_file_name(file), n.refused,
		    n.refused == 1 ? "line is" : "lines are");
	}
	print_counts(&n, keep, url);
	return true;
}

/* ---- --follow ---- */

static void
print_result(void *ctx, const struct feed_line *line)
{
	struct buf text = { 0 };
	(void)ctx;
	feed_line_write_result(&text, line);
	fwrite(text.p, 1, text.n, stdout);
	buf_free(&text);
}

static bool
flush_results(void *ctx, struct err *err)
{
	(void)ctx;
	return fflush(stdout) == 0 ||
	    err_set(err, ERR_IO, "cannot write the results: %s", strerror(errno));
}

/* Tells a program that resends where to begin. */
static bool
print_position(struct store *store, struct str source, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	int64_t seq;
	if (!source.n)
		return true;
	if (!feed_check_source(source, err) || !store_begin(store, &tx, STORE_READ, err))
		return false;
	bool ok = store_read_feed(&tx, source, &seq, err);
	store_end(&tx, false, &ignored);
	if (ok && seq < 0)
		fprintf(stderr, "%.*s: no line was applied yet\n", STR_ARG(source));
	else if (ok)
		fprintf(stderr, "%.*s: continues after %lld\n", STR_ARG(source), (long long)seq);
	return ok;
}

static bool
follow_lines(struct store *store, int fd, const char *source, size_t *refused, struct err *err)
{
	struct feed_pace pace;
	const struct feed_settings settings = { .store = store,
		.pace = &pace,
		.source = source ? str_of(source) : STR(""),
		.subject = command_user(),
		.request_id = "",
		.on_result = print_result };
	struct feed f;
	if (!print_position(store, settings.source, err))
		return false;
	feed_pace_init(&pace);
	feed_init(&f, &settings);
	bool ok = feed_stream(&f, fd, flush_results, NULL, err);
	fprintf(stderr, "%zu done, %zu unchanged, %zu skipped, %zu refused\n", f.counts[FEED_DONE],
	    f.counts[FEED_UNCHANGED], f.counts[FEED_SKIPPED], f.counts[FEED_REFUSED]);
	if (ok && f.line_count && f.counts[FEED_SKIPPED] == f.line_count)
		fprintf(stderr,
		    "every line was skipped: if the numbers of this source begin again, give it a "
		    "new name\n");
	*refused = f.counts[FEED_REFUSED];
	feed_free(&f);
	feed_pace_free(&pace);
	return ok;
}

static bool
check_options(const char *const *v, struct err *err)
{
	if (v[IMPORT_FOLLOW] && v[IMPORT_DRY_RUN])
		return err_set(err, ERR_USAGE, "--follow and --dry-run exclude each other");
	return v[IMPORT_FOLLOW] || !v[IMPORT_SOURCE] ||
	    err_set(err, ERR_USAGE, "--source works with --follow only");
}

static int
run_import(const char *const *v)
{
	struct buf url = { 0 };
	struct err err;
	struct store *store = NULL;
	bool keep = !v[IMPORT_DRY_RUN];
	size_t refused = 0;
	int fd = -1;
	/* Opened first, so that no store is created if the file is missing. */
	bool ok = check_options(v, &err) && object_file_open(v[IMPORT_FILE], &fd, &err) &&
	    command_store_url(v[IMPORT_STORE], &url, &err) &&
	    (store = v[IMPORT_FOLLOW] ? store_open_existing(buf_str(&url), &err)
				      : open_store(buf_str(&url), keep, &err)) &&
	    (v[IMPORT_FOLLOW] ? follow_lines(store, fd, v[IMPORT_SOURCE], &refused, &err)
			      : import_all(store, fd, v[IMPORT_FILE], keep, buf_z(&url), &err));
	store_close(store);
	if (fd > STDIN_FILENO)
		close(fd);
	buf_free(&url);
	if (!ok)
		return command_fail(&err);
	return refused ? EXIT_PARTIAL : 0;
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
	    "audit.\n--dry-run also lists the problems of the catalog's objects, such as "
	    "references to nothing; they do not prevent an import.\nWith --follow lines may also have \"op\":\"complete\" or \"remove\", and "
	    "\"seq\", so that each is applied once.\n",
	.run = run_import,
};
