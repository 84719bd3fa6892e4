#include "app/command_variables.h"

#include "base/buf.h"

#include <string.h>
#include <unistd.h>

void
command_variables_add(struct command_variables *v, const char *name, struct str value)
{
	struct buf line = { 0 };
	if (!value.n)
		return;
	buf_addf(&line, "%s=", name);
	buf_adds(&line, value);
	char *text = buf_detach(&line);
	vec_push(&v->names_and_values, text);
}

/* Backroom's own variables may contain a token, or belong to another row. */
static bool
is_passed_to_command(struct str variable)
{
	return !str_starts(variable, STR("BACKROOM_")) ||
	    str_starts(variable, STR("BACKROOM_CONFIG="));
}

void
command_variables_finish(struct command_variables *v)
{
	char *last = NULL;
	for (char **p = environ; *p; p++) {
		if (!is_passed_to_command(str_of(*p)))
			continue;
		char *text = x_strdup(*p);
		vec_push(&v->names_and_values, text);
	}
	vec_push(&v->names_and_values, last);
}

void
command_variables_free(struct command_variables *v)
{
	for (size_t i = 0; i < v->names_and_values.n; i++) {
		char *text = v->names_and_values.v[i];
		if (text)
			explicit_bzero(text, strlen(text));
		x_free(text);
	}
	vec_free(&v->names_and_values);
}
