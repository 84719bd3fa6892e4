#include "plan/change_rules.h"

/* ---- names ---- */

bool
attribute_is_price(struct str name)
{
	return str_eqz(name, "price") || str_starts(name, STR("price__")) ||
	    str_starts(name, STR("price["));
}

/* Attributes that may be typed without `attribute.`. */
static const char *const short_names[] = { "label", "tags", NULL };

static bool
is_short_name(struct str name)
{
	const char *const *each = short_names;
	while (*each && !str_eqz(name, *each))
		each++;
	return *each;
}

/* Splits off the attribute name: "attribute.NAME", or a short name; returns false for the names
 * of price rules. */
static bool
read_attribute_name(struct str *name, struct str typed)
{
	struct str prefix = STR("attribute.");
	bool is_long = str_starts(typed, prefix);
	*name = is_long ? str_sub(typed, prefix.n, typed.n) : typed;
	return is_long || is_short_name(typed);
}

/* ---- single rules ---- */

static bool
add_attribute(
    struct change_rules *rules, const struct attribute_rule *rule, struct str word, struct err *err)
{
	if (!rule->name.n)
		return err_set(err, ERR_USAGE,
		    "%.*s: name the attribute, as in attribute.NAME=TEXT", STR_ARG(word));
	if (attribute_is_price(rule->name))
		return err_set(err, ERR_USAGE,
		    "%.*s: to change prices, use set, add, percent or round", STR_ARG(word));
	for (size_t i = 0; i < rules->attributes_n; i++)
		if (str_eq(rules->attributes[i].name, rule->name))
			return err_set(err, ERR_USAGE, "%.*s: an earlier rule already changes %.*s",
			    STR_ARG(word), STR_ARG(rule->name));
	if (rules->attributes_n == PLAN_ATTRIBUTES_MAX)
		return err_set(err, ERR_USAGE, "more than %d attributes", PLAN_ATTRIBUTES_MAX);
	rules->attributes[rules->attributes_n++] = *rule;
	return true;
}

bool
change_rules_add(struct change_rules *rules, struct str word, struct err *err)
{
	struct attribute_rule rule = { 0 };
	size_t at = str_find_char(word, '=');
	if (at == SIZE_MAX)
		return err_set(err, ERR_USAGE, "%.*s: write rules as NAME=VALUE, such as percent=5",
		    STR_ARG(word));
	struct str name = str_sub(word, 0, at), value = str_sub(word, at + 1, word.n);
	rule.removes_attribute = str_eqz(name, "remove");
	if (rule.removes_attribute)
		read_attribute_name(&rule.name, value);
	else if (read_attribute_name(&rule.name, name))
		rule.new_value = value;
	else if (price_rule_exists(name))
		return price_rules_add(&rules->prices, name, value, err);
	else
		return err_set(err, ERR_USAGE,
		    "%.*s: not a rule. Price rules: set, add, percent, round, half, currency, "
		    "charge. Attribute rules: label, tags, attribute.NAME, remove",
		    STR_ARG(word));
	return add_attribute(rules, &rule, word, err);
}

bool
change_rules_check(const struct change_rules *rules, struct err *err)
{
	bool chooses = rules->prices.charge_name.n || rules->prices.currency.n;
	if (!rules->prices.n && !rules->attributes_n)
		return err_set(err, ERR_USAGE,
		    "plan needs a rule that changes prices or attributes, such as percent=5");
	return rules->prices.n || !chooses ||
	    err_set(
		err, ERR_USAGE, "charge= and currency= select prices, but no rule changes a price");
}

enum price_direction
change_rules_direction(const struct change_rules *all)
{
	const struct price_rules *rules = &all->prices;
	bool raises = false, lowers = false;
	for (size_t i = 0; i < rules->n; i++) {
		const struct price_step *s = &rules->steps[i];
		bool moves = s->verb == PRICE_ADD || s->verb == PRICE_PERCENT;
		if (s->verb == PRICE_SET)
			return PRICE_EITHER_WAY;
		raises = raises || (moves && s->amount > 0);
		lowers = lowers || (moves && s->amount < 0);
	}
	return raises == lowers ? PRICE_EITHER_WAY : raises ? PRICE_UP : PRICE_DOWN;
}

/* ---- text output ---- */

static void
write_attribute_rule(struct buf *out, const struct attribute_rule *rule)
{
	buf_addf(out, "attribute %.*s: ", STR_ARG(rule->name));
	if (rule->removes_attribute)
		buf_addz(out, "remove");
	else
		buf_addf(out, "set to \"%.*s\"", STR_ARG(rule->new_value));
}

void
change_rules_write(struct buf *out, const struct change_rules *rules)
{
	if (rules->prices.n)
		price_rules_write(out, &rules->prices);
	for (size_t i = 0; i < rules->attributes_n; i++) {
		buf_addz(out, i || rules->prices.n ? "; " : "");
		write_attribute_rule(out, &rules->attributes[i]);
	}
}
