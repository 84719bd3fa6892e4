/* Links that open, or may open, another basket than the one shown: none passes. Also the shapes
 * of good links. */
#include "basket/link.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define SHOP "https://shop.example"
#define UUID "5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8"
#define OTHER "00000000-0000-4000-8000-00000077d0e1"

enum { BASKET_CHECK = 2 };

static char host[] = "shop.example";
static char *const hosts[] = { host, NULL };
static const struct link_rules rules = { "demo", "https://api.example/api", SHOP, hosts, false };

/* Links of other baskets than basket-1111. */
static const char *const others[] = {
	/* a basket parameter with another id, and this basket's id elsewhere */
	SHOP "/r?basket=basket-2222&ref=basket-1111",
	SHOP "/r?ref=basket-1111&basket=basket-2222",
	SHOP "/r?basket=basket-2222#1111",
	SHOP "/r?basket=basket-2222#basket-1111",
	SHOP "/1111/c?basket=basket-2222",
	SHOP "/basket-1111/c?basket=basket-2222",
	SHOP "/c/1111?basket=2222",
	SHOP "/r?basketId=2222&x=1111",
	SHOP "/r?x=1111&basketId=2222",
	SHOP "/r?basket=2222&key=1111",
	SHOP "/r?basket=2222&1111",
	SHOP "/r?basket=2222&1111=1111",
	SHOP "/r?1111&basket=2222",
	SHOP "/r?basket=2222&utm_content=1111",
	SHOP "/r?basket=2222&basketKey=1111",
	SHOP "/1111?basket_id=2222",
	SHOP "/1111?basket-id=2222",
	SHOP "/1111?basket.id=2222",
	SHOP "/1111?basketID=2222",
	SHOP "/1111?BasketId=2222",
	SHOP "/1111?BASKET=2222",
	SHOP "/1111?shoppingBasket=2222",
	SHOP "/1111?abandoned_basket=2222",
	SHOP "/1111?basketRef=2222",
	SHOP "/1111?basketUuid=2222",
	SHOP "/1111?basket[]=2222",
	SHOP "/1111?basket%5B%5D=2222",
	SHOP "/1111?basket[id]=2222",
	SHOP "/1111?b%61sket=2222",
	SHOP "/1111?%62%61%73%6B%65%74=2222",
	SHOP "/1111?bas%6Bet=2222",
	SHOP "/1111?+basket=2222",
	SHOP "/1111?basket+=2222",
	SHOP "/1111?%20basket=2222",
	/* the parameter name must end in the word: "basketKey", not "monkeyBasket" */
	SHOP "/r?basket=1111&keyBasket=2222",
	SHOP "/r?basket=1111&monkey_basket=2222",
	SHOP "/r?basket=1111&macBasketId=2222",
	SHOP "/r?basket=1111&keyr?ba,,basket=2,,",
	/* two basket parameters */
	SHOP "/r?basket=1111&basket=2222",
	SHOP "/r?basket=2222&basket=1111",
	SHOP "/r?basket=basket-1111&basket=basket-2222",
	SHOP "/r?basket=1111&basketId=2222",
	SHOP "/r?basketId=1111&basket=2222",
	SHOP "/r?basket=1111&BASKET=2222",
	SHOP "/r?basket=1111&basket[]=2222",
	SHOP "/r?basket[]=1111&basket[]=2222",
	SHOP "/r?basket=1111&b%61sket=2222",
	SHOP "/r?basket=1111&basket",
	SHOP "/r?basket&basket=1111",
	SHOP "/r?basket=1111&basket=",
	SHOP "/r?basket=1111&basket=1111",
	SHOP "/r?basket=1111&a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9&j=10&k=11&l=12&m=13&n=14&o=15&p=16"
	     "&q=17&r=18&s=19&t=20&basket=2222",
	/* ids that are similar to this one */
	SHOP "/r?basket=11112",
	SHOP "/r?basket=01111",
	SHOP "/r?basket=111",
	SHOP "/r?basket=1111-2",
	SHOP "/r?basket=basket-11112",
	SHOP "/r?basket=basket-1111-2222",
	SHOP "/r?basket=basket-basket-1111",
	SHOP "/r?basket=BASKET-1111",
	SHOP "/r?basket=Basket-1111",
	SHOP "/r?basket=1111,2222",
	SHOP "/r?basket=2222,1111",
	SHOP "/r?basket=1111+2222",
	SHOP "/r?basket=+1111",
	SHOP "/r?basket=1111+",
	SHOP "/r?basket=1111%20",
	SHOP "/r?basket=1111%00",
	SHOP "/r?basket=1111%0A",
	SHOP "/r?basket=1111%2",
	SHOP "/r?basket=1111%zz",
	SHOP "/r?basket=%2531111",
	SHOP "/r?basket=%25311",
	SHOP "/r?basket=1111%2F2222",
	SHOP "/r?basket=2222%2F1111",
	SHOP "/r?basket=1111/../2222",
	SHOP "/r?basket=1111%262222",
	SHOP "/r?basket=1111%26basket%3D2222",
	SHOP "/r?basket=1111=2222",
	SHOP "/r?basket==1111",
	SHOP "/r?basket=1111?basket=2222",
	SHOP "/r?basket=?1111",
	SHOP "/r?basket=[1111]",
	SHOP "/r?basket=2222:1111",
	SHOP "/r?basket=2222.1111",
	SHOP "/r?basket=",
	SHOP "/r?basket",
	/* another basket in the path */
	SHOP "/basket-2222",
	SHOP "/basket-2222/1111",
	SHOP "/1111/basket-2222",
	SHOP "/r/basket-2222?x=1111",
	SHOP "/r/b%61sket-2222/1111",
	SHOP "/1111/../2222",
	SHOP "/1111/%2e%2e/2222",
	SHOP "/1111/%2E./2222",
	SHOP "/1111/.%2e/2222",
	SHOP "/1111%2F..%2F2222/1111",
	SHOP "/1111/..%2F2222",
	SHOP "/1111/..%5C2222",
	SHOP "/./1111",
	SHOP "/1111;basket=2222",
	SHOP "/r;basket=2222/1111",
	SHOP "/r;basket=2222?basket=1111",
	SHOP "/r?x=1;basket=2222&y=1111",
	SHOP "/r?basket=1111;basket=2222",
	SHOP "/r?basket=1111&x=1;basket=2222",
	/* in the fragment, which servers do not see but pages do */
	SHOP "/1111#basket=2222",
	SHOP "/1111#basket-2222",
	SHOP "/1111#/r?basket=2222",
	SHOP "/1111#!/basket/basket-2222",
	SHOP "/1111#b%61sket=2222",
	SHOP "/r?basket=1111#basket=2222",
	/* a link within the link */
	SHOP "/r?basket=1111&next=/r?basket=2222",
	SHOP "/r?basket=1111&next=%2Fr%3Fbasket%3D2222",
	SHOP "/r?basket=1111&next=https%3A%2F%2Fshop.example%2Fbasket-2222",
	SHOP "/r?to=basket-2222&basket=1111",
	SHOP "/1111?state=a%26basket%3D2222",
	SHOP "/1111?state=a=basket=2222",
	SHOP "/1111?state=a=b=basketId=2222",
	SHOP "/r?basket=1111&x=a=basket=1111=basket=2222",
	SHOP "/1111#a=basket=2222",
	/* another basket in a parameter's name */
	SHOP "/r?basket-2222=1111",
	SHOP "/1111?to-basket-2222",
	SHOP "/1111?basket-2222=basket-1111",
	/* the id is in the host, not after it */
	"https://1111.shop.example/?basket=2222",
	"https://1111@shop.example/?basket=2222",
	"https://shop.example:1111/?basket=2222",
};

