#include "app/plan/plan_make.h"

#include "app/list/table.h"
#include "base/digest.h"
#include "model/currency.h"
#include "model/decimal.h"

struct making {
	struct plan *plan;
	const struct price_rules *rules;
	struct check_items offers; /* all, in the order of their paths */
	bool raises;               /* the rules only add */
};

/* ---- what a row says besides its price ---- */

/* How many offers have their price from the one of that path. */
static size_t
count_references(struct check_items offers, struct str path)
{
	size_t n = 0;
	for (size_t i = 0; i < offers.n; i++)
		n += str_eq(offers.v[i].price_of, path);
	return n;
}

static bool
only_raises(const struct price_rules *rules)
{
	bool raises = false;
	for (size_t i = 0; i < rules->n; i++) {
		const struct price_step *s = &rules->steps[i];
		bool moves = s->verb == PRICE_ADD || s->verb == PRICE_PERCENT;
		if (s->verb == PRICE_SET || (moves && s->amount < 0))
			return false;
		raises = raises || moves;
	}
	return raises;
}

static bool
ends_in_99(int64_t amount)
{
	const int64_t cent = DECIMAL_ONE / 100;
	return amount % DECIMAL_ONE == 99 * cent;
}

static const char *
doubt_of(const struct making *m, int64_t old, int64_t new, int places)
{
	enum { SLIP = 8 };
	if (new == 0)
		return "free from now on";
	if (old > 0 && new / SLIP >= old)
		return "eight times the old price or more: a slipped digit?";
	if (old > 0 && old / SLIP >= new)
		return "an eighth of the old price or less: a slipped digit?";
	if (m->raises && new < old)
		return "lower, though the rules raise";
	if (places == 2 && ends_in_99(old) && !ends_in_99(new))
		return "it ended in .99";
	return "";
}

/* ---- rows ---- */

/* A charge is addressed by its name, unless it is the only one. */
static bool
is_addressed(const struct catalog_item *item, const struct charge *c)
{
	size_t n = 0;
	for (size_t i = 0; i < item->charges_n; i++)
		n += str_eq(item->charges[i].name, c->name);
	return item->charges_n == 1 || (c->name.n && n == 1);
}

static bool
stands_twice(const struct making *m, struct str path)
{
	size_t n = 0;
	for (size_t i = 0; i < m->offers.n; i++)
		n += str_eq(m->offers.v[i].path, path);
	return n > 1;
}

/* "price", or "price[monthly]" where there are several. */
static void
write_attribute(struct buf *out, const struct catalog_item *item, const struct charge *c)
{
	buf_addz(out, "price");
	if (item->charges_n > 1)
		buf_addf(out, "[%.*s]", STR_ARG(c->name));
}

static void
add_charge(const struct making *m, const struct catalog_item *item, struct str json,
    const struct charge *c)
{
	struct buf out = { 0 }, hash = { 0 }, reaches = { 0 }, attribute = { 0 };
	int64_t old = 0, new = 0;
	struct plan_row row = { .path = item->path,
		.name = item->name,
		.charge = c->name,
		.currency = c->currency,
		.old = c->value };
	enum price_outcome o = price_rules_apply(&out, m->rules, c);
	if (o == PRICE_NEW || o == PRICE_REFUSED) {
		size_t others = count_references(m->offers, item->path);
		if (others)
			buf_addf(&reaches, "%zu", others);
		digest_hex(&hash, json);
		write_attribute(&attribute, item, c);
		row.attribute = buf_str(&attribute);
		row.before = buf_str(&hash);
		row.reaches = buf_str(&reaches);
		row.new = o == PRICE_NEW ? buf_str(&out) : STR_NONE;
		row.refused = o == PRICE_REFUSED  ? buf_str(&out)
		    : stands_twice(m, item->path) ? STR("several offers have this path")
		    : !is_addressed(item, c)      ? STR("its charges are not told apart by names")
						  : STR_NONE;
		if (row.refused.n)
			row.new = STR_NONE;
		else if (decimal_read(c->value, &old) && decimal_read(row.new, &new))
			row.doubt = str_of(doubt_of(m, old, new, currency_places(c->currency)));
		plan_add(m->plan, &row);
	}
	buf_free(&out);
	buf_free(&hash);
	buf_free(&reaches);
	buf_free(&attribute);
}

static struct str
json_of_offer(void *ctx, size_t row)
{
	unsigned flags;
	return listing_json(ctx, row, &flags);
}

bool
plan_fill(struct plan *p, const struct catalog *c, struct view *view,
    const struct price_rules *rules, struct err *err)
{
	const struct listing *list = catalog_list(c, CATALOG_OFFERS);
	struct making m = { p, rules, catalog_items(c, CATALOG_OFFERS), only_raises(rules) };
	struct table table;
	table_init(&table, view_resource("offers"));
	table.json = json_of_offer;
	table.ctx = (void *)(uintptr_t)list;
	table_set_rows(&table, list->rows.v, list->rows.n);
	bool ok = table_set_view(&table, view, clock_now(c->clock), err);
	for (size_t i = 0; ok && i < table.shown.n; i++) {
		const struct catalog_item *item = list->entries.v[table.shown.v[i]].item;
		for (size_t k = 0; k < item->charges_n; k++)
			add_charge(&m, item, table_json(&table, i), &item->charges[k]);
	}
	table_free(&table);
	return ok;
}
