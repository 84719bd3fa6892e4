#include "app/command_variables.h"

#include "base/buf.h"
#include "model/when.h"

#include <string.h>
#include <unistd.h>

static bool
has_variable(const struct command_variables *v, struct str name)
{
	for (size_t i = 0; i < v->names_and_values.n; i++) {
		struct str text = str_of(v->names_and_values.v[i]);
		if (str_eq(str_sub(text, 0, str_find_char(text, '=')), name))
			return true;
	}
	return false;
}

void
command_variables_add(struct command_variables *v, const char *name, struct str value)
{
	struct buf line = { 0 };
	if (!value.n || has_variable(v, str_of(name)))
		return;
	buf_addf(&line, "%s=", name);
	buf_adds(&line, value);
	char *text = buf_detach(&line);
	vec_push(&v->names_and_values, text);
}

/* The limit of Linux (MAX_ARG_STRLEN), smaller than that of other systems. */
enum { VARIABLE_KIB_MAX = 128 };

bool
command_variables_check(const struct command_variables *v, struct err *err)
{
	for (size_t i = 0; i < v->names_and_values.n; i++) {
		struct str text = str_of(v->names_and_values.v[i]);
		if (text.n >= (size_t)VARIABLE_KIB_MAX * 1024)
			return err_set(err, ERR_INVALID,
			    "%.*s would have %zu KiB, and a program gets at most %d KiB in a variable",
			    STR_ARG(str_sub(text, 0, str_find_char(text, '='))), text.n / 1024,
			    VARIABLE_KIB_MAX);
	}
	return true;
}

/* Backroom's own variables may contain a token, or belong to another row. */
static bool
is_passed_to_command(struct str variable)
{
	return !str_starts(variable, STR("BACKROOM_")) ||
	    str_starts(variable, STR("BACKROOM_CONFIG="));
}

void
command_variables_add_time(struct command_variables *v, const char *name, int64_t time)
{
	struct buf text = { 0 };
	if (time != WHEN_NONE)
		when_write(&text, time);
	command_variables_add(v, name, buf_str(&text));
	buf_free(&text);
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
