#include "service/commands.h"

#include "service/places.h"

#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char command_default_iss[] = "backroom";
const char command_default_aud[] = "backroom-api";

static const struct command *const commands[] = {
	&command_serve,
	&command_token,
	&command_import,
	&command_audit,
};

enum { COMMANDS = sizeof(commands) / sizeof(*commands) };

int
command_fail(const struct err *err)
{
	fprintf(stderr, "backroom: %s\n", err->text);
	return err->kind == ERR_USAGE ? 2 : 1;
}

const char *
command_value(const char *value, const char *otherwise)
{
	return value ? value : otherwise;
}

const char *
command_user(void)
{
	const struct passwd *pw = getpwuid(getuid());
	return pw ? pw->pw_name : "unknown";
}

bool
command_store(const char *text, struct buf *url, struct err *err)
{
	if (text) {
		buf_addz(url, text);
		return true;
	}
	struct buf path = { 0 };
	bool ok = place_of_data(&path, "backroom.db", err);
	buf_addz(url, "sqlite:");
	buf_adds(url, buf_str(&path));
	buf_free(&path);
	return ok;
}

static int
usage(const char *word)
{
	fprintf(stderr, "backroom: %s%s%s. The service's commands are:\n",
	    word ? "there is no command " : "a command is missing", word ? word : "", "");
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(stderr, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
	return 2;
}

int
commands_run(int argc, char **argv)
{
	const char *values[OPTIONS_MAX];
	struct err err;
	const struct command *found = NULL;
	for (size_t i = 0; argc > 1 && i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i]->name) == 0)
			found = commands[i];
	if (!found)
		return usage(argc > 1 ? argv[1] : NULL);
	if (options_want_help(argc, argv)) {
		struct buf text = { 0 };
		options_write_help(&text, found);
		fputs(buf_z(&text), stdout);
		buf_free(&text);
		return 0;
	}
	if (!options_read(found, argc, argv, values, &err))
		return command_fail(&err);
	return found->run(values);
}
