#include "service/cmd/commands.h"

#include "base/conffile.h"
#include "base/curl_functions.h"
#include "base/digest.h"
#include "base/utf8.h"
#include "base/version.h"
#include "service/cmd/command.h"
#include "service/http/gzip.h"
#include "service/http/http.h"
#include "store/figures.h"
#include "wire/json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct service_command *const commands[] = {
	&command_serve,
	&command_token,
	&command_import,
	&command_check,
	&command_audit,
	&command_store,
	&command_erase,
};

enum { COMMAND_TABLE_SIZE = sizeof(commands) / sizeof(*commands) };

static int
print_usage(const char *word)
{
	fprintf(stderr, "backroom: %s%s%s. The service's commands are:\n",
	    word ? "there is no command " : "a command is missing", word ? word : "", "");
	for (size_t i = 0; i < COMMAND_TABLE_SIZE; i++)
		fprintf(stderr, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
	return 2;
}

static int
print_text(struct buf *text)
{
	struct err err;
	bool ok = fwrite(text->p, 1, text->n, stdout) == text->n && fflush(stdout) == 0;
	if (!ok)
		err_set(&err, ERR_IO, "stdout: %s", strerror(errno));
	buf_free(text);
	return ok ? 0 : command_fail(&err);
}

/* Runs a command; fails if stdout could not be written. */
static int
run_command(const struct service_command *c, const char *const *values)
{
	struct err err;
	int status = c->run(values);
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	err_set(&err, ERR_IO, "stdout: %s", strerror(errno));
	return command_fail(&err);
}

static int
print_help(const struct service_command *c)
{
	struct buf text = { 0 };
	options_write_help(&text, c);
	return print_text(&text);
}

static int
print_version(const char *commit)
{
	struct buf text = { 0 }, libpq = { 0 };
	store_append_libpq_version(&libpq);
	const struct library_version libraries[] = {
		{ "libmicrohttpd", http_library_version() },
		{ "libjwt", BACKROOM_JWT_VERSION " (when it was built)" },
		{ "libcurl", curl_library_version() },
		{ "OpenSSL", digest_library_version() },
		{ "SQLite", store_sqlite_version() },
		{ "libpq", libpq.n ? buf_z(&libpq) : "is not installed" },
		{ "zlib", gzip_library_version() },
		{ "cJSON", json_library_version() },
		{ "libconfuse", conffile_library_version() },
		{ "utf8proc", utf8_library_version() },
		{ NULL, NULL },
	};
	version_write(&text, commit, libraries);
	buf_free(&libpq);
	return print_text(&text);
}

/* For shell completion: prints one option per line, with a tab and its help. */
static int
print_option_candidates(const struct service_command *c)
{
	struct buf text = { 0 };
	for (size_t i = 0; c && i < c->options_n; i++)
		if (c->options[i].help)
			buf_addf(&text, "%s\t%s\n", c->options[i].name, c->options[i].help);
	buf_addz(&text, "--help\n--version\n");
	return print_text(&text);
}

static const struct service_command *
find_command(const char *word)
{
	for (size_t i = 0; i < COMMAND_TABLE_SIZE; i++)
		if (strcmp(word, commands[i]->name) == 0)
			return commands[i];
	return NULL;
}

int
commands_run(int argc, char **argv, const char *commit)
{
	const char *values[OPTIONS_MAX];
	struct err err;
	const char *word = argc > 1 ? argv[1] : NULL;
	const struct service_command *found = word ? find_command(word) : NULL;
	if (word && strcmp(word, "candidates") == 0)
		return print_option_candidates(argc > 2 ? find_command(argv[2]) : NULL);
	if (!found)
		return print_usage(word);
	if (options_has_help(argc, argv))
		return print_help(found);
	if (options_has_version(argc, argv))
		return print_version(commit);
	if (!options_read(found, argc, argv, values, &err))
		return command_fail(&err);
	return run_command(found, values);
}
