#include "plan/attribute.h"

#include "base/json_quote.h"
#include "list/csv.h"
#include "model/decimal.h"
#include "wire/item.h"

/* ---- current value ---- */

static struct str
attributes_of(struct str offer)
{
	static const char *const below[] = { "data", "attributes", NULL };
	struct str found = member_find_below(offer, below);
	return json_is_object(found) ? found : STR_NONE;
}

/* A null value counts as absent, but its name is the attribute's name. */
static bool
is_null(struct str value)
{
	return str_eqz(value, "null");
}

static bool
is_member_outside_attributes(struct str offer, struct str name)
{
	return member_find(offer, name).p || member_find(member_find(offer, STR("data")), name).p;
}

struct attribute_convention
attribute_convention_find(const struct listing *offers, struct str name)
{
	struct attribute_convention habit = { 0 };
	struct member m;
	unsigned flags;
	for (size_t i = 0; i < offers->items.n; i++) {
		struct str offer = listing_json(offers, i, &flags);
		habit.exists_outside = habit.exists_outside ||
		    is_member_outside_attributes(offer, name);
		if (!item_attribute_find(&m, attributes_of(offer), name) ||
		    (habit.name.p && (!is_null(habit.value) || is_null(m.value))))
			continue;
		habit.name = m.name;
		habit.value = m.value;
	}
	return habit;
}

/* Appends a string without quotes and escapes, any other value as JSON. */
static void
write_attribute_text(struct buf *out, struct str value)
{
	if (json_is_string(value))
		json_lex_unquote(out, value);
	else
		buf_adds(out, value);
}

/* ---- new value ---- */

/* True if both have the same tokens; spaces are ignored. */
static bool
is_same_json(struct str a, struct str b)
{
	struct json_lex of_a, of_b;
	struct json_lex_token x, y;
	json_lex_start(&of_a, a);
	json_lex_start(&of_b, b);
	for (;;) {
		bool more = json_lex_next(&of_a, &x);
		if (more != json_lex_next(&of_b, &y))
			return false;
		if (!more)
			return true;
		if (!str_eq(x.text, y.text) || !str_eq(x.name, y.name))
			return false;
	}
}

bool
attribute_list_has(struct str list, char c)
{
	struct member_walk w;
	struct member m;
	member_start(&w, list);
	while (member_next(&w, &m))
		if (json_is_string(m.value) && str_find_char(m.value, c) != SIZE_MAX)
			return true;
	return false;
}

/* Converts "a, b", "a;b" or "a|b" to ["a","b"], and an empty text to []. A semicolon or bar
 * within a current item is not a separator; a comma always is. */
static void
write_list(struct buf *out, struct str text, struct str present)
{
	bool semicolon = !attribute_list_has(present, ';'), bar = !attribute_list_has(present, '|');
	buf_addc(out, '[');
	for (bool more = text.n > 0; more;) {
		size_t end = 0;
		while (end < text.n && text.p[end] != ',' && !(semicolon && text.p[end] == ';') &&
		    !(bar && text.p[end] == '|'))
			end++;
		if (out->p[out->n - 1] != '[')
			buf_addc(out, ',');
		json_quote(out, str_trim(str_sub(text, 0, end)));
		more = end + 1 < text.n;
		text = str_sub(text, end + 1, text.n);
	}
	buf_addc(out, ']');
}

/* Appends the new value as JSON. For a list, items may be separated by commas. */
static void
write_new_value(struct buf *out, struct str text, struct str present)
{
	if (json_is_array(present) && !str_starts(text, STR("[")))
		write_list(out, text, present);
	else
		buf_adds(out, text);
}

/* The kinds of current values, by first character, with the reason for a refusal. */
static const struct {
	const char *prefix, *reason;
} value_kinds[] = {
	{ "[", "the attribute is a list: enter a JSON array, or items separated by commas" },
	{ "{", "the attribute is an object: enter a JSON object" },
	{ "tf", "the attribute must be true or false" },
	{ "-0123456789", "the attribute must be a number" },
};

static const char *
kind_refusal_reason(struct str present)
{
	size_t i = 0;
	while (str_find_char(str_of(value_kinds[i].prefix), present.p[0]) == SIZE_MAX)
		i++;
	return value_kinds[i].reason;
}

