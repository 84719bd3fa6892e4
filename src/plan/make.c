#include "plan/make.h"

#include "base/digest.h"
#include "list/table.h"
#include "plan/warning.h"

void
plan_maker_init(struct plan_maker *m, struct plan *p, const struct catalog *c)
{
	*m = (struct plan_maker){ .plan = p,
		.offer_listing = catalog_list(c, CATALOG_OFFERS),
		.offers = catalog_items(c, CATALOG_OFFERS) };
}

struct planned_offer
planned_offer_at(const struct plan_maker *m, size_t at)
{
	unsigned flags;
	return (struct planned_offer){ &m->offer_listing->items.v[at],
		listing_json(m->offer_listing, at, &flags) };
}

static struct str
json_of_offer(void *ctx, size_t row)
{
	unsigned flags;
	return listing_json(ctx, row, &flags);
}

bool
plan_maker_select(const struct plan_maker *m, struct plan_selection *out, struct view *view,
    int64_t now, struct err *err)
{
	struct table table;
	table_init(&table, view_find_resource("offers"));
	table.get_row_json = json_of_offer;
	table.ctx = (void *)(uintptr_t)m->offer_listing;
	table_set_rows(&table, m->offer_listing->rows.v, m->offer_listing->rows.n);
	bool ok = table_set_view(&table, view, (struct age_context){ .now = now }, err);
	for (size_t i = 0; ok && i < table.shown_numbers.n; i++)
		vec_push(&out->positions, table.shown_numbers.v[i]);
	table_free(&table);
	return ok;
}

/* ---- rows ---- */

/* True if a request can name the charge: its name is unique, or it is the offer's only charge. */
static bool
is_addressable(const struct catalog_item *item, const struct charge *c)
{
	size_t n = 0;
	for (size_t i = 0; i < item->charges_n; i++)
		n += str_eq(item->charges[i].name, c->name);
	return item->charges_n == 1 || (c->name.n && n == 1);
}

static bool
is_duplicate(const struct plan_maker *m, struct str path)
{
	size_t n = 0;
	for (size_t i = 0; i < m->offers.n; i++)
		n += str_eq(m->offers.v[i].path, path);
	return n > 1;
}

static struct str
offer_refusal_reason(const struct plan_maker *m, const struct catalog_item *item)
{
	if (!item->path.n)
		return STR("the offer's path cannot be read");
	if (item->has_duplicate_members)
		return STR("the offer has the same member twice, so its value is not known");
	return is_duplicate(m, item->path) ? STR("several offers have this path") : STR_NONE;
}

static struct plan_row *
last_row(const struct plan_maker *m)
{
	return &m->plan->rows.v[m->plan->rows.n - 1];
}

static void
add_offer_row(const struct plan_maker *m, const struct planned_offer *offer, struct plan_row *row)
{
	struct buf hash = { 0 };
	digest_hex(&hash, offer->json);
	row->path = offer->item->path;
	row->name = offer->item->name;
	row->hash_before = buf_str(&hash);
	if (row->refusal.n) {
		row->new = STR_NONE;
		row->absent_side = str_eqz(row->absent_side, "old") ? row->absent_side : STR_NONE;
	}
	plan_add(m->plan, row);
	buf_free(&hash);
	if (m->changed_meanwhile)
		plan_add_warning(m->plan, last_row(m), WARNING_OUT_OF_DATE, STR_NONE);
}

/* Appends "price", or "price[monthly]" if the offer has several charges. */
static void
write_attribute(struct buf *out, const struct catalog_item *item, const struct charge *c)
{
	buf_addz(out, "price");
	if (item->charges_n > 1)
		buf_addf(out, "[%.*s]", STR_ARG(c->name));
}

static struct str
charge_refusal_reason(
    const struct plan_maker *m, const struct catalog_item *item, const struct charge *c)
{
	struct str why = offer_refusal_reason(m, item);
	if (why.n)
		return why;
	if (item->charges_unreadable || c->is_unreadable)
		return STR("the price is only partly readable: a member has an unexpected type");
	return is_addressable(item, c) ? STR_NONE
				       : STR("several of its charges have the same name");
}

void
plan_maker_add_charge(const struct plan_maker *m, const struct planned_offer *offer,
    const struct charge *c, enum price_rule_result outcome, struct str text)
{
	struct buf attribute = { 0 };
	m->plan->unchanged_count += outcome == PRICE_UNCHANGED;
	if (outcome != PRICE_UPDATED && outcome != PRICE_REFUSED)
		return;
	write_attribute(&attribute, offer->item, c);
	struct plan_row row = { .charge = c->name,
		.currency = c->currency,
		.attribute = buf_str(&attribute),
		.old = c->value,
		.new = text,
		.refusal = outcome == PRICE_REFUSED ? text
						    : charge_refusal_reason(m, offer->item, c) };
	add_offer_row(m, offer, &row);
	buf_free(&attribute);
}

