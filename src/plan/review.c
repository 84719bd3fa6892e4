#include "plan/review.h"

#include "base/index.h"
#include "model/currency.h"
#include "model/decimal.h"
#include "model/graph.h"
#include "model/price.h"
#include "plan/warning.h"

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
