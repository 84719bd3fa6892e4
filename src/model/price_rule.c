#include "model/price_rule.h"

#include "model/currency.h"
#include "model/decimal.h"

#include <string.h>

/* Amounts between steps, in units of 10^-18, so that a percentage with nine decimals is exact. */
__extension__ typedef __int128 exact_amount;

static const exact_amount exact_one = (exact_amount)DECIMAL_ONE * DECIMAL_ONE;

/* ---- rules ---- */

static const char *const verb_names[] = { [PRICE_SET] = "set",
	[PRICE_ADD] = "add",
	[PRICE_PERCENT] = "percent",
	[PRICE_ROUND] = "round" };
_Static_assert(sizeof(verb_names) / sizeof(*verb_names) == PRICE_VERBS,
    "every value needs a row in this table");

static enum price_verb
find_verb(struct str name)
{
	int v = 0;
	while (v < PRICE_VERBS && !str_eqz(name, verb_names[v]))
		v++;
	return (enum price_verb)v;
}

/* ".99" is an ending; "0.05" is a multiple. */
static bool
read_amount(struct price_step *step, struct str value)
{
	char text[32] = "0";
	bool changes = step->verb == PRICE_ADD || step->verb == PRICE_PERCENT;
	if (changes && str_starts(value, STR("+")))
		value = str_sub(value, 1, value.n);
	step->amount_is_ending = step->verb == PRICE_ROUND && value.n > 1 && value.p[0] == '.';
	if (!step->amount_is_ending)
		return decimal_read(value, &step->amount);
	if (value.n > sizeof(text) - 2)
		return false;
	memcpy(text + 1, value.p, value.n);
	return decimal_read(str_from(text, value.n + 1), &step->amount);
}

static bool
check_step_amount(const struct price_step *step, struct str value, struct err *err)
{
	static const int64_t percent_most = 1000 * DECIMAL_ONE;
	int64_t n = step->amount;
	if (step->verb == PRICE_SET && n < 0)
		return err_set(
		    err, ERR_USAGE, "set=%.*s: a price cannot be negative", STR_ARG(value));
	if (step->verb == PRICE_ROUND && !step->amount_is_ending && n <= 0)
		return err_set(err, ERR_USAGE,
		    "round=%.*s: must be a multiple above 0, such as 0.05, or an ending, such as "
		    ".99",
		    STR_ARG(value));
	if (step->verb == PRICE_PERCENT && (n <= -100 * DECIMAL_ONE || n > percent_most))
		return err_set(err, ERR_USAGE,
		    "percent=%.*s: must be above -100 and at most 1000; 5 means 5 %% more",
		    STR_ARG(value));
	return true;
}

static bool
set_half_rounding(struct price_rules *rules, struct str value, struct err *err)
{
	if (!str_eqz(value, "up") && !str_eqz(value, "even"))
		return err_set(err, ERR_USAGE, "half=%.*s: must be up or even", STR_ARG(value));
	rules->rounding = str_eqz(value, "even") ? PRICE_HALF_EVEN : PRICE_HALF_UP;
	return true;
}

static bool
add_step(struct price_rules *rules, enum price_verb verb, struct str value, struct err *err)
{
	struct price_step step = { .verb = verb };
	if (rules->n == PRICE_STEPS_MAX)
		return err_set(err, ERR_USAGE, "more than %d steps", PRICE_STEPS_MAX);
	if (!read_amount(&step, value))
		return err_set(err, ERR_USAGE, "%s=%.*s: must be a decimal, such as 9.99",
		    verb_names[verb], STR_ARG(value));
	if (!check_step_amount(&step, value, err))
		return false;
	rules->steps[rules->n++] = step;
	return true;
}

bool
price_rule_exists(struct str name)
{
	return find_verb(name) < PRICE_VERBS || str_eqz(name, "half") || str_eqz(name, "charge") ||
	    str_eqz(name, "currency");
}

