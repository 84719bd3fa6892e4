#include "plan/review.h"

#include "base/index.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/graph.h"
#include "model/path.h"
#include "model/price.h"
#include "plan/change_rules.h"
#include "plan/warning.h"

/* ---- the same offer in other markets ---- */

enum {
	FAMILY_KIND_COUNT = 2, /* by name; by campaign and products */
	SIBLINGS_MAX = 100,    /* siblings compared with one charge */
	FAR_PRICE_FACTOR = 3,  /* more than three times as much, in another currency */
};

/* A charge, before and after the plan. */
struct changed_charge {
	const struct catalog_item *offer;
	const struct charge *charge;
	uint32_t next_in_family[FAMILY_KIND_COUNT]; /* next charge in each of its families */
	int64_t old, new;
};

struct price_families {
	struct index *first_charge_by_family[FAMILY_KIND_COUNT];
	VEC(struct changed_charge) charges;
	struct index *charge_index; /* index of charges, by path and charge name */
};

/* ---- families ---- */

static void
write_charge_key(struct buf *out, struct str path, struct str charge)
{
	buf_reset(out);
	buf_addf(out, "%zu:", path.n);
	buf_adds(out, path);
	buf_adds(out, charge);
}

/* Writes the key that siblings share, in other markets or currencies; nothing if there can be
 * none. */
static void
append_price_family_name(
    struct buf *out, int by, const struct catalog_item *offer, const struct charge *c)
{
	struct str group = graph_campaign_of(offer);
	buf_reset(out);
	if (by == 0 ? !offer->name.n : !group.n || !offer->product_ids.n)
		return;
	buf_addf(out, "%zu:%lld:", c->name.n, (long long)c->repeat_interval);
	buf_adds(out, c->name);
	buf_adds(out, by == 0 ? offer->name : group);
	for (size_t i = 0; by == 1 && i < offer->product_ids.n; i++) {
		buf_addc(out, '\n');
		buf_adds(out, offer->product_ids.v[i]);
	}
}

/* The first charge of the family; UINT32_MAX if there is none. */
static uint32_t
first_charge_of_family(const struct price_families *f, int by, const struct changed_charge *one)
{
	struct buf name = { 0 };
	append_price_family_name(&name, by, one->offer, one->charge);
	uint32_t first = name.n ? index_get(f->first_charge_by_family[by], buf_str(&name))
				: UINT32_MAX;
	buf_free(&name);
	return first;
}

static void
add_charge_to_family(struct price_families *f, int by, struct buf *name)
{
	uint32_t own = (uint32_t)f->charges.n - 1;
	struct changed_charge *one = &f->charges.v[own];
	append_price_family_name(name, by, one->offer, one->charge);
	one->next_in_family[by] = UINT32_MAX;
	if (!name->n)
		return;
	one->next_in_family[by] = index_get(f->first_charge_by_family[by], buf_str(name));
	index_put(f->first_charge_by_family[by], buf_str(name), own);
}

static void
add_charges_of_offer(struct price_families *f, const struct catalog_item *offer, struct buf *name)
{
	for (size_t i = 0; i < offer->charges_n; i++) {
		struct changed_charge one = { .offer = offer, .charge = &offer->charges[i] };
		if (!decimal_read(one.charge->value, &one.old) || one.old <= 0)
			continue;
		one.new = one.old;
		vec_push(&f->charges, one);
		add_charge_to_family(f, 0, name);
		add_charge_to_family(f, 1, name);
		write_charge_key(name, offer->path, one.charge->name);
		index_put(f->charge_index, buf_str(name), (uint32_t)f->charges.n - 1);
	}
}

/* The charge of a row; NULL if it is not compared. */
static struct changed_charge *
find_charge_of(const struct price_families *f, const struct plan_row *row, struct buf *name)
{
	if (!attribute_is_price(row->attribute) || row->refusal.n)
		return NULL;
	write_charge_key(name, row->path, row->charge);
	uint32_t at = index_get(f->charge_index, buf_str(name));
	return at == UINT32_MAX ? NULL : &f->charges.v[at];
}

static void
apply_new_prices(struct price_families *f, const struct plan *p, struct buf *name)
{
	int64_t new;
	for (size_t i = 0; i < p->rows.n; i++) {
		struct changed_charge *one = find_charge_of(f, &p->rows.v[i], name);
		if (one && decimal_read(p->rows.v[i].new, &new))
			one->new = new;
	}
}

/* ---- comparing siblings ---- */

static bool
falls_below(const struct changed_charge *a, const struct changed_charge *b)
{
	return str_eq(a->charge->currency, b->charge->currency) && a->old >= b->old &&
	    a->new < b->new;
}

static bool
is_far_price(int64_t a, int64_t b)
{
	return a / FAR_PRICE_FACTOR > b || b / FAR_PRICE_FACTOR > a;
}

/* Amounts in currencies with different decimals are not comparable. */
static bool
moves_away(const struct changed_charge *a, const struct changed_charge *b)
{
	return !str_eq(a->charge->currency, b->charge->currency) &&
	    currency_places(a->charge->currency) == currency_places(b->charge->currency) &&
	    !is_far_price(a->old, b->old) && is_far_price(a->new, b->new);
}