enum { OTHERS = sizeof(others) / sizeof(*others) };

TEST(a_link_to_another_basket_fails)
{
	assert_true(OTHERS >= 100);
	for (size_t i = 0; i < OTHERS; i++) {
		struct link l;
		link_examine(&l, &rules, str_of(others[i]), STR("basket-1111"));
		if (l.verdict < LINK_FAILED || l.checks[BASKET_CHECK].verdict != LINK_FAILED)
			fail_msg("%s: %s", others[i], l.checks[BASKET_CHECK].text);
		link_free(&l);
		/* The result is the same for ids without a prefix. */
		link_examine(&l, &rules, str_of(others[i]), STR("1111"));
		if (l.verdict < LINK_FAILED || l.checks[BASKET_CHECK].verdict != LINK_FAILED)
			fail_msg("%s for 1111: %s", others[i], l.checks[BASKET_CHECK].text);
		link_free(&l);
	}
}

/* The link does not tell which basket it opens: neither this one nor another. */
TEST(a_link_without_a_basket_is_unknown)
{
	static const char *const links[] = { SHOP "/r", SHOP "/2222", SHOP "/r?x=1111",
		SHOP "/r?id=2222&x=1111", SHOP "/r#1111", SHOP "/r?x/r?basket=1111",
		SHOP "/r?%20basket=1111", SHOP "/r?a:basket=1111", SHOP "/r#basket=1111",
		SHOP "/r?to=%2F1111", SHOP "/11112", SHOP "/x1111", SHOP "/1111x", SHOP "/%311112",
		SHOP "/r%2F1111", SHOP "/1111%2F2222", SHOP "/r?1111", SHOP "/r?1111=x",
		SHOP "/r?basketKey=1111", SHOP "/basket-resume", SHOP "/checkout/my-basket",
		SHOP "/r?q=basket-case" };
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		CLEANUP(link_free) struct link l;
		link_examine(&l, &rules, str_of(links[i]), STR("basket-1111"));
		if (l.checks[BASKET_CHECK].verdict != LINK_UNKNOWN || l.passed_count != 3)
			fail_msg("%s: %s", links[i], l.checks[BASKET_CHECK].text);
	}
}

