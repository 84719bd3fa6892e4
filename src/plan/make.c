#include "plan/make.h"

struct plan_builder {
	struct plan_maker maker;
	const struct change_rules *rules;
	struct attribute_convention habits[PLAN_ATTRIBUTES_MAX]; /* parallel to the rules */
};

static void
begin_making(struct plan_builder *m, struct plan *p, const struct catalog *c,
    const struct change_rules *rules)
{
	*m = (struct plan_builder){ .rules = rules };
	plan_maker_init(&m->maker, p, c);
	for (size_t i = 0; i < rules->attributes_n; i++)
		m->habits[i] = attribute_convention_find(m->maker.list, rules->attributes[i].name);
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
		plan_maker_charge(&m->maker, offer, &item->charges[i], o, buf_str(&text));
	}
	buf_free(&text);
}

static void
add_offer(const struct plan_builder *m, size_t at)
{
	struct planned_offer offer = planned_offer(&m->maker, at);
	add_charges_of(m, &offer);
	for (size_t i = 0; i < m->rules->attributes_n; i++)
		plan_maker_attribute(&m->maker, &offer, &m->rules->attributes[i], &m->habits[i]);
}

bool
plan_fill(struct plan *p, const struct catalog *c, struct view *view,
    const struct change_rules *rules, struct err *err)
{
	struct plan_builder m;
	struct plan_selection offers = { 0 };
	begin_making(&m, p, c, rules);
	bool ok = plan_maker_select(&m.maker, &offers, view, clock_now(c->clock), err);
	for (size_t i = 0; ok && i < offers.at.n; i++)
		add_offer(&m, offers.at.v[i]);
	vec_free(&offers.at);
	return ok;
}

bool
plan_fill_as_is(struct plan *p, const struct catalog *c, struct view *view, struct err *err)
{
	struct plan_maker m;
	struct plan_selection offers = { 0 };
	plan_maker_init(&m, p, c);
	bool ok = plan_maker_select(&m, &offers, view, clock_now(c->clock), err);
	for (size_t i = 0; ok && i < offers.at.n; i++) {
		struct planned_offer offer = planned_offer(&m, offers.at.v[i]);
		for (size_t k = 0; k < offer.item->charges_n; k++)
			plan_maker_charge(&m, &offer, &offer.item->charges[k], PRICE_UPDATED,
			    offer.item->charges[k].value);
	}
	vec_free(&offers.at);
	return ok;
}

void
plan_fill_paths(struct plan *p, const struct catalog *c, const struct str *paths, size_t n,
    const struct change_rules *rules)
{
	struct plan_builder m;
	begin_making(&m, p, c, rules);
	for (size_t i = 0; i < n; i++) {
		size_t at = catalog_find(c, CATALOG_OFFERS, paths[i]);
		if (at != SIZE_MAX)
			add_offer(&m, at);
	}
}