static const struct {
	enum plan_warning warning;
	bool (*applies)(const struct changed_charge *a, const struct changed_charge *b);
	const char *message;
} sibling_smells[] = {
	{ WARNING_BELOW_SIBLING, falls_below, "now below its sibling" },
	{ WARNING_FAR_FROM_SIBLING, moves_away, "now far from its sibling" },
};

static void
note_sibling(struct plan *p, struct plan_row *row, size_t which, const struct changed_charge *b)
{
	struct buf words = { 0 };
	buf_addf(&words, "%s %.*s, %.*s ", sibling_smells[which].message, STR_ARG(b->offer->path),
	    STR_ARG(b->charge->currency));
	decimal_write_places(&words, b->new, currency_places(b->charge->currency));
	plan_add_warning(p, row, sibling_smells[which].warning, buf_str(&words));
	buf_free(&words);
}

static const struct changed_charge *
find_sibling(const struct price_families *f, const struct changed_charge *a, size_t which)
{
	for (int by = 0; by < FAMILY_KIND_COUNT; by++) {
		uint32_t at = first_charge_of_family(f, by, a);
		for (int n = 0; n < SIBLINGS_MAX && at != UINT32_MAX; n++) {
			const struct changed_charge *b = &f->charges.v[at];
			if (b->offer != a->offer && sibling_smells[which].applies(a, b))
				return b;
			at = b->next_in_family[by];
		}
	}
	return NULL;
}

/* Adds each kind of warning once, for the first sibling. */
static void
warn_about_siblings(struct plan *p, struct plan_row *row, const struct price_families *f,
    const struct changed_charge *a)
{
	for (size_t s = 0; s < sizeof(sibling_smells) / sizeof(*sibling_smells); s++) {
		const struct changed_charge *b = find_sibling(f, a, s);
		if (b)
			note_sibling(p, row, s, b);
	}
}

/* Compares the siblings of one row, or of all rows if it is NULL. */
static void
review_siblings_of(struct plan *p, struct plan_row *only, struct check_items offers)
{
	struct price_families f = { .first_charge_by_family = { index_new(), index_new() },
		.charge_index = index_new() };
	struct buf name = { 0 };
	for (size_t i = offers.n; i-- > 0;)
		add_charges_of_offer(&f, &offers.v[i], &name);
	apply_new_prices(&f, p, &name);
	for (size_t i = 0; i < p->rows.n; i++) {
		struct plan_row *row = &p->rows.v[i];
		const struct changed_charge *one = find_charge_of(&f, row, &name);
		if (one && (!only || only == row))
			warn_about_siblings(p, row, &f, one);
	}
	vec_free(&f.charges);
	index_free(f.first_charge_by_family[0]);
	index_free(f.first_charge_by_family[1]);
	index_free(f.charge_index);
	buf_free(&name);
}

void
plan_review_siblings(struct plan *p, struct check_items offers)
{
	review_siblings_of(p, NULL, offers);
}

/* ---- the review ---- */

/* ---- single prices ---- */

struct price_change {
	const struct plan_review_context *context;
	int64_t old, new;
	int decimals;
};

static bool
is_now_free(const struct price_change *c)
{
	return c->old != 0 && c->new == 0;
}

static bool
was_free(const struct price_change *c)
{
	return c->old == 0 && c->new != 0;
}

enum { SUSPICIOUS_PRICE_FACTOR = 8 };

static bool
is_times_eight(const struct price_change *c)
{
	return c->old > 0 && c->new / SUSPICIOUS_PRICE_FACTOR >= c->old;
}

static bool
is_an_eighth(const struct price_change *c)
{
	return c->new > 0 && c->old / SUSPICIOUS_PRICE_FACTOR >= c->new;
}

static bool
more_than_doubles(const struct price_change *c)
{
	return c->old > 0 && c->new - c->old > c->old;
}

static bool
more_than_halves(const struct price_change *c)
{
	return c->new > 0 && c->new < c->old - c->new;
}

static bool
falls_against_rules(const struct price_change *c)
{
	return c->context->direction == PRICE_UP && c->new < c->old;
}

static bool
rises_against_rules(const struct price_change *c)
{
	return c->context->direction == PRICE_DOWN && c->new > c->old;
}

static bool
ends_in_99(int64_t amount)
{
	const int64_t cent = DECIMAL_ONE / 100;
	return amount % DECIMAL_ONE == 99 * cent;
}

static bool
loses_ending(const struct price_change *c)
{
	return c->decimals == 2 && c->new > 0 && ends_in_99(c->old) && !ends_in_99(c->new);
}

/* Prices are below 10^18, so a hundred times their difference may not fit into 64 bits. */
static bool
is_over_threshold(const struct price_change *c)
{
	__extension__ typedef __int128 wide;
	wide by = c->new > c->old ? c->new - c->old : c->old - c->new;
	return c->context->threshold_percent > 0 &&
	    by * 100 > (wide)c->old * c->context->threshold_percent;
}

