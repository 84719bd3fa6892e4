#include "base/index.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/graph.h"
#include "model/path.h"
#include "plan/change_rules.h"
#include "plan/review.h"
#include "plan/warning.h"

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

void
plan_review_siblings(struct plan *p, struct check_items offers)
{
	struct price_families f = { .first_charge_by_family = { index_new(), index_new() },
		.charge_index = index_new() };
	struct buf name = { 0 };
	for (size_t i = offers.n; i-- > 0;)
		add_charges_of_offer(&f, &offers.v[i], &name);
	apply_new_prices(&f, p, &name);
	for (size_t i = 0; i < p->rows.n; i++) {
		const struct changed_charge *one = find_charge_of(&f, &p->rows.v[i], &name);
		if (one)
			warn_about_siblings(p, &p->rows.v[i], &f, one);
	}
	vec_free(&f.charges);
	index_free(f.first_charge_by_family[0]);
	index_free(f.first_charge_by_family[1]);
	index_free(f.charge_index);
	buf_free(&name);
}