TEST(a_basket_must_be_named_once_and_exactly)
{
	static const struct {
		const char *id, *link;
	} links[] = {
		{ "basket-1111", SHOP "/r?basket=1111" },
		{ "basket-1111", SHOP "/r?basket=basket-1111" },
		{ "basket-1111", SHOP "/r?basket=basket-1111&key=abc" },
		{ "basket-1111", SHOP "/r?key=abc&basket=basket-1111" },
		{ "basket-1111", SHOP "/r?basketId=1111" },
		{ "basket-1111", SHOP "/r?Basket=1111" },
		{ "basket-1111", SHOP "/r?basket_id=1111&basketToken=abc" },
		{ "basket-1111", SHOP "/r?basket=%31111" },
		{ "basket-1111", SHOP "/r?basket=basket%2D1111" },
		{ "basket-1111", SHOP "/r?b%61sket=1111" },
		{ "basket-1111", SHOP "/1111" },
		{ "basket-1111", SHOP "/r/1111/" },
		{ "basket-1111", SHOP "/r/basket-1111?key=abc" },
		{ "basket-1111", SHOP "/r/basket%2D1111?key=abc" },
		{ "basket-1111", SHOP "/basket/1111?key=abc" },
		{ "basket-1111", SHOP "/1111?basket=1111" },
		{ "basket-1111", SHOP "/r?basket=1111#top" },
		{ "basket-1111", SHOP "/r?basket=1111#basket-1111" },
		{ "basket-1111", SHOP "/r?basket=1111&next=/r?basket=1111" },
		{ "basket-1111", SHOP "/r?basket=1111&ref=" OTHER },
		{ "basket-1111", SHOP "/r?basket=1111&q=basket-case" },
		{ "1111", SHOP "/r?basket=1111" },
		{ "1111", SHOP "/r?basket=basket-1111" },
		{ "a+b c/d", SHOP "/r?basket=a%2Bb+c%2Fd" },
		{ "a+b c", SHOP "/r/a+b%20c" },
		{ UUID, SHOP "/r?basket=" UUID "&session=" OTHER },
		{ "basket-" UUID, SHOP "/r/" UUID },
	};
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		CLEANUP(link_free) struct link l;
		link_examine(&l, &rules, str_of(links[i].link), str_of(links[i].id));
		if (l.checks[BASKET_CHECK].verdict != LINK_OK || l.passed_count != 4)
			fail_msg("%s: %s", links[i].link, l.checks[BASKET_CHECK].text);
	}
}

/* An id that only by its shape is another basket's, in a link that does not name this one. */
TEST(an_id_of_the_same_shape_is_another_basket)
{
	static const char *const links[] = { SHOP "/r?id=" OTHER, SHOP "/r/" OTHER,
		SHOP "/r?x=" OTHER "&y=1", SHOP "/r#" OTHER };
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		CLEANUP(link_free) struct link l;
		link_examine(&l, &rules, str_of(links[i]), STR("basket-" UUID));
		assert_string_equal(l.checks[BASKET_CHECK].text,
		    "names another basket (\xE2\x80\xA6"
		    "77d0e1)");
	}
}

TEST(each_problem_is_described)
{
	static const struct {
		const char *link, *words;
	} links[] = {
		{ SHOP "/r?basket=basket-2222&ref=1111",
		    "names another basket (\xE2\x80\xA6t-2222)" },
		{ SHOP "/r?basket=1111&basket=2222", "names two baskets" },
		{ SHOP "/1111/../2222", "has . or .. in its path" },
		{ SHOP "/1111?basket=", "names no basket: the basket field is empty" },
		{ SHOP "/r?basket=%1B[31m", "names another basket (\xE2\x80\xA6\\e[31m)" },
		{ SHOP "/r", "does not name a basket" },
	};
	for (size_t i = 0; i < sizeof(links) / sizeof(*links); i++) {
		CLEANUP(link_free) struct link l;
		link_examine(&l, &rules, str_of(links[i].link), STR("basket-1111"));
		assert_string_equal(l.checks[BASKET_CHECK].text, links[i].words);
	}
}
