#include "basket/variables.h"

#include "base/buf.h"

enum variable {
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
write_variable_value(
    struct buf *out, enum variable variable, const struct basket *b, struct str link)
{
	const struct basket_identity *identity = b->identities_n ? &b->identities[0] : NULL;
	const struct str plain[VARIABLE_COUNT] = {
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

void
basket_variables_add(struct command_variables *v, const struct basket *b, struct str link)
{
	struct buf value = { 0 };
	for (enum variable i = 0; i < VARIABLE_COUNT; i++) {
		buf_reset(&value);
		write_variable_value(&value, i, b, link);
		command_variables_add(v, variable_names[i], buf_str(&value));
	}
	buf_wipe(&value);
}