static enum attribute_result
refuse_attribute(struct attribute_change *change, const char *why)
{
	change->refusal = why;
	return ATTRIBUTE_REFUSED;
}

static enum attribute_result
remove_attribute(struct attribute_change *change, const struct member *m)
{
	if (!change->had_old)
		return ATTRIBUTE_SAME;
	if (!json_is_string(m->value))
		change->warning = WARNING_RETYPED;
	return ATTRIBUTE_NEW;
}

static enum attribute_result
add_new_attribute(struct attribute_change *change, const struct attribute_rule *rule,
    const struct attribute_convention *habit)
{
	if (!habit->name.p && habit->exists_outside)
		return refuse_attribute(
		    change, "not an attribute of offers: a bulk update cannot change it");
	if (habit->name.p && !is_null(habit->value) && !json_is_string(habit->value))
		return refuse_attribute(change,
		    "the offer does not have this attribute yet: it would be added as text, but "
		    "in other offers it is not text");
	if (!habit->name.p)
		change->warning = WARNING_NEW_ATTRIBUTE;
	change->has_new = true;
	buf_adds(&change->new, rule->new_value);
	return ATTRIBUTE_NEW;
}

/* True for a date such as 2026-11-01. */
static bool
is_day(struct str text)
{
	bool is = text.n == 10;
	for (size_t i = 0; is && i < text.n; i++)
		is = i == 4 || i == 7 ? text.p[i] == '-' : text.p[i] >= '0' && text.p[i] <= '9';
	return is;
}

/* True if both have each digit equally often, ignoring zeros, which may be added or dropped. */
static bool
has_same_digits(struct str a, struct str b)
{
	int counts[10] = { 0 };
	for (size_t i = 0; i < a.n; i++)
		if (a.p[i] >= '0' && a.p[i] <= '9')
			counts[a.p[i] - '0']++;
	for (size_t i = 0; i < b.n; i++)
		if (b.p[i] >= '0' && b.p[i] <= '9')
			counts[b.p[i] - '0']--;
	for (int i = 1; i < 10; i++)
		if (counts[i])
			return false;
	return true;
}

/* True for changes that a spreadsheet makes, not its user: 00123 to 123, 1E5 to 1.00E+05,
 * 2026-11-01 to 01/11/2026. */
static bool
is_rewritten(struct str new, struct str old)
{
	int64_t a, b;
	if (!str_eq(new, old) && decimal_read(new, &a) && decimal_read(old, &b))
		return a == b;
	return csv_damage_reason(new) || (is_day(old) && !is_day(new) && has_same_digits(new, old));
}

static enum attribute_result
replace_attribute(
    struct attribute_change *change, const struct attribute_rule *rule, struct str present)
{
	change->has_new = true;
	if (json_is_string(present)) {
		buf_adds(&change->new, rule->new_value);
		if (is_rewritten(rule->new_value, buf_str(&change->old)))
			change->warning = WARNING_VALUE_REFORMATTED;
		return str_eq(buf_str(&change->new), buf_str(&change->old)) ? ATTRIBUTE_SAME
									    : ATTRIBUTE_NEW;
	}
	write_new_value(&change->new, rule->new_value, present);
	if (!item_value_has_same_kind(buf_str(&change->new), present))
		return refuse_attribute(change, kind_refusal_reason(present));
	return is_same_json(buf_str(&change->new), present) ? ATTRIBUTE_SAME : ATTRIBUTE_NEW;
}

enum attribute_result
attribute_change_make(struct attribute_change *change, struct str offer,
    const struct attribute_rule *rule, const struct attribute_convention *habit)
{
	struct member m;
	change->had_old = item_attribute_find(&m, attributes_of(offer), rule->name) &&
	    !is_null(m.value);
	struct str name = change->had_old ? m.name : habit->name;
	if (name.p)
		json_lex_unquote(&change->name, name);
	else
		buf_adds(&change->name, rule->name);
	if (change->had_old)
		write_attribute_text(&change->old, m.value);
	if (rule->removes_attribute)
		return remove_attribute(change, &m);
	return change->had_old ? replace_attribute(change, rule, m.value)
			       : add_new_attribute(change, rule, habit);
}

void
attribute_change_free(struct attribute_change *change)
{
	buf_free(&change->name);
	buf_free(&change->old);
	buf_free(&change->new);
}
