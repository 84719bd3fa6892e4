#include "plan/sheet_columns.h"

#include "plan/change_rules.h"

static const char *const column_role_names[] = {
	[SHEET_PATH] = "path",
	[SHEET_CHARGE] = "charge",
	[SHEET_ATTRIBUTE] = "attribute",
	[SHEET_PRICE] = "price",
	[SHEET_NEW] = "new",
	[SHEET_OLD] = "old",
	[SHEET_CURRENCY] = "currency",
	[SHEET_PRICE_CURRENCY] = "priceCurrency",
	[SHEET_VERSION] = "version",
	[SHEET_MODIFIED] = "modified",
};
_Static_assert(sizeof(column_role_names) / sizeof(*column_role_names) == SHEET_ROLES,
    "every value needs a row in this table");

/* Headings in lists that differ from the attributes' names. */
static const struct {
	const char *heading, *name;
} list_headings[] = {
	{ "label", "label" },
	{ "display", "display_name" },
	{ "country", "allowed_countries" },
	{ "countries", "allowed_countries" },
	{ "tag", "tags" },
	{ "tags", "tags" },
};

static enum sheet_role
find_role(struct str heading)
{
	int r = 0;
	while (r < SHEET_ROLES && !str_eq_nocase(heading, str_of(column_role_names[r])))
		r++;
	return (enum sheet_role)r;
}

static struct str
attribute_of_heading(struct str heading)
{
	static const char *const prefixes[] = { "attribute.", "attributes.", "data.attributes." };
	for (size_t i = 0; i < sizeof(list_headings) / sizeof(*list_headings); i++)
		if (str_eq_nocase(heading, str_of(list_headings[i].heading)))
			return str_of(list_headings[i].name);
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		if (str_starts(heading, str_of(prefixes[i])))
			return str_sub(heading, str_of(prefixes[i]).n, heading.n);
	return STR_NONE;
}

static bool
has_attribute(const struct sheet_columns *c, struct str attribute)
{
	for (size_t i = 0; i < c->attributes.n; i++)
		if (str_eq(c->attributes.v[i].name, attribute))
			return true;
	return false;
}

static void
read_heading(
    struct sheet_columns *c, size_t at, struct str heading, sheet_error_fn *fault, void *ctx)
{
	enum sheet_role role = find_role(heading);
	struct str name = attribute_of_heading(heading);
	const char *why = NULL;
	if (role < SHEET_ROLES && c->field_indexes[role] != SHEET_NONE)
		why = "appears twice in the first line";
	else if (role < SHEET_ROLES)
		c->field_indexes[role] = at;
	else if (attribute_is_price(name))
		why = "is not an attribute: the price column is called price";
	else if (has_attribute(c, name))
		why = "appears twice in the first line";
	else if (name.n)
		vec_push(&c->attributes, ((struct sheet_attribute){ at, name }));
	if (why)
		fault(ctx, heading, why);
}

static bool
has_column(const struct sheet_columns *c, enum sheet_role role)
{
	return c->field_indexes[role] != SHEET_NONE;
}

static void
find_missing_columns(const struct sheet_columns *c, sheet_error_fn *fault, void *ctx)
{
	if (!has_column(c, SHEET_PATH))
		fault(ctx, str_of(column_role_names[SHEET_PATH]),
		    "is missing in the first line; this column names each line's offer");
	if (has_column(c, SHEET_PRICE) && has_column(c, SHEET_NEW))
		fault(ctx, str_of(column_role_names[SHEET_NEW]),
		    "and price are both present: which one is the new price?");
	if (!has_column(c, SHEET_PRICE) && !has_column(c, SHEET_NEW) && !c->attributes.n)
		fault(ctx, str_of(column_role_names[SHEET_PRICE]),
		    "and new are missing in the first line: nothing to change");
}

void
sheet_columns_read(
    struct sheet_columns *c, const struct csv *first, sheet_error_fn *fault, void *ctx)
{
	*c = (struct sheet_columns){ 0 };
	for (int r = 0; r < SHEET_ROLES; r++)
		c->field_indexes[r] = SHEET_NONE;
	for (size_t i = 0; i < first->fields.n; i++) {
		struct str heading = csv_trim(first->fields.v[i]);
		vec_push(&c->headings, heading);
		read_heading(c, i, heading, fault, ctx);
	}
	find_missing_columns(c, fault, ctx);
}

void
sheet_columns_free(struct sheet_columns *c)
{
	vec_free(&c->headings);
	vec_free(&c->attributes);
}

void
sheet_columns_append_names(struct buf *out, const struct sheet_columns *c)
{
	for (int r = 0; r < SHEET_ROLES; r++)
		if (c->field_indexes[r] != SHEET_NONE)
			buf_addf(out, "%s%s", out->n ? ", " : "", column_role_names[r]);
	for (size_t i = 0; i < c->attributes.n; i++)
		buf_addf(out, "%s%.*s", out->n ? ", " : "",
		    STR_ARG(c->headings.v[c->attributes.v[i].field_index]));
}