bool
price_rules_add(struct price_rules *rules, struct str name, struct str value, struct err *err)
{
	enum price_verb verb = find_verb(name);
	if (verb < PRICE_VERBS)
		return add_step(rules, verb, value, err);
	if (str_eqz(name, "half"))
		return set_half_rounding(rules, value, err);
	if (str_eqz(name, "charge") && value.n)
		rules->charge_name = value;
	else if (str_eqz(name, "currency") && currency_is_known(value))
		rules->currency = value;
	else if (str_eqz(name, "currency"))
		return err_set(err, ERR_USAGE, "currency=%.*s: no such currency", STR_ARG(value));
	else
		return err_set(err, ERR_USAGE,
		    "%.*s=%.*s: not a rule. Rules: set, add, percent, round, half, currency, "
		    "charge",
		    STR_ARG(name), STR_ARG(value));
	return true;
}

static void
write_step(struct buf *out, const struct price_step *step)
{
	bool less = step->amount < 0;
	int64_t n = less ? -step->amount : step->amount;
	if (step->verb == PRICE_SET)
		buf_addz(out, "set to ");
	else if (step->verb != PRICE_ROUND)
		buf_addz(out, less ? "subtract " : "add ");
	else
		buf_addz(out,
		    step->amount_is_ending ? "to the nearest price ending in ."
					   : "to a multiple of ");
	struct buf number = { 0 };
	decimal_write(&number, n);
	buf_adds(out, str_sub(buf_str(&number), step->amount_is_ending ? 2 : 0, number.n));
	buf_addz(out, step->verb == PRICE_PERCENT ? " %" : "");
	buf_free(&number);
}

void
price_rules_write(struct buf *out, const struct price_rules *rules)
{
	bool rounds = false;
	if (rules->currency.n)
		buf_addf(out, "%.*s ", STR_ARG(rules->currency));
	buf_addz(out, "charges");
	if (rules->charge_name.n)
		buf_addf(out, " named %.*s", STR_ARG(rules->charge_name));
	for (size_t i = 0; i < rules->n; i++) {
		buf_addz(out, i ? ", then " : ": ");
		write_step(out, &rules->steps[i]);
		rounds = rounds || rules->steps[i].verb == PRICE_ROUND;
	}
	buf_addf(out, "%s; halves round %s", rounds ? "" : ", then round to the currency's decimals",
	    rules->rounding == PRICE_HALF_EVEN ? "to even" : "up");
}

/* ---- amounts ---- */

/* Rounds to the nearest multiple. Negative amounts have been refused before this matters. */
static exact_amount
round_to_multiple(exact_amount v, exact_amount unit, enum price_rounding half)
{
	exact_amount whole = v / unit, rest = v % unit;
	if (rest < 0) {
		whole--;
		rest += unit;
	}
	bool more = rest > unit - rest;
	bool tie = rest == unit - rest;
	if (more || (tie && (half == PRICE_HALF_UP || whole % 2)))
		whole++;
	return whole * unit;
}

/* Rounds to the nearest amount with this ending, such as k + .99; never to a negative one. */
static exact_amount
round_to_ending(exact_amount v, exact_amount ending, enum price_rounding half)
{
	exact_amount to = round_to_multiple(v - ending, exact_one, half) + ending;
	return to < 0 ? ending : to;
}

/* Returns false if digits would be lost. An amount that overflows becomes one that is refused
 * later as too large. */
static bool
apply_percent(exact_amount *v, int64_t percent)
{
	const exact_amount hundred = (exact_amount)100 * DECIMAL_ONE,
			   too_large = exact_one * DECIMAL_ONE;
	exact_amount product;
	if (__builtin_mul_overflow(*v, hundred + percent, &product)) {
		*v = too_large;
		return true;
	}
	*v = product / hundred;
	return product % hundred == 0;
}

static exact_amount
unit_of(int places)
{
	exact_amount unit = exact_one;
	for (int i = 0; i < places; i++)
		unit /= 10;
	return unit;
}

/* True if the step's amount has more decimals than the currency. */
static bool
has_too_many_decimals(const struct price_step *step, int places)
{
	exact_amount amount = (exact_amount)step->amount * DECIMAL_ONE;
	return step->verb != PRICE_PERCENT && amount % unit_of(places) != 0;
}