static struct str
attribute_refusal_reason(const struct plan_maker *m, const struct catalog_item *item)
{
	struct str why = offer_refusal_reason(m, item);
	return why.n || !item->attributes_unreadable
	    ? why
	    : STR("the offer's attributes cannot be read: not an object");
}

void
plan_maker_add_attribute(const struct plan_maker *m, const struct planned_offer *offer,
    const struct attribute_rule *rule, const struct attribute_convention *habit)
{
	struct attribute_change change = { .warning = PLAN_WARNINGS };
	enum attribute_result o = attribute_change_make(&change, offer->json, rule, habit);
	struct plan_row row = { .attribute = buf_str(&change.name),
		.old = buf_str(&change.old),
		.new = buf_str(&change.new),
		.absent_side = !change.had_old ? STR("old")
		    : change.has_new           ? STR_NONE
					       : STR("new"),
		.refusal = o == ATTRIBUTE_REFUSED ? str_of(change.refusal)
						  : attribute_refusal_reason(m, offer->item) };
	if (o != ATTRIBUTE_SAME)
		add_offer_row(m, offer, &row);
	if (o == ATTRIBUTE_NEW && change.warning != PLAN_WARNINGS)
		plan_add_warning(m->plan, last_row(m), change.warning, STR_NONE);
	attribute_change_free(&change);
}

struct plan_builder {
	struct plan_maker maker;
	const struct change_rules *rules;
	struct attribute_convention conventions[PLAN_ATTRIBUTES_MAX]; /* parallel to the rules */
};

static void
begin_plan(struct plan_builder *m, struct plan *p, const struct catalog *c,
    const struct change_rules *rules)
{
	*m = (struct plan_builder){ .rules = rules };
	plan_maker_init(&m->maker, p, c);
	for (size_t i = 0; i < rules->attributes_n; i++)
		m->conventions[i] = attribute_convention_find(
		    m->maker.offer_listing, rules->attributes[i].name);
}

static void
add_charges_of(const struct plan_builder *m, const struct planned_offer *offer)
{
	const struct catalog_item *item = offer->item;
	struct buf text = { 0 };
	for (size_t i = 0; m->rules->prices.n && i < item->charges_n; i++) {
		buf_reset(&text);
		enum price_rule_result o = price_rules_apply(
		    &text, &m->rules->prices, &item->charges[i]);
		plan_maker_add_charge(&m->maker, offer, &item->charges[i], o, buf_str(&text));
	}
	buf_free(&text);
}

static void
add_offer(const struct plan_builder *m, size_t at)
{
	struct planned_offer offer = planned_offer_at(&m->maker, at);
	add_charges_of(m, &offer);
	for (size_t i = 0; i < m->rules->attributes_n; i++)
		plan_maker_add_attribute(
		    &m->maker, &offer, &m->rules->attributes[i], &m->conventions[i]);
}

bool
plan_fill(struct plan *p, const struct catalog *c, struct view *view,
    const struct change_rules *rules, struct err *err)
{
	struct plan_builder m;
	struct plan_selection offers = { 0 };
	begin_plan(&m, p, c, rules);
	bool ok = plan_maker_select(&m.maker, &offers, view, clock_now(c->clock), err);
	for (size_t i = 0; ok && i < offers.positions.n; i++)
		add_offer(&m, offers.positions.v[i]);
	vec_free(&offers.positions);
	return ok;
}

bool
plan_fill_as_is(struct plan *p, const struct catalog *c, struct view *view, struct err *err)
{
	struct plan_maker m;
	struct plan_selection offers = { 0 };
	plan_maker_init(&m, p, c);
	bool ok = plan_maker_select(&m, &offers, view, clock_now(c->clock), err);
	for (size_t i = 0; ok && i < offers.positions.n; i++) {
		struct planned_offer offer = planned_offer_at(&m, offers.positions.v[i]);
		for (size_t k = 0; k < offer.item->charges_n; k++)
			plan_maker_add_charge(&m, &offer, &offer.item->charges[k], PRICE_UPDATED,
			    offer.item->charges[k].value);
	}
	vec_free(&offers.positions);
	return ok;
}

void
plan_fill_paths(struct plan *p, const struct catalog *c, const struct str *paths, size_t n,
    const struct change_rules *rules)
{
	struct plan_builder m;
	begin_plan(&m, p, c, rules);
	for (size_t i = 0; i < n; i++) {
		size_t at = catalog_find(c, CATALOG_OFFERS, paths[i]);
		if (at != SIZE_MAX)
			add_offer(&m, at);
	}
}
