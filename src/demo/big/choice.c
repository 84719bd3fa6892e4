#include "demo/big/choice.h"

#include "demo/rng.h"

#include <string.h>

enum { STANDALONE = CAMPAIGN_COUNT, POOL_MAX = 12 };

struct pick {
	unsigned char campaign; /* or STANDALONE */
	const char *slug;
};

struct pool {
	const char *countries;
	struct pick picks[POOL_MAX]; /* ends with a NULL slug, unless full */
};

/* The offers sold in each country: every country of people_names.c has its pool. */
static const struct pool pools[] = {
	{ "GB NG",
	    { { SPRING, "all-access-monthly" }, { SPRING, "all-access-yearly" },
		{ SPRING, "print-digital" }, { SPRING, "daily-print" },
		{ SPRING, "student-monthly" }, { WORLD, "4k-family-uk" }, { GIFT, "gift-year" },
		{ GIFT, "gift-card-25" }, { STUDENTS, "student-access" },
		{ STANDALONE, "nightwave-bundle" }, { STANDALONE, "read-listen-watch" },
		{ WINTER, "digital-basic" } } },
	{ "US",
	    { { SPRING, "all-access-america" }, { WORLD, "mobile" }, { WORLD, "standard" },
		{ WORLD, "4k-family" }, { GIFT, "gift-card-50" },
		{ STANDALONE, "all-access-winback-us" } } },
	{ "JP",
	    { { WORLD, "standard-japan" }, { STANDALONE, "nl-japan-monthly" },
		{ STANDALONE, "nl-japan-yearly" }, { STANDALONE, "plus-japan" },
		{ STANDALONE, "nightwave-japan" } } },
	{ "KW", { { WORLD, "standard-kuwait" }, { STANDALONE, "team-seat-partner-kw" } } },
	{ "IN", { { WORLD, "mobile-india" }, { STANDALONE, "kiosk-india" } } },
	{ "BR", { { WORLD, "mobile-brazil" } } },
	{ "DE",
	    { { SPRING, "all-access-europe" }, { SPRING, "basic-weekly" },
		{ HARBOUR, "harbour-both" }, { HARBOUR, "harbour-digital" },
		{ HARBOUR, "harbour-yearly" }, { STANDALONE, "kiosk-weekly" },
		{ STANDALONE, "kiosk-harbour" } } },
	{ "FR PL SE TR",
	    { { SPRING, "all-access-europe" }, { SPRING, "basic-weekly" },
		{ WORLD, "standard-europe" }, { HARBOUR, "harbour-both" },
		{ HARBOUR, "harbour-first-issue" }, { STUDENTS, "student-access-eu" } } },
};

/* The offers of the winback e-mail, for the countries that have one. */
static const struct pool mail_pools[] = {
	{ "GB NG",
	    { { WINBACK, "digital-monthly" }, { WINBACK, "digital-monthly" }, { WINBACK, "basic" },
		{ WINBACK, "weekend-print" }, { WINBACK, "nightwave" },
		{ STANDALONE, "all-access-winback" }, { STANDALONE, "plus-winback" } } },
	{ "US", { { WINBACK, "digital-monthly-us" }, { WINBACK, "plus-standard" } } },
};
static const struct pool company_pool = { NULL,
	{ { CORPORATE, "seat-5" }, { CORPORATE, "seat-25" }, { CORPORATE, "seat-100" },
	    { CORPORATE, "newsletter-pro" }, { STANDALONE, "team-seat" } } };
static const struct pool add_ons = { NULL,
	{ { STANDALONE, "crossword-monthly" }, { STANDALONE, "ad-free" }, { STANDALONE, "offline" },
	    { STANDALONE, "archive" }, { STANDALONE, "kids" },
	    { STANDALONE, "crossword-yearly" } } };

static const struct pick changed[] = { { SPRING, "all-access-monthly" },
	{ SPRING, "all-access-yearly" }, { WORLD, "standard" },
	{ STANDALONE, "nightwave-monthly" } };
static const struct pick unpublished[] = { { STANDALONE, "plus-winback-copy" },
	{ STANDALONE, "basic-winback-copy" }, { STANDALONE, "concierge-team" },
	{ STANDALONE, "newsletter-pro-trial" } };