/* Only the first note about the size of a change is added. */
static const struct {
	enum plan_warning warning;
	bool (*applies)(const struct price_change *c);
	bool depends_on_change_size;
} price_smells[] = {
	{ WARNING_BECOMES_FREE, is_now_free, true },
	{ WARNING_WAS_FREE, was_free, true },
	{ WARNING_TIMES_EIGHT, is_times_eight, true },
	{ WARNING_ONE_EIGHTH, is_an_eighth, true },
	{ WARNING_DOUBLED, more_than_doubles, true },
	{ WARNING_HALVED, more_than_halves, true },
	{ WARNING_OVER_THRESHOLD, is_over_threshold, false },
	{ WARNING_UNEXPECTED_FALL, falls_against_rules, false },
	{ WARNING_UNEXPECTED_RISE, rises_against_rules, false },
	{ WARNING_ENDING_LOST, loses_ending, true },
};

static void
warn_about_price(struct plan *p, struct plan_row *row, const struct plan_review_context *with)
{
	struct price_change c = { .context = with, .decimals = currency_places(row->currency) };
	struct buf limit = { 0 };
	bool sized = false;
	if (!decimal_read(row->old, &c.old) || !decimal_read(row->new, &c.new))
		return;
	buf_addf(&limit, "by more than %d %%, the threshold of %s", with->threshold_percent,
	    with->environment ? with->environment : "");
	for (size_t i = 0; i < sizeof(price_smells) / sizeof(*price_smells); i++) {
		if ((price_smells[i].depends_on_change_size && sized) ||
		    !price_smells[i].applies(&c))
			continue;
		plan_add_warning(p, row, price_smells[i].warning,
		    price_smells[i].warning == WARNING_OVER_THRESHOLD ? buf_str(&limit) : STR_NONE);
		sized = sized || price_smells[i].depends_on_change_size;
	}
	buf_free(&limit);
}

/* ---- other effects ---- */

/* Lists of the offers that take their price from the same offer. */
struct price_references {
	struct check_items offers;
	struct index *first_user_by_owner_path; /* by the path of the offer with the price */
	uint32_t *next_user;                    /* parallel to the offers */
};

static struct price_references
find_price_references(struct check_items offers)
{
	struct price_references t = { offers, index_new(), x_new_array(uint32_t, offers.n + 1) };
	struct price_chain chain;
	for (size_t i = offers.n; i-- > 0;) {
		if (!offers.v[i].price_reference.n)
			continue;
		price_follow_references(&chain, &offers, &offers.v[i]);
		if (chain.end != PRICE_FOUND || chain.owner == &offers.v[i])
			continue;
		t.next_user[i] = index_get(t.first_user_by_owner_path, chain.owner->path);
		index_put(t.first_user_by_owner_path, chain.owner->path, (uint32_t)i);
	}
	return t;
}

static void
count_new_campaign(struct index *campaigns, size_t *n, const struct catalog_item *offer)
{
	struct str campaign = offer ? graph_campaign_of(offer) : STR_NONE;
	if (!campaign.n || index_get(campaigns, campaign) != UINT32_MAX)
		return;
	index_put(campaigns, campaign, 0);
	++*n;
}

static size_t
count_usage(const struct plan_usage *usage, struct str path)
{
	return usage ? plan_usage_count(usage, path) : 0;
}

/* Counts campaigns and baskets of the offer, and of the offers that take its price. */
static void
set_row_usage(struct plan *p, struct plan_row *row, const struct price_references *t,
    const struct plan_usage *usage)
{
	struct index *campaigns = index_new();
	size_t others = 0, n = 0, baskets = count_usage(usage, row->path);
	count_new_campaign(campaigns, &n, check_find_item(&t->offers, row->path));
	for (uint32_t i = index_get(t->first_user_by_owner_path, row->path); i != UINT32_MAX;
	     i = t->next_user[i]) {
		count_new_campaign(campaigns, &n, &t->offers.v[i]);
		baskets += count_usage(usage, t->offers.v[i].path);
		others++;
	}
	if (others)
		row->price_user_count = arena_printf(&p->text_arena, "%zu", others);
	if (n)
		row->campaign_count = arena_printf(&p->text_arena, "%zu", n);
	if (baskets)
		row->open_basket_count = arena_printf(&p->text_arena, "%zu", baskets);
	index_free(campaigns);
}

/* ---- complete review ---- */

void
plan_review_row(struct plan *p, struct plan_row *row, const struct plan_review_context *with)
{
	if (!attribute_is_price(row->attribute))
		return;
	warn_about_price(p, row, with);
	review_siblings_of(p, row, with->offers);
}

void
plan_review(struct plan *p, const struct plan_review_context *with)
{
	struct price_references price_users = find_price_references(with->offers);
	for (size_t i = 0; i < p->rows.n; i++) {
		struct plan_row *row = &p->rows.v[i];
		if (!attribute_is_price(row->attribute))
			continue;
		set_row_usage(p, row, &price_users, with->usage);
		warn_about_price(p, row, with);
	}
	plan_review_siblings(p, with->offers);
	index_free(price_users.first_user_by_owner_path);
	x_free(price_users.next_user);
}
