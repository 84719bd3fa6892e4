#include "basket/variables.h"

#include "base/buf.h"

#include <string.h>
#include <unistd.h>

enum variable {
	VARIABLE_ENVIRONMENT,
	VARIABLE_ID,
	VARIABLE_CREATED,
	VARIABLE_EMAIL,
	VARIABLE_NAME,
	VARIABLE_FIRST_NAME,
	VARIABLE_LAST_NAME,
	VARIABLE_COMPANY,
	VARIABLE_ISSUER,
	VARIABLE_SUBJECT,
	VARIABLE_ITEMS,
	VARIABLE_TAG,
	VARIABLE_PAGE,
	VARIABLE_FIELDS,
	VARIABLE_LINK,
	VARIABLE_COUNT
};

static const char *const variable_names[VARIABLE_COUNT] = {
	[VARIABLE_ENVIRONMENT] = "BACKROOM_ENVIRONMENT",
	[VARIABLE_ID] = "BACKROOM_ID",
	[VARIABLE_CREATED] = "BACKROOM_CREATED",
	[VARIABLE_EMAIL] = "BACKROOM_EMAIL",
	[VARIABLE_NAME] = "BACKROOM_NAME",
	[VARIABLE_FIRST_NAME] = "BACKROOM_FIRST_NAME",
	[VARIABLE_LAST_NAME] = "BACKROOM_LAST_NAME",
	[VARIABLE_COMPANY] = "BACKROOM_COMPANY",
	[VARIABLE_ISSUER] = "BACKROOM_ISSUER",
	[VARIABLE_SUBJECT] = "BACKROOM_SUBJECT",
	[VARIABLE_ITEMS] = "BACKROOM_ITEMS",
	[VARIABLE_TAG] = "BACKROOM_TAG",
	[VARIABLE_PAGE] = "BACKROOM_PAGE",
	[VARIABLE_FIELDS] = "BACKROOM_FIELDS",
	[VARIABLE_LINK] = "BACKROOM_LINK",
};

static void
append_full_name(struct buf *out, const struct basket *b)
{
	buf_adds(out, b->first_name);
	buf_addz(out, b->first_name.n && b->last_name.n ? " " : "");
	buf_adds(out, b->last_name);
}

static void
append_item_names(struct buf *out, const struct basket *b)
{
	for (size_t i = 0; i < b->items_n; i++) {
		buf_addz(out, out->n ? "\n" : "");
		buf_adds(out, b->items[i].name);
	}
}

static void
write_variable_value(struct buf *out, enum variable variable, const struct basket *b,
    struct str link, const char *environment)
{
	const struct basket_identity *identity = b->identities_n ? &b->identities[0] : NULL;
	const struct str plain[VARIABLE_COUNT] = {
		[VARIABLE_ENVIRONMENT] = str_of(environment),
		[VARIABLE_ID] = b->id,
		[VARIABLE_EMAIL] = b->email,
		[VARIABLE_FIRST_NAME] = b->first_name,
		[VARIABLE_LAST_NAME] = b->last_name,
		[VARIABLE_COMPANY] = b->company,
		[VARIABLE_ISSUER] = identity ? identity->iss : STR_NONE,
		[VARIABLE_SUBJECT] = identity ? identity->sub : STR_NONE,
		[VARIABLE_TAG] = b->tag,
		[VARIABLE_PAGE] = b->start_page,
		[VARIABLE_FIELDS] = b->custom_fields,
		[VARIABLE_LINK] = link,
	};
	if (variable == VARIABLE_NAME)
		append_full_name(out, b);
	else if (variable == VARIABLE_ITEMS)
		append_item_names(out, b);
	else if (variable == VARIABLE_CREATED && b->created != WHEN_NONE)
		when_write(out, b->created);
	else
		buf_adds(out, plain[variable]);
}

static void
add_variable(struct variables *v, const char *name, struct str value)
{
	struct buf line = { 0 };
	buf_addf(&line, "%s=", name);
	buf_adds(&line, value);
	char *text = buf_detach(&line);
	vec_push(&v->names_and_values, text);
}

/* Backroom's own variables may contain a token, or belong to another basket. */
static bool
is_passed_to_command(struct str variable)
{
	return !str_starts(variable, STR("BACKROOM_")) ||
	    str_starts(variable, STR("BACKROOM_CONFIG="));
}

void
variables_make(
    struct variables *v, const struct basket *b, struct str link, const char *environment)
{
	struct buf value = { 0 };
	*v = (struct variables){ 0 };
	for (char **p = environ; *p; p++) {
		if (!is_passed_to_command(str_of(*p)))
			continue;
		char *text = x_strdup(*p);
		vec_push(&v->names_and_values, text);
	}
	for (enum variable i = 0; i < VARIABLE_COUNT; i++) {
		buf_reset(&value);
		write_variable_value(&value, i, b, link, environment);
		if (value.n)
			add_variable(v, variable_names[i], buf_str(&value));
	}
	char *last = NULL;
	vec_push(&v->names_and_values, last);
	buf_wipe(&value);
}

void
variables_free(struct variables *v)
{
	for (size_t i = 0; i + 1 < v->names_and_values.n; i++) {
		explicit_bzero(v->names_and_values.v[i], strlen(v->names_and_values.v[i]));
		x_free(v->names_and_values.v[i]);
	}
	vec_free(&v->names_and_values);
}
