/* Values shared by baskets are stored once, and different values are never merged. */
#include "basket/common.h"
#include "lib/test.h"

static const struct basket_product product = { { "/products/p", 11 }, { "P-1", 3 } };
static const struct basket_item item = { { "Caf\303\251\nDaily", 11 }, { "/offers/A", 9 }, &product,
	1 };

static struct basket
basket(void)
{
	return (struct basket){ .items = &item,
		.items_n = 1,
		.start_page = STR("/offers/A"),
		.tag = STR("/tags/a"),
		.custom_fields = STR("{\"checkoutKind\":\"new\",\"billingCountry\":\"GB\"}"),
		.entry_url = STR("https://x.example/?utm_source=mail") };
}

TEST(equal_values_are_shared)
{
	struct basket_common *c = basket_common_new();
	auto_arena a = { 0 };
	struct basket b = basket();
	const struct basket_goods *goods = basket_goods_of(c, &a, &b);
	const struct basket_origin *origin = basket_origin_of(c, &a, &b);
	assert_ptr_equal(basket_goods_of(c, &a, &b), goods);
	assert_ptr_equal(basket_origin_of(c, &a, &b), origin);
	assert_true(str_eqz(goods->item_names, "Caf\303\251 Daily"));
	assert_true(str_eqz(goods->offer_paths, "/offers/A\n"));
	assert_true(str_find(goods->folded_product_texts, STR("cafe")) != SIZE_MAX);
	assert_true(str_find(goods->folded_product_texts, STR("p-1\n")) != SIZE_MAX);
	assert_true(str_eqz(goods->folded_offer_paths, "/offers/a\n"));
	assert_true(str_eqz(origin->kind, "new"));
	assert_true(str_eqz(origin->country, "GB"));
	assert_true(str_eqz(origin->utm_source, "mail"));
	basket_common_free(c);
}

/* If no two baskets are alike, values do not accumulate. */
TEST(values_that_are_hardly_shared_are_removed)
{
	enum { FEW = 100, MANY = 1100 };
	struct basket_common *c = basket_common_new();
	auto_arena a = { 0 };
	struct basket b = basket();
	const struct basket_goods *first = NULL;
	for (int i = 0; i < MANY; i++) {
		auto_buf name = { 0 };
		buf_addf(&name, "Parcel %d", i);
		struct basket_item only = { .name = buf_str(&name) };
		b.items = &only;
		const struct basket_goods *goods = basket_goods_of(c, &a, &b);
		assert_true(str_eq(goods->item_names, buf_str(&name)));
		first = i == 0 ? goods : first;
		if (i == FEW)
			assert_false(basket_common_trim(c));
	}
	assert_true(str_eqz(first->item_names, "Parcel 0"));
	assert_true(basket_common_trim(c));
	b = basket();
	assert_true(str_eqz(basket_goods_of(c, &a, &b)->item_names, "Caf\303\251 Daily"));
	basket_common_free(c);
}

/* Addresses as shops store them: a broken parameter does not affect the others, and a fragment
 * affects none. */
TEST(entry_urls_are_read_parameter_by_parameter)
{
	static const struct {
		const char *entry, *utm, *medium, *mailing;
	} cases[] = {
		{ "/?utm_source=a&utm_medium=b&utm_campaign=c", "a", "b", "c" },
		{ "/?utm_source=news#pricing", "news", NULL, NULL },
		{ "/?utm_source=a&amp;utm_medium=b&amp;utm_campaign=c", "a", "b", "c" },
		{ "/?utm_source=100%&utm_medium=b%20c&utm_campaign=d+e", "100%", "b c", "d e" },
		{ "/?utm_source=caf%E9&utm_medium=caf%C3%A9", "caf%E9", "caf\303\251", NULL },
		{ "/?x=%zz&utm_source=a", "a", NULL, NULL },
		{ "/#utm_source=a&utm_medium=b", "a", "b", NULL },
		{ "/#/shop?utm_source=a", "a", NULL, NULL },
		{ "/?utm_source=a#utm_source=b&utm_medium=c", "a", "c", NULL },
		{ "/?utm_source=a&utm_source=b", "a", NULL, NULL },
		{ "/?utm_source&utm_medium=", NULL, "", NULL },
		{ "/", NULL, NULL, NULL },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct basket_common *c = basket_common_new();
		auto_arena a = { 0 };
		struct basket b = basket();
		b.entry_url = str_of(cases[i].entry);
		const struct basket_origin *o = basket_origin_of(c, &a, &b);
		const struct str got[] = { o->utm_source, o->medium, o->mailing };
		const char *const want[] = { cases[i].utm, cases[i].medium, cases[i].mailing };
		for (size_t k = 0; k < 3; k++)
			if (!str_eqz(got[k], want[k] ? want[k] : ""))
				fail_msg("%s: %.*s", cases[i].entry, STR_ARG(got[k]));
		basket_common_free(c);
	}
}

/* The same text in a different field, with the others empty, must never compare as equal. */
TEST(different_values_are_not_shared)
{
	struct basket_common *c = basket_common_new();
	auto_arena a = { 0 };
	const struct str offers[] = { STR("/offers/A") };
	struct basket b = basket(), d = basket();
	d.offers = offers;
	d.offers_n = 1;
	assert_ptr_not_equal(basket_goods_of(c, &a, &b), basket_goods_of(c, &a, &d));
	d = basket();
	d.tag = STR("");
	b.tag = STR_NONE;
	const struct basket_origin *empty = basket_origin_of(c, &a, &d);
	const struct basket_origin *none = basket_origin_of(c, &a, &b);
	assert_ptr_not_equal(empty, none);
	assert_non_null(empty->tag.p);
	assert_null(none->tag.p);
	d.start_page = STR("/offers/A-");
	assert_ptr_not_equal(basket_origin_of(c, &a, &d), empty);
	basket_common_free(c);
}

/* Two baskets differ if the items end and the offers begin at different places. */
TEST(items_and_offers_are_not_mixed_up)
{
	struct basket_common *c = basket_common_new();
	auto_arena a = { 0 };
	const struct basket_item one = { .name = STR("Daily"), .path = STR("/offers/A") };
	const struct str offers[] = { STR(""), STR("Daily"), STR("/offers/A") };
	const struct basket b = { .items = &one, .items_n = 1 };
	const struct basket d = { .offers = offers, .offers_n = 3 };
	assert_ptr_not_equal(basket_goods_of(c, &a, &b), basket_goods_of(c, &a, &d));
	basket_common_free(c);
}

TEST(totals_are_kept_with_their_text)
{
	struct basket_common *c = basket_common_new();
	struct basket_total due = { .text = STR("GBP 3.49"), .money = { STR("GBP"), 34900, true } };
	const struct basket_total *first = basket_total_of(c, &due);
	assert_ptr_equal(basket_total_of(c, &due), first);
	assert_ptr_not_equal(first->text.p, due.text.p);
	due.money.amount++;
	assert_ptr_not_equal(basket_total_of(c, &due), first);
	due.money = (struct row_money){ 0 };
	assert_false(basket_total_of(c, &due)->money.known);
	basket_common_clear(c);
	assert_true(basket_total_of(c, &due)->text.n == 8);
	basket_common_free(c);
}
