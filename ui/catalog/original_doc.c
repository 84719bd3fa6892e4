#include "ui/catalog/original_doc.h"

#include "base/utf8.h"
#include "wire/member.h"

enum { DIFFERENCES_LISTED_MAX = 12, VALUE_CELLS_MAX = 40 };

/* Fields that differ in every copy, and the times of products copied into an offer. */
static bool
is_own_field(struct str path)
{
	static const char *const own[] = { "id", "path", "parent_path", "created", "modified",
		"version", "version_date", "user", "duplicatedFrom" };
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (str_eqz(path, own[i]))
			return true;
	return str_starts(path, STR("data.products.")) &&
	    (str_ends(path, STR(".lastSynced")) || str_ends(path, STR(".created")) ||
		str_ends(path, STR(".modified")));
}

static struct str
find_leaf(const struct json_leaves *leaves, struct str path)
{
	for (size_t i = 0; i < leaves->list.n; i++)
		if (str_eq(leaves->list.v[i].path, path))
			return leaves->list.v[i].value;
	return STR_NONE;
}

/* "label__svc.0" for "data.attributes.label__svc.0". */
static struct str
field_name(struct str path)
{
	static const char *const roots[] = { "data.", "attributes." };
	for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++)
		if (str_starts(path, str_of(roots[i])))
			path = str_sub(path, str_of(roots[i]).n, path.n);
	return path;
}

static void
add_leaf_value(struct doc *d, enum role role, struct str value)
{
	struct buf text = { 0 };
	if (value.n > 2 && value.p[0] == '"')
		json_lex_unquote(&text, value);
	else
		buf_adds(&text, value.n ? value : STR("not set"));
	if (text_width(buf_str(&text)) > VALUE_CELLS_MAX)
		doc_printf(d, ROLE_LABEL, "a text of %zu bytes", text.n);
	else
		doc_add_text(d, role, buf_str(&text));
	buf_free(&text);
}

/* Adds the field unless both have the same value; counts it, and lists only the first ones. */
static void
add_field_difference(struct doc *d, struct str path, struct str own, struct str original, size_t *n)
{
	if (is_own_field(path) || str_eq(own, original) || ++*n > DIFFERENCES_LISTED_MAX)
		return;
	doc_add_label(d, *n == 1 ? "Differs" : "");
	doc_add_text(d, ROLE_LABEL, field_name(path));
	doc_printf(d, ROLE_TEXT, "  ");
	add_leaf_value(d, ROLE_TEXT, own);
	doc_wrap(d, DOC_VALUE_COLUMN + 2, VALUE_CELLS_MAX);
	doc_printf(d, ROLE_LABEL, "   in the original ");
	add_leaf_value(d, ROLE_LABEL, original);
}

void
original_doc_add_differences(struct doc *d, struct str json, struct str original_path,
    const struct item_doc_context *context)
{
	size_t at = catalog_find(context->catalog, CATALOG_OFFERS, original_path), n = 0;
	struct json_leaves own = { 0 }, original = { 0 };
	struct arena a = { 0 };
	if (at == SIZE_MAX || context->presenting)
		return;
	json_flatten(&own, &a, json);
	json_flatten(
	    &original, &a, listing_json(catalog_list(context->catalog, CATALOG_OFFERS), at, NULL));
	for (size_t i = 0; i < own.list.n; i++)
		add_field_difference(d, own.list.v[i].path, own.list.v[i].value,
		    find_leaf(&original, own.list.v[i].path), &n);
	for (size_t i = 0; i < original.list.n; i++)
		if (!find_leaf(&own, original.list.v[i].path).n)
			add_field_difference(
			    d, original.list.v[i].path, STR_NONE, original.list.v[i].value, &n);
	if (n > DIFFERENCES_LISTED_MAX) {
		doc_add_label(d, "");
		doc_printf(d, ROLE_LABEL, "and %zu more fields", n - DIFFERENCES_LISTED_MAX);
	} else if (n == 0) {
		doc_printf(d, ROLE_LABEL, "   without a difference");
	}
	leaves_free(&own);
	leaves_free(&original);
	arena_free(&a);
}
