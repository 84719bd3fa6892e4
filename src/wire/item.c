#include "wire/item.h"

#include "model/path.h"
#include "model/when.h"
#include "wire/json_scan.h"

static struct str
text_of(struct arena *a, struct str value)
{
	struct buf text = { 0 };
	if (!json_is_string(value))
		return STR("");
	json_lex_unquote(&text, value);
	struct str copy = arena_str(a, buf_str(&text));
	buf_free(&text);
	return copy.p ? copy : STR("");
}

void
item_head_read(struct item_head *h, struct arena *a, struct str json)
{
	struct member_walk w;
	struct member m;
	*h = (struct item_head){ .id = STR(""), .path = STR(""), .modified = WHEN_NONE };
	member_start(&w, json);
	while (member_next(&w, &m)) {
		if (member_is_named(&m, STR("id")))
			h->id = text_of(a, m.value);
		else if (member_is_named(&m, STR("path")))
			h->path = text_of(a, m.value);
		else if (member_is_named(&m, STR("modified")) &&
		    !when_parse(text_of(a, m.value), &h->modified))
			h->modified = WHEN_NONE;
	}
}

bool
item_attribute_is_named(const struct member *m, struct str bare)
{
	struct str name = m->name.n < 2 ? STR_NONE : str_sub(m->name, 1, m->name.n - 2);
	if (!str_starts(name, bare))
		return false;
	return name.n == bare.n || str_starts(str_sub(name, bare.n, name.n), STR("__"));
}

bool
item_attribute_find(struct member *m, struct str attributes, struct str name)
{
	struct member_walk w;
	struct member each;
	bool found = false;
	*m = (struct member){ 0 };
	member_start(&w, attributes);
	while (json_is_object(attributes) && member_next(&w, &each)) {
		bool exact = member_is_named(&each, name);
		if (exact || (!found && item_attribute_is_named(&each, name))) {
			*m = each;
			found = true;
		}
		if (exact)
			break;
	}
	return found;
}

bool
item_value_has_same_kind(struct str text, struct str present)
{
	static const char numbers[] = "-0123456789", words[] = "tf";
	struct str digits = str_of(numbers), booleans = str_of(words);
	char was = present.p[0], is = text.n ? text.p[0] : ' ';
	bool alike = was == is ||
	    (str_find_char(digits, was) != SIZE_MAX && str_find_char(digits, is) != SIZE_MAX) ||
	    (str_find_char(booleans, was) != SIZE_MAX && str_find_char(booleans, is) != SIZE_MAX);
	struct buf boxed = { 0 };
	struct err ignored;
	buf_addc(&boxed, '[');
	buf_adds(&boxed, text);
	buf_addc(&boxed, ']');
	struct member_walk w;
	struct member m;
	bool sound = alike &&
	    json_scan_check(buf_str(&boxed), &json_scan_service_rules, NULL, &ignored);
	member_start(&w, buf_str(&boxed));
	sound = sound && member_next(&w, &m) && m.value.n == text.n;
	buf_free(&boxed);
	return sound;
}

bool
item_filter_is_empty(const struct item_filter *f)
{
	return !f->tag.p && f->attribute_filters.n == 0;
}

/* Compares strings by their content, numbers and booleans by their text. */
static bool
scalar_equals(struct str value, struct str text)
{
	if (!value.p || json_is_object(value) || json_is_array(value) || str_eqz(value, "null"))
		return false;
	if (!json_is_string(value))
		return str_eq(value, text);
	struct buf said = { 0 };
	json_lex_unquote(&said, value);
	bool same = str_eq(buf_str(&said), text);
	buf_free(&said);
	return same;
}

static bool
value_contains_text(struct str value, struct str text)
{
	struct member_walk w;
	struct member m;
	if (!json_is_array(value))
		return scalar_equals(value, text);
	member_start(&w, value);
	while (member_next(&w, &m))
		if (scalar_equals(m.value, text))
			return true;
	return false;
}

static bool
has_label(struct str attributes, struct str label)
{
	struct member_walk w;
	struct member m;
	member_start(&w, attributes);
	while (member_next(&w, &m))
		if (item_attribute_is_named(&m, STR("label")) &&
		    value_contains_text(m.value, label))
			return true;
	return false;
}

static bool
has_tag(struct str json, struct str data, struct str attributes, struct str tag)
{
	struct buf path = { 0 };
	if (value_contains_text(member_find(data, STR("tags")), tag))
		return true;
	bool standalone = member_read_text(&path, json, STR("path")) &&
	    path_is_standalone(buf_str(&path));
	buf_free(&path);
	return standalone && has_label(attributes, path_last_part(tag));
}

bool
item_matches(const struct item_filter *f, struct str json)
{
	struct str data = member_find(json, STR("data"));
	struct str attributes = member_find(data, STR("attributes"));
	struct member m;
	for (size_t i = 0; i < f->attribute_filters.n; i++)
		if (!item_attribute_find(&m, attributes, f->attribute_filters.v[i].attribute) ||
		    !value_contains_text(m.value, f->attribute_filters.v[i].value))
			return false;
	return !f->tag.p || has_tag(json, data, attributes, f->tag);
}

/* ---- reduced items ---- */

static const char *const kept_item_members[] = { "id", "name", "path", "parent_path", "version",
	"record_type", "data", NULL };
static const char *const kept_data_members[] = { "attributes", "price", NULL };
static const char *const kept_attributes[] = { "price", "display_name", "label",
	"allowed_countries", NULL };

typedef bool member_matches_fn(const struct member *m, struct str name);
typedef void member_write_fn(struct buf *out, const struct member *m);

static bool
has_exact_name(const struct member *m, struct str name)
{
	return member_is_named(m, name);
}

static bool
matches_any_name(const struct member *m, const char *const *names, member_matches_fn *same)
{
	for (; *names; names++)
		if (same(m, str_of(*names)))
			return true;
	return false;
}

static void
write_member_value(struct buf *out, const struct member *m)
{
	buf_adds(out, m->value);
}

static void
copy_kept_members(struct buf *out, struct str object, const char *const *names,
    member_matches_fn *same, member_write_fn *write)
{
	struct member_walk w;
	struct member m;
	bool first = true;
	buf_addc(out, '{');
	member_start(&w, object);
	while (member_next(&w, &m)) {
		if (!matches_any_name(&m, names, same))
			continue;
		if (!first)
			buf_addc(out, ',');
		first = false;
		buf_adds(out, m.name);
		buf_addc(out, ':');
		write(out, &m);
	}
	buf_addc(out, '}');
}

static void
write_data_member(struct buf *out, const struct member *m)
{
	if (member_is_named(m, STR("attributes")) && json_is_object(m->value))
		copy_kept_members(
		    out, m->value, kept_attributes, item_attribute_is_named, write_member_value);
	else
		write_member_value(out, m);
}

static void
write_item_member(struct buf *out, const struct member *m)
{
	if (member_is_named(m, STR("data")) && json_is_object(m->value))
		copy_kept_members(
		    out, m->value, kept_data_members, has_exact_name, write_data_member);
	else
		write_member_value(out, m);
}

void
item_write_reduced(struct buf *out, struct str json)
{
	copy_kept_members(out, json, kept_item_members, has_exact_name, write_item_member);
}