static bool
apply_step(exact_amount *v, const struct price_step *step, enum price_rounding half)
{
	exact_amount amount = (exact_amount)step->amount * DECIMAL_ONE;
	switch (step->verb) {
	case PRICE_SET:
		*v = amount;
		return true;
	case PRICE_ADD:
		*v += amount;
		return true;
	case PRICE_PERCENT:
		return apply_percent(v, step->amount);
	case PRICE_ROUND:
	default:
		*v = step->amount_is_ending ? round_to_ending(*v, amount, half)
					    : round_to_multiple(*v, amount, half);
		return true;
	}
}

/* ---- charges ---- */

static enum price_rule_result
refuse_price(struct buf *out, const char *before, struct str text, const char *behind)
{
	buf_addf(out, "%s%.*s%s", before, STR_ARG(text), behind);
	return PRICE_REFUSED;
}

/* "JPY has no decimals, the typed amount has some". */
static enum price_rule_result
refuse_decimals(struct buf *out, struct str currency, int places, const char *what)
{
	buf_addf(out, "%.*s has ", STR_ARG(currency));
	if (places)
		buf_addf(out, "%d decimals, %s has more", places, what);
	else
		buf_addf(out, "no decimals, %s has some", what);
	return PRICE_REFUSED;
}

static bool
is_selected_charge(const struct price_rules *rules, const struct charge *c)
{
	return (!rules->charge_name.n || str_eq(rules->charge_name, c->name)) &&
	    (!rules->currency.n || str_eq(rules->currency, c->currency));
}

static enum price_rule_result
write_new_price(struct buf *out, exact_amount v, int64_t old, bool had, int places)
{
	static const exact_amount most = (exact_amount)DECIMAL_ONE * (DECIMAL_ONE - 1);
	exact_amount n = v / DECIMAL_ONE;
	if (v < 0)
		return refuse_price(out, "the new price would be negative", STR_NONE, "");
	if (n > most)
		return refuse_price(out, "the new price would be too large", STR_NONE, "");
	if (had && n == old)
		return PRICE_UNCHANGED;
	decimal_write_places(out, (int64_t)n, places);
	return PRICE_UPDATED;
}

/* True if no rule sets or adds an amount; a price of zero then stays zero. */
static bool
has_only_scaling_rules(const struct price_rules *rules)
{
	for (size_t i = 0; i < rules->n; i++)
		if (rules->steps[i].verb == PRICE_SET || rules->steps[i].verb == PRICE_ADD)
			return false;
	return true;
}

enum price_rule_result
price_rules_apply(struct buf *out, const struct price_rules *rules, const struct charge *c)
{
	int64_t old = 0;
	int places = currency_places(c->currency);
	bool sets = rules->n && rules->steps[0].verb == PRICE_SET;
	bool had = decimal_read(c->value, &old);
	if (!is_selected_charge(rules, c))
		return PRICE_NOT_SELECTED;
	if (!currency_is_known(c->currency))
		return refuse_price(out, "the currency \"", c->currency,
		    "\" is not known, so neither are its decimals");
	if (!had && !sets)
		return refuse_price(out, "the value \"", c->value, "\" is not a decimal");
	if (had && !sets && decimal_places(c->value) > places &&
	    (exact_amount)old * DECIMAL_ONE % unit_of(places))
		return refuse_decimals(out, c->currency, places, "the old price");
	if (had && old == 0 && has_only_scaling_rules(rules))
		return PRICE_UNCHANGED;
	exact_amount v = (exact_amount)old * DECIMAL_ONE;
	for (size_t i = 0; i < rules->n; i++) {
		if (has_too_many_decimals(&rules->steps[i], places))
			return refuse_decimals(out, c->currency, places, "the typed amount");
		if (!apply_step(&v, &rules->steps[i], rules->rounding))
			return refuse_price(
			    out, "\"", c->value, "\" with that percentage has too many digits");
	}
	return write_new_price(
	    out, round_to_multiple(v, unit_of(places), rules->rounding), old, had, places);
}
