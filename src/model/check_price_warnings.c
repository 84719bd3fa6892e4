#include "model/check.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/path.h"
#include "model/schedule.h"

#include "base/mem.h"
#include "base/utf8.h"

#include <stdlib.h>

enum {
	SIBLINGS_MIN = 3,        /* minimum of other offers that show a pattern */
	PRICE_SPREAD_MAX = 4,    /* their highest price is at most this many times the lowest */
	CURRENCY_OTHERS_MIN = 5, /* minimum of other offers for a campaign's currency */
	CHARGES_MAX = 200,       /* an offer with more charges is not checked for pairs */
	NEAR_PRICE_CENTS = 9,
};

/* A charge that can be computed, and the group it is compared within: same campaign (or same
 * first label), currency and period. */
struct computable_charge {
	const struct catalog_item *offer;
	const struct charge *charge;
	struct schedule schedule;
	bool standalone, first_of_offer; /* first charge of its offer */
	struct str group;                /* empty: not in a group */
};

struct computable_charges {
	struct computable_charge *v;
	size_t n;
};

/* ---- names ---- */

static bool
contains_any(struct str text, const char *const *words)
{
	struct buf folded = { 0 };
	bool found = false;
	text_fold(&folded, text);
	for (; *words && !found; words++)
		found = str_find(buf_str(&folded), str_of(*words)) != SIZE_MAX;
	buf_free(&folded);
	return found;
}

/* True if the charge's or its offer's name or label contains one of the words. */
static bool
is_named_like(const struct catalog_item *offer, const struct charge *c, const char *const *words)
{
	return contains_any(c->name, words) || contains_any(c->label, words) ||
	    (offer &&
		(contains_any(offer->name, words) ||
		    contains_any(offer->facts.display_name, words)));
}

/* ---- single charges ---- */

/* Charges of an unknown type are not reported, because they are metered elsewhere. Invalid
 * decimals and currencies are reported by other rules. */
static void
check_schedule(
    struct check_context *c, const struct catalog_item *offer, const struct charge *charge)
{
	struct schedule s;
	struct buf why = { 0 };
	bool known = !charge->type.n || str_eqz(charge->type, "onetime") ||
	    str_eqz(charge->type, "recurring");
	if (known && decimal_is_valid(charge->value) && charge->currency.n &&
	    !schedule_read(&s, charge, &why))
		check_add_finding(c, CHECK_CHARGE_SCHEDULE, offer->path, "charge \"%.*s\": %s",
		    STR_ARG(charge->name), buf_z(&why));
	buf_free(&why);
}

/* The number of decimals without trailing zeros: 1200.00 is the same as 1200. */
static int
count_significant_decimals(struct str value)
{
	int places = decimal_places(value);
	while (places && value.p[value.n - 1] == '0') {
		value.n--;
		places--;
	}
	return places;
}

static void
check_amount(struct check_context *c, const struct computable_charge *p)
{
	static const char *const free_words[] = { "free", "gratis", "trial", NULL };
	const struct charge *charge = p->charge;
	int places = currency_places(charge->currency);
	if (p->schedule.amount < 0)
		check_add_finding(c, CHECK_PRICE_NEGATIVE, p->offer->path,
		    "charge \"%.*s\" is %.*s %.*s", STR_ARG(charge->name),
		    STR_ARG(charge->currency), STR_ARG(charge->value));
	if (p->schedule.amount == 0 && p->first_of_offer && p->offer->charges_n == 1 &&
	    !is_named_like(p->offer, charge, free_words))
		check_add_finding(c, CHECK_PRICE_ZERO, p->offer->path, "costs %.*s %.*s in total",
		    STR_ARG(charge->currency), STR_ARG(charge->value));
	if (currency_is_known(charge->currency) &&
	    count_significant_decimals(charge->value) > places)
		check_add_finding(c, CHECK_PRICE_PLACES, p->offer->path,
		    "charge \"%.*s\": %.*s allows %d decimals, not \"%.*s\"", STR_ARG(charge->name),
		    STR_ARG(charge->currency), places, STR_ARG(charge->value));
}

