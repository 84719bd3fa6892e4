/* Remarks on rows that can be sent: price warnings, and what else a change affects. */
#include "lib/test.h"
#include "plan/review.h"

#include <string.h>

static struct plan_row *
add_price(struct plan *p, const char *path, const char *charge, const char *currency,
    const char *old, const char *new)
{
	const struct plan_row row = { .path = str_of(path),
		.charge = str_of(charge),
		.currency = str_of(currency),
		.attribute = STR("price"),
		.old = str_of(old),
		.new = str_of(new) };
	plan_add(p, &row);
	return &p->rows.v[p->rows.n - 1];
}

TEST(prices_are_warned_about_by_themselves)
{
	static const struct {
		const char *currency, *old, *new, *warning_names;
		enum price_direction direction;
		int threshold;
	} cases[] = {
		{ "GBP", "9.99", "10.99", "", PRICE_EITHER_WAY, 0 },
		{ "GBP", "9.99", "0.00", "free", PRICE_EITHER_WAY, 0 },
		{ "GBP", "9.99", "0.00", "free threshold", PRICE_EITHER_WAY, 20 },
		{ "GBP", "9.99", "99.90", "times-eight", PRICE_EITHER_WAY, 0 },
		{ "GBP", "9.99", "0.99", "an-eighth", PRICE_EITHER_WAY, 0 },
		{ "GBP", "9.99", "10.49", "ending", PRICE_EITHER_WAY, 0 },
		{ "GBP", "9.00", "8.00", "lowers", PRICE_UP, 0 },
		{ "GBP", "9.00", "8.00", "", PRICE_EITHER_WAY, 0 },
		{ "GBP", "9.99", "8.50", "lowers ending", PRICE_UP, 0 },
		{ "JPY", "1299", "1300", "", PRICE_EITHER_WAY, 0 },
		{ "GBP", "10.00", "12.00", "", PRICE_EITHER_WAY, 20 },
		{ "GBP", "10.00", "12.01", "threshold", PRICE_EITHER_WAY, 20 },
		{ "GBP", "10.00", "7.99", "threshold", PRICE_EITHER_WAY, 20 },
		{ "GBP", "0.00", "1.00", "was-free threshold", PRICE_EITHER_WAY, 20 },
		{ "GBP", "999999998.00", "999999999.00", "", PRICE_EITHER_WAY, 20 },
		{ "GBP", "0.30", "0.99", "doubled raises", PRICE_DOWN,
		    0 }, /* percent=-5 round=.99 */
		{ "GBP", "9.00", "9.50", "raises", PRICE_DOWN, 0 },
		{ "GBP", "9.00", "8.00", "", PRICE_DOWN, 0 },
		{ "GBP", "0.00", "0.99", "was-free", PRICE_UP, 0 },
		{ "GBP", "10.00", "20.00", "", PRICE_EITHER_WAY, 0 },
		{ "GBP", "10.00", "20.01", "doubled", PRICE_EITHER_WAY, 0 },
		{ "GBP", "10.00", "5.00", "", PRICE_EITHER_WAY, 0 },
		{ "GBP", "10.00", "4.98", "halved", PRICE_EITHER_WAY, 0 },
		{ "GBP", "1.00", "0.00", "free", PRICE_DOWN, 0 },
		{ "GBP", "1e3", "9.99", "", PRICE_UP, 20 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(plan_free) struct plan p = { 0 };
		const struct plan_review_context with = { .direction = cases[i].direction,
			.threshold_percent = cases[i].threshold,
			.environment = "shop" };
		const struct plan_row *row = add_price(
		    &p, "/offers2/a", "monthly", cases[i].currency, cases[i].old, cases[i].new);
		plan_review(&p, &with);
		if (!str_eqz(row->warning_ids, cases[i].warning_names))
			fail_msg("%zu: %.*s, not %s", i, STR_ARG(row->warning_ids),
			    cases[i].warning_names);
		if (str_eqz(row->warning_ids, "threshold"))
			assert_true(
			    str_eqz(row->warning, "by more than 20 %, the threshold of shop"));
	}
}

#define MONTHLY(code, amount)                                                                \
	(const struct charge[])                                                              \
	{                                                                                    \
		{                                                                            \
			.name = STR("monthly"), .currency = STR(code), .value = STR(amount), \
			.repeat_interval = 1, .interval_unit = STR("months")                 \
		}                                                                            \
	}
#define TEXTS(literal)                                  \
	{                                               \
		(const struct str[]){ STR(literal) }, 1 \
	}
#define OFFER_OF(campaign, last, called, product, code, amount)                                 \
	{                                                                                       \
		.path = STR("/offers/" campaign "/" last), .name = STR(called),                 \
		.product_ids = TEXTS(product), .charges = MONTHLY(code, amount), .charges_n = 1 \
	}

/* Two markets in one campaign, an offer of the same name in another, and an unrelated offer. */
TEST(siblings_are_compared_with_their_new_prices)
{
	const struct catalog_item offers[] = {
		OFFER_OF("a", "de", "Access Germany", "p1", "EUR", "10.00"),
		OFFER_OF("a", "other", "Other", "p2", "GBP", "5.00"),
		OFFER_OF("a", "uk", "Access", "p1", "GBP", "10.00"),
		OFFER_OF("b", "uk", "Access", "p9", "GBP", "8.00"),
	};
	static const struct {
		const char *new[4]; /* new price of each offer; NULL: not in the plan */
		const char *doubts[4];
	} cases[] = {
		{ { NULL, NULL, "9.00", NULL }, { "", "", "", "" } },
		{ { NULL, NULL, "7.00", NULL },
		    { "", "", "now below its sibling /offers/b/uk, GBP 8.00", "" } },
		/* both prices fall: their order stays */
		{ { NULL, NULL, "7.00", "6.00" }, { "", "", "", "" } },
		{ { NULL, NULL, NULL, "7.00" }, { "", "", "", "" } }, /* already the lower price */
		{ { "31.00", NULL, NULL, NULL },
		    { "now far from its sibling /offers/a/uk, GBP 10.00", "", "", "" } },
		{ { "31.00", NULL, "31.00", NULL }, { "", "", "", "" } },
		{ { NULL, "1.00", NULL, NULL }, { "", "", "", "" } },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(plan_free) struct plan p = { 0 };
		const struct check_items items = { offers, 4 };
		size_t row = 0;
		for (size_t k = 0; k < 4; k++)
			if (cases[i].new[k])
				add_price(&p, offers[k].path.p, "monthly",
				    offers[k].charges->currency.p, offers[k].charges->value.p,
				    cases[i].new[k]);
		plan_review_siblings(&p, items);
		for (size_t k = 0; k < 4; k++)
			if (cases[i].new[k] &&
			    !str_eqz(p.rows.v[row++].warning, cases[i].doubts[k]))
				fail_msg(
				    "%zu, %zu: %.*s", i, k, STR_ARG(p.rows.v[row - 1].warning));
	}
}

/* Offers that take the price indirectly, through another offer, count too; a reference to itself
 * does not. */
TEST(users_of_a_price_are_counted)
{
	const struct catalog_item offers[] = {
		OFFER_OF("a", "owner", "Owner", "p", "GBP", "10.00"),
		{ .path = STR("/offers/a/taker"), .price_reference = STR("/offers/a/owner") },
		{ .path = STR("/offers/b/taker"), .price_reference = STR("/offers/a/taker") },
		{ .path = STR("/offers/c/round"), .price_reference = STR("/offers/c/round") },
		{ .path = STR("/offers2/alone"), .price_reference = STR("/offers/a/owner") },
	};
	CLEANUP(plan_free) struct plan p = { 0 };
	const struct plan_review_context with = { .offers = { offers, 5 } };
	add_price(&p, "/offers/a/owner", "monthly", "GBP", "10.00", "11.00");
	add_price(&p, "/offers2/alone", "monthly", "GBP", "10.00", "11.00");
	plan_review(&p, &with);
	assert_true(str_eqz(p.rows.v[0].price_user_count, "3"));
	assert_true(str_eqz(p.rows.v[0].campaign_count, "2"));
	assert_int_equal(p.rows.v[1].price_user_count.n, 0);
	assert_int_equal(p.rows.v[1].campaign_count.n, 0);
}
