#include "app/plan/plan_attribute.h"

#include "base/json_quote.h"
#include "wire/item.h"

/* ---- what is there ---- */

static struct str
attributes_of(struct str offer)
{
	static const char *const below[] = { "data", "attributes", NULL };
	struct str found = member_find_below(offer, below);
	return json_is_object(found) ? found : STR_NONE;
}

/* null is as good as nothing. */
static bool
find_attribute_of(struct member *m, struct str offer, struct str name)
{
	return item_attribute_find(m, attributes_of(offer), name) && !str_eqz(m->value, "null");
}

static bool
stands_elsewhere(struct str offer, struct str name)
{
	return member_find(offer, name).p || member_find(member_find(offer, STR("data")), name).p;
}

struct attribute_habit
attribute_habit_of(const struct listing *offers, struct str name)
{
	struct attribute_habit habit = { 0 };
	struct member m;
	unsigned flags;
	for (size_t i = 0; i < offers->items.n; i++) {
		struct str offer = listing_json(offers, i, &flags);
		habit.elsewhere = habit.elsewhere || stands_elsewhere(offer, name);
		if (habit.name.p || !find_attribute_of(&m, offer, name))
			continue;
		habit.name = m.name;
		habit.value = m.value;
	}
	return habit;
}

/* Strings as what they say, all else as it is written. */
static void
write_attribute_text(struct buf *out, struct str value)
{
	if (json_is_string(value))
		token_unquote(out, value);
	else
		buf_adds(out, value);
}

/* ---- what shall be there ---- */

/* The same tokens, however they are spaced. */
static bool
is_same_json(struct str a, struct str b)
{
	struct token_walk of_a, of_b;
	struct token x, y;
	token_start(&of_a, a);
	token_start(&of_b, b);
	for (;;) {
		bool more = token_next(&of_a, &x);
		if (more != token_next(&of_b, &y))
			return false;
		if (!more)
			return true;
		if (!str_eq(x.text, y.text) || !str_eq(x.name, y.name))
			return false;
	}
}

/* "a, b" as ["a","b"]; nothing as []. */
static void
write_list(struct buf *out, struct str text)
{
	struct str piece;
	buf_addc(out, '[');
	while (text.n && str_next(&text, ',', &piece)) {
		if (out->p[out->n - 1] != '[')
			buf_addc(out, ',');
		json_quote(out, str_trim(piece));
	}
	buf_addc(out, ']');
}

/* Where texts are listed, commas may stand between them. */
static void
write_wanted(struct buf *out, struct str text, struct str present)
{
	if (json_is_array(present) && !str_starts(text, STR("[")))
		write_list(out, text);
	else
		buf_adds(out, text);
}

/* By what the present value begins with. */
static const struct {
	const char *begins, *why;
} kinds[] = {
	{ "[", "it is a list: the text must be a JSON array, or items with commas between them" },
	{ "{", "it is an object: the text must be a JSON object" },
	{ "tf", "it is true or false, and takes nothing else" },
	{ "-0123456789", "it is a number, and takes nothing else" },
};

static const char *
why_not_kind(struct str present)
{
	size_t i = 0;
	while (str_find_char(str_of(kinds[i].begins), present.p[0]) == SIZE_MAX)
		i++;
	return kinds[i].why;
}

static enum attribute_outcome
refuse_attribute(struct attribute_change *change, const char *why)
{
	change->why = why;
	return ATTRIBUTE_REFUSED;
}

static enum attribute_outcome
remove_attribute(struct attribute_change *change, const struct member *m)
{
	if (!change->had)
		return ATTRIBUTE_SAME;
	if (!json_is_string(m->value))
		change->smell = SMELL_RETYPED;
	return ATTRIBUTE_NEW;
}

static enum attribute_outcome
add_new_attribute(struct attribute_change *change, const struct attribute_rule *rule,
    const struct attribute_habit *habit)
{
	if (!habit->name.p && habit->elsewhere)
		return refuse_attribute(
		    change, "it is no attribute of offers: a bulk update does not reach it");
	if (habit->name.p && !json_is_string(habit->value))
		return refuse_attribute(change,
		    "the offer has none: it would become a text, and is none where others have it");
	if (!habit->name.p)
		change->smell = SMELL_NEW_ATTRIBUTE;
	change->has = true;
	buf_adds(&change->new, rule->text);
	return ATTRIBUTE_NEW;
}

static enum attribute_outcome
replace_attribute(
    struct attribute_change *change, const struct attribute_rule *rule, struct str present)
{
	change->has = true;
	if (json_is_string(present)) {
		buf_adds(&change->new, rule->text);
		return str_eq(buf_str(&change->new), buf_str(&change->old)) ? ATTRIBUTE_SAME
									    : ATTRIBUTE_NEW;
	}
	write_wanted(&change->new, rule->text, present);
	if (!item_value_is_kind(buf_str(&change->new), present))
		return refuse_attribute(change, why_not_kind(present));
	return is_same_json(buf_str(&change->new), present) ? ATTRIBUTE_SAME : ATTRIBUTE_NEW;
}

enum attribute_outcome
attribute_change_make(struct attribute_change *change, struct str offer,
    const struct attribute_rule *rule, const struct attribute_habit *habit)
{
	struct member m;
	change->had = find_attribute_of(&m, offer, rule->name);
	struct str name = change->had ? m.name : habit->name;
	if (name.p)
		token_unquote(&change->name, name);
	else
		buf_adds(&change->name, rule->name);
	if (change->had)
		write_attribute_text(&change->old, m.value);
	if (rule->removes)
		return remove_attribute(change, &m);
	return change->had ? replace_attribute(change, rule, m.value)
			   : add_new_attribute(change, rule, habit);
}

void
attribute_change_free(struct attribute_change *change)
{
	buf_free(&change->name);
	buf_free(&change->old);
	buf_free(&change->new);
}