/* ---- the charges of one offer ---- */

static bool
is_same_step(struct schedule_step a, struct schedule_step b)
{
	return a.months == b.months && a.days == b.days;
}

static bool
is_similar(const struct computable_charge *a, const struct computable_charge *b)
{
	return str_eq(a->charge->trigger, b->charge->trigger) &&
	    str_eq(a->charge->currency, b->charge->currency) &&
	    a->schedule.amount == b->schedule.amount &&
	    a->schedule.payment_count == b->schedule.payment_count &&
	    is_same_step(a->schedule.interval, b->schedule.interval) &&
	    is_same_step(a->schedule.delay, b->schedule.delay);
}

/* True if b starts later than a, in the same currency, and may replace it. */
static bool
may_replace_charge(const struct computable_charge *a, const struct computable_charge *b)
{
	return str_eq(a->charge->currency, b->charge->currency) &&
	    schedule_payment_day(&b->schedule, 0, 0) > schedule_payment_day(&a->schedule, 0, 0);
}

static void
check_duplicate_charges(
    struct check_context *c, const struct computable_charge *a, const struct computable_charge *b)
{
	if (is_similar(a, b))
		check_add_finding(c, CHECK_CHARGE_TWICE, a->offer->path,
		    "charges \"%.*s\" and \"%.*s\" are both %.*s %.*s at the same times",
		    STR_ARG(a->charge->name), STR_ARG(b->charge->name),
		    STR_ARG(a->charge->currency), STR_ARG(a->charge->value));
}

/* Reports two endless charges of which one starts later: the first was probably meant to end
 * then. */
static void
check_endless_overlap(
    struct check_context *c, const struct computable_charge *a, const struct computable_charge *b)
{
	if (a->schedule.payment_count == 0 && b->schedule.payment_count == 0 &&
	    may_replace_charge(a, b) && is_same_step(a->schedule.interval, b->schedule.interval))
		check_add_finding(c, CHECK_CHARGE_ENDLESS, a->offer->path,
		    "charge \"%.*s\" has not ended when \"%.*s\" begins", STR_ARG(a->charge->name),
		    STR_ARG(b->charge->name));
}

static void
check_trial(struct check_context *c, const struct computable_charge *v, size_t n)
{
	static const char *const trial_words[] = { "trial", "intro", NULL };
	for (size_t i = 0; i < n; i++) {
		bool followed = v[i].schedule.payment_count != 1 || n < v[i].offer->charges_n;
		for (size_t k = 0; k < n && !followed; k++)
			followed = v[k].schedule.payment_count != 1 ||
			    may_replace_charge(&v[i], &v[k]);
		if (!followed && is_named_like(NULL, v[i].charge, trial_words))
			check_add_finding(c, CHECK_CHARGE_TRIAL, v[i].offer->path,
			    "charge \"%.*s\" is paid once, with nothing after it",
			    STR_ARG(v[i].charge->name));
	}
}

/* Checks those charges of an offer that can be computed. */
static void
check_offer(struct check_context *c, const struct computable_charge *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check_amount(c, &v[i]);
	if (n > CHARGES_MAX)
		return;
	check_trial(c, v, n);
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n; k++) {
			check_duplicate_charges(c, &v[i], &v[k]);
			check_endless_overlap(c, &v[i], &v[k]);
			check_endless_overlap(c, &v[k], &v[i]);
		}
}

/* ---- comparing offers ---- */

