#include "app/plan/plan_maker.h"

#include "app/list/table.h"
#include "base/digest.h"
#include "model/currency.h"
#include "model/decimal.h"

void
plan_maker_init(struct plan_maker *m, struct plan *p, const struct catalog *c)
{
	*m = (struct plan_maker){ .plan = p,
		.list = catalog_list(c, CATALOG_OFFERS),
		.offers = catalog_items(c, CATALOG_OFFERS) };
}

struct planned_offer
planned_offer(const struct plan_maker *m, size_t at)
{
	unsigned flags;
	return (
	    struct planned_offer){ m->list->entries.v[at].item, listing_json(m->list, at, &flags) };
}

static struct str
json_of_offer(void *ctx, size_t row)
{
	unsigned flags;
	return listing_json(ctx, row, &flags);
}

bool
plan_maker_choose(const struct plan_maker *m, struct plan_choice *out, struct view *view,
    int64_t now, struct err *err)
{
	struct table table;
	table_init(&table, view_resource("offers"));
	table.json = json_of_offer;
	table.ctx = (void *)(uintptr_t)m->list;
	table_set_rows(&table, m->list->rows.v, m->list->rows.n);
	bool ok = table_set_view(&table, view, now, err);
	for (size_t i = 0; ok && i < table.shown.n; i++)
		vec_push(&out->at, table.shown.v[i]);
	table_free(&table);
	return ok;
}

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
ends_in_99(int64_t amount)
{
	const int64_t cent = DECIMAL_ONE / 100;
	return amount % DECIMAL_ONE == 99 * cent;
}

static const char *
doubt_of(const struct plan_maker *m, int64_t old, int64_t new, int places)
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
stands_twice(const struct plan_maker *m, struct str path)
{
	size_t n = 0;
	for (size_t i = 0; i < m->offers.n; i++)
		n += str_eq(m->offers.v[i].path, path);
	return n > 1;
}

static struct str
why_not_offer(const struct plan_maker *m, const struct catalog_item *item)
{
	return stands_twice(m, item->path) ? STR("several offers have this path") : STR_NONE;
}

static void
add_offer_row(const struct plan_maker *m, const struct planned_offer *offer, struct plan_row *row)
{
	struct buf hash = { 0 }, doubt = { 0 };
	digest_hex(&hash, offer->json);
	if (m->stale)
		buf_addf(&doubt, "the offer was changed since the sheet was written%s",
		    row->doubt.n ? "; " : "");
	buf_adds(&doubt, row->doubt);
	row->doubt = buf_str(&doubt);
	row->path = offer->item->path;
	row->name = offer->item->name;
	row->before = buf_str(&hash);
	if (row->refused.n) {
		row->new = row->doubt = STR_NONE;
		row->absent = str_eqz(row->absent, "old") ? row->absent : STR_NONE;
	}
	plan_add(m->plan, row);
	buf_free(&hash);
	buf_free(&doubt);
}

/* "price", or "price[monthly]" where there are several. */
static void
write_attribute(struct buf *out, const struct catalog_item *item, const struct charge *c)
{
	buf_addz(out, "price");
	if (item->charges_n > 1)
		buf_addf(out, "[%.*s]", STR_ARG(c->name));
}

static struct str
why_not_charge(const struct plan_maker *m, const struct catalog_item *item, const struct charge *c)
{
	struct str why = why_not_offer(m, item);
	return why.n || is_addressed(item, c) ? why
					      : STR("its charges are not told apart by names");
}

void
plan_maker_charge(const struct plan_maker *m, const struct planned_offer *offer,
    const struct charge *c, enum price_outcome outcome, struct str text)
{
	struct buf reaches = { 0 }, attribute = { 0 };
	int64_t old = 0, new = 0;
	if (outcome != PRICE_NEW && outcome != PRICE_REFUSED)
		return;
	size_t others = count_references(m->offers, offer->item->path);
	if (others)
		buf_addf(&reaches, "%zu", others);
	write_attribute(&attribute, offer->item, c);
	struct plan_row row = { .charge = c->name,
		.currency = c->currency,
		.attribute = buf_str(&attribute),
		.old = c->value,
		.new = text,
		.refused = outcome == PRICE_REFUSED ? text : why_not_charge(m, offer->item, c),
		.reaches = buf_str(&reaches) };
	if (decimal_read(c->value, &old) && decimal_read(text, &new))
		row.doubt = str_of(doubt_of(m, old, new, currency_places(c->currency)));
	add_offer_row(m, offer, &row);
	buf_free(&reaches);
	buf_free(&attribute);
}

void
plan_maker_attribute(const struct plan_maker *m, const struct planned_offer *offer,
    const struct attribute_rule *rule, const struct attribute_habit *habit)
{
	struct attribute_change change = { 0 };
	enum attribute_outcome o = attribute_change_make(&change, offer->json, rule, habit);
	struct plan_row row = { .attribute = buf_str(&change.name),
		.old = buf_str(&change.old),
		.new = buf_str(&change.new),
		.absent = !change.had ? STR("old")
		    : change.has      ? STR_NONE
				      : STR("new"),
		.refused = o == ATTRIBUTE_REFUSED ? str_of(change.why)
						  : why_not_offer(m, offer->item),
		.doubt = str_of(change.doubt) };
	if (o != ATTRIBUTE_SAME)
		add_offer_row(m, offer, &row);
	attribute_change_free(&change);
}