static const struct {
	struct pick pick;
	const char *country;
} not_allowed[] = { { { STANDALONE, "sports-monthly" }, "FR" },
	{ { STANDALONE, "weekend-bundle" }, "US" }, { { STANDALONE, "nl-japan-monthly" }, "GB" },
	{ { STANDALONE, "kiosk-weekly" }, "PL" }, { { STANDALONE, "sports-season" }, "SE" } };
static const struct deleted_offer deleted[] = {
	{ "Winter Nightwave", "/offers/2019 Winter Campaign/nightwave-2019",
	    "/offers/2019 Winter Campaign", NIGHTWAVE },
	{ "Autumn Flash Week", "/offers2/autumn-flash", "/subscribe/autumn", DIG_ALL },
	{ "Harbour Launch Issue", "/offers/Harbour Relaunch/harbour-launch",
	    "/offers/Harbour Relaunch", HARBOUR_PRINT },
};

static const struct demo_offer *
find_picked_offer(const struct pick *pick)
{
	return pick->campaign == STANDALONE ? catalog_find_standalone(pick->slug)
					    : catalog_find_offer(pick->campaign, pick->slug);
}

static const struct demo_offer *
draw_offer(const struct pool *pool, struct rng *r)
{
	unsigned n = 0;
	while (n < POOL_MAX && pool->picks[n].slug)
		n++;
	return find_picked_offer(&pool->picks[rng_below(r, n)]);
}

static const char *
choose_country(const struct basket_slot *slot, struct rng *r)
{
	static const char *const by_channel[][4] = {
		[DIRECT] = { "GB", "US", "JP", "DE" },
		[NEWSLETTER] = { "GB", "GB", "GB", "GB" },
		[SOCIAL] = { "US", "US", "BR", "IN" },
		[REFERRAL] = { "GB", "GB", "FR", "GB" },
		[RESELLER] = { "GB", "KW", "GB", "KW" },
		[AFFILIATE] = { "US", "US", "US", "GB" },
	};
	_Static_assert(sizeof(by_channel) / sizeof(*by_channel) == CHANNELS,
	    "every channel needs a row in this table");
	return by_channel[slot->channel][rng_below(r, 4)];
}

static const struct pool *
pool_for(const struct pool *of, size_t n, const char *country)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(of[i].countries, country))
			return &of[i];
	return NULL;
}

static const struct pool *
pool_of(const struct basket_slot *slot, const char *country, const struct demo_person *person)
{
	size_t pools_n = sizeof(pools) / sizeof(*pools);
	const struct pool *mail = pool_for(
	    mail_pools, sizeof(mail_pools) / sizeof(*mail_pools), country);
	if (person && person->company.n)
		return &company_pool;
	if (slot->channel == NEWSLETTER && mail)
		return mail;
	return pool_for(pools, pools_n, country);
}

static void
add_extras(struct choice *c, struct rng *r)
{
	/* 55 % of baskets have one item, 28 % two, 12 % three and 5 % four. */
	unsigned chance = rng_below(r, 100);
	size_t want = chance < 55 ? 1 : chance < 83 ? 2 : chance < 95 ? 3 : 4;
	while (c->offers_n < want) {
		const struct demo_offer *o = draw_offer(&add_ons, r);
		bool twice = false;
		for (size_t i = 0; i < c->offers_n; i++)
			twice = twice || c->offers[i] == o;
		if (!twice)
			c->offers[c->offers_n++] = o;
	}
}

void
choice_make(struct choice *c, const struct basket_slot *slot, unsigned number,
    const struct demo_person *person)
{
	struct rng r = rng_start("choice", number);
	unsigned n = slot->trouble_seed;
	memset(c, 0, sizeof(*c));
	c->country = person ? person->country : choose_country(slot, &r);
	c->offers_n = 1;
	if (slot->trouble == PRICE_CHANGED)
		c->offers[0] = find_picked_offer(&changed[n % 4]);
	else if (slot->trouble == UNPUBLISHED)
		c->offers[0] = find_picked_offer(&unpublished[n % 4]);
	else if (slot->trouble == DELETED)
		c->deleted = &deleted[n % 3];
	else if (slot->trouble == WRONG_COUNTRY)
		c->offers[0] = find_picked_offer(&not_allowed[n % 5].pick);
	else if (slot->generated_offer)
		c->offers[0] = many_offer(rng_below(&r, MANY_OFFERS), &c->storage);
	else
		c->offers[0] = draw_offer(pool_of(slot, c->country, person), &r);
	if (slot->trouble == WRONG_COUNTRY)
		c->country = not_allowed[n % 5].country;
	add_extras(c, &r);
}