static int
by_number(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int
by_campaign(const struct computable_charge *a, const struct computable_charge *b)
{
	int order = (int)a->standalone - (int)b->standalone;
	return order ? order : str_cmp(a->group, b->group);
}

static int
by_currency(const struct computable_charge *a, const struct computable_charge *b)
{
	int order = by_campaign(a, b);
	return order ? order : str_cmp(a->charge->currency, b->charge->currency);
}

static int
by_period(const struct computable_charge *a, const struct computable_charge *b)
{
	int order = by_currency(a, b);
	order = order ? order : by_number(a->schedule.interval.months, b->schedule.interval.months);
	return order ? order : by_number(a->schedule.interval.days, b->schedule.interval.days);
}

static int
by_amount(const void *x, const void *y)
{
	const struct computable_charge *a = x, *b = y;
	int order = by_period(a, b);
	order = order ? order : by_number(a->schedule.amount, b->schedule.amount);
	return order ? order : str_cmp(a->offer->path, b->offer->path);
}

/* True if the amount is within a quarter of the other one. */
static bool
is_near(int64_t amount, int64_t other)
{
	return amount >= other - other / 4 && amount <= other + other / 4;
}

/* Checks the lowest or highest amount against the others, others[0] to others[n - 1], if those
 * are close to each other. Returns true if it seems to be wrong by a factor of 10 or 100. */
static bool
check_decimal_slip(struct check_context *c, const struct computable_charge *p,
    const struct computable_charge *others, size_t n)
{
	int64_t least = others[0].schedule.amount, most = others[n - 1].schedule.amount;
	int64_t usual = others[n / 2].schedule.amount, amount = p->schedule.amount;
	if (least <= 0 || most / PRICE_SPREAD_MAX > least || amount <= 0)
		return false;
	bool slip = false;
	for (int factor = 10; factor <= 100; factor *= 10)
		slip = slip || is_near(amount / factor, usual) || is_near(amount, usual / factor);
	if (slip)
		check_add_finding(c, CHECK_PRICE_DIGITS, p->offer->path,
		    "charge \"%.*s\" is %.*s %.*s; %zu siblings usually have %.*s",
		    STR_ARG(p->charge->name), STR_ARG(p->charge->currency),
		    STR_ARG(p->charge->value), n, STR_ARG(others[n / 2].charge->value));
	return slip;
}

/* The cents of an amount; -1 if it has fractions of a cent. */
static int
cents_of(const struct computable_charge *p)
{
	int64_t cent = DECIMAL_ONE / 100;
	return p->schedule.amount < 0 || p->schedule.amount % cent
	    ? -1
	    : (int)(p->schedule.amount / cent % 100);
}

/* Reports an amount if all others end in .99 and this one nearly does. */
static void
check_99_ending(struct check_context *c, const struct computable_charge *v, size_t n)
{
	const struct computable_charge *odd = NULL;
	for (size_t i = 0; i < n; i++) {
		if (cents_of(&v[i]) == 99)
			continue;
		if (odd)
			return;
		odd = &v[i];
	}
	int cents = odd ? cents_of(odd) : -1;
	if (cents < 0 || odd->schedule.amount == 0 ||
	    (cents < 99 - NEAR_PRICE_CENTS && cents >= NEAR_PRICE_CENTS))
		return;
	check_add_finding(c, CHECK_PRICE_ENDING, odd->offer->path,
	    "charge \"%.*s\" is %.*s %.*s; its %zu siblings end in .99", STR_ARG(odd->charge->name),
	    STR_ARG(odd->charge->currency), STR_ARG(odd->charge->value), n - 1);
}

/* Checks the charges with the same campaign, currency and period, sorted by amount. */
static void
check_period_amounts(struct check_context *c, const struct computable_charge *v, size_t n)
{
	if (n <= SIBLINGS_MIN || !v[0].group.n)
		return;
	bool slip = check_decimal_slip(c, &v[0], v + 1, n - 1);
	slip = check_decimal_slip(c, &v[n - 1], v, n - 1) || slip;
	if (!slip && currency_places(v[0].charge->currency) == 2)
		check_99_ending(c, v, n);
}

static size_t
count_offers(const struct computable_charge *v, size_t n, const struct computable_charge **one)
{
	size_t offers = 0;
	for (size_t i = 0; i < n; i++) {
		offers += v[i].first_of_offer;
		*one = v[i].first_of_offer ? &v[i] : *one;
	}
	return offers;
}

/* Checks the charges of a campaign, of which the first `n` have one currency and the others
 * another one. Offers that are limited to countries are not reported. */
static void
check_two_currencies(
    struct check_context *c, const struct computable_charge *v, size_t n, size_t all)
{
	const struct computable_charge *a = NULL, *b = NULL;
	size_t of_a = count_offers(v, n, &a), of_b = count_offers(v + n, all - n, &b);
	const struct computable_charge *odd = of_a == 1 && of_b >= CURRENCY_OTHERS_MIN ? a
	    : of_b == 1 && of_a >= CURRENCY_OTHERS_MIN                                 ? b
										       : NULL;
	if (odd && !odd->offer->countries.n)
		check_add_finding(c, CHECK_PRICE_CURRENCY, odd->offer->path,
		    "priced in %.*s; the %zu others of its campaign are in %.*s",
		    STR_ARG(odd->charge->currency), odd == a ? of_b : of_a,
		    STR_ARG(odd == a ? b->charge->currency : a->charge->currency));
}

/* The number of elements at the start that are equal in this order. */
static size_t
count_equal_at_start(const struct computable_charge *v, size_t n,
    int (*order)(const struct computable_charge *, const struct computable_charge *))
{
	size_t run = 1;
	while (run < n && order(&v[0], &v[run]) == 0)
		run++;
	return run;
}

static void
check_campaign_charges(struct check_context *c, const struct computable_charge *v, size_t n)
{
	size_t one = count_equal_at_start(v, n, by_currency);
	if (v[0].group.n && !v[0].standalone && one < n &&
	    one + count_equal_at_start(v + one, n - one, by_currency) == n)
		check_two_currencies(c, v, one, n);
	for (size_t from = 0, run; from < n; from += run) {
		run = count_equal_at_start(v + from, n - from, by_period);
		check_period_amounts(c, v + from, run);
	}
}

/* ---- all offers ---- */

static struct str
campaign_or_label_of(const struct catalog_item *offer)
{
	if (path_is_standalone(offer->path))
		return offer->labels.n ? offer->labels.v[0] : STR_NONE;
	return str_sub(offer->path, 0, offer->path.n - path_last_part(offer->path).n);
}

/* Adds the charges of an offer to the prices. */
static void
add_charges(struct check_context *c, struct computable_charges *p, const struct catalog_item *offer)
{
	size_t from = p->n;
	for (size_t i = 0; i < offer->charges_n; i++) {
		struct computable_charge one = { .offer = offer,
			.charge = &offer->charges[i],
			.standalone = path_is_standalone(offer->path),
			.first_of_offer = p->n == from,
			.group = campaign_or_label_of(offer) };
		check_schedule(c, offer, one.charge);
		if (schedule_read(&one.schedule, one.charge, NULL))
			p->v[p->n++] = one;
	}
	check_offer(c, p->v + from, p->n - from);
}

void
check_price_warnings(struct check_context *c, const struct check_items *offers)
{
	struct computable_charges p = { 0 };
	size_t n = 0;
	for (size_t i = 0; i < offers->n; i++)
		n += offers->v[i].charges_n;
	p.v = x_new_array(struct computable_charge, n);
	for (size_t i = 0; i < offers->n; i++)
		add_charges(c, &p, &offers->v[i]);
	if (p.n)
		qsort(p.v, p.n, sizeof(*p.v), by_amount);
	for (size_t from = 0, run; from < p.n; from += run) {
		run = count_equal_at_start(p.v + from, p.n - from, by_campaign);
		check_campaign_charges(c, p.v + from, run);
	}
	x_free(p.v);
}
