#include "demo/big/visit.h"

#include "demo/rng.h"

#include <string.h>

/* The tags of each country's visitors; the first row of a channel is for all other countries. */
static const struct {
	unsigned char channel;
	const char *country, *tag;
} tags[] = {
	{ DIRECT, NULL, "/tags/uk/direct" },
	{ DIRECT, "US", "/tags/us/direct" },
	{ DIRECT, "JP", "/tags/jp/direct" },
	{ DIRECT, "DE", "/tags/de/direct" },
	{ NEWSLETTER, NULL, "/tags/uk/newsletter" },
	{ SOCIAL, NULL, "/tags/us/social" },
	{ REFERRAL, NULL, "/tags/uk/referral" },
	{ RESELLER, NULL, "/tags/uk/reseller" },
	{ RESELLER, "KW", "/tags/kw/reseller" },
	{ AFFILIATE, NULL, "/tags/us/affiliate" },
};

struct visit_source {
	const char *source, *medium, *campaign, *extra; /* extra: "name=", completed by a number */
};

static const struct visit_source sources[][3] = {
	[DIRECT] = { { "northlight", "banner", "spring-26", "utm_content=article-end" },
	    { "northlight", "paywall", "meter-5", "utm_content=fifth-article" },
	    { "nightwave", "app", "listen-and-read", "ref=player" } },
	[NEWSLETTER] = { { "mail", "email", "nov-winback", "utm_content=button" },
	    { "mail", "email", "morning-briefing", "utm_content=footer" },
	    { "mail", "email", "weekend-letter", "utm_term=harbour" } },
	[SOCIAL] = { { "photofeed", "social", "plus-autumn", "utm_content=reel-3" },
	    { "shortclips", "paid-social", "plus-autumn", "utm_content=clip-11" },
	    { "townsquare", "social", "long-reads", "utm_content=card" } },
	[REFERRAL] = { { "friend", "referral", "bring-a-friend", "code=HARBOUR-7" },
	    { "campus-board", "referral", "student-week", "utm_content=poster" },
	    { "friend", "referral", "give-a-year", "code=GIFT-21" } },
	[RESELLER] = { { "pell-books", "partner", "counter-card", "partner=1047" },
	    { "gulf-press", "partner", "kiosk-screen", "partner=2210" },
	    { "tarrant-travel", "partner", "lounge", "partner=1312" } },
	[AFFILIATE] = { { "dealwatch", "affiliate", "coupons-q4", "clickid=" },
	    { "readerscompass", "affiliate", "best-news-apps", "clickid=" },
	    { "streamguide", "affiliate", "plus-review", "clickid=" } },
};
_Static_assert(
    sizeof(sources) / sizeof(*sources) == CHANNELS, "every channel needs a row in this table");

static const char *const reseller_pages[] = { "/r/pell-books", "/r/gulf-press",
	"/r/tarrant-travel" };

const char *
visit_tag(const struct basket_slot *slot, const char *country)
{
	const char *found = NULL;
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (tags[i].channel == slot->channel &&
		    (!tags[i].country || strcmp(tags[i].country, country) == 0))
			found = tags[i].tag;
	return found;
}

static unsigned
source_of(unsigned number)
{
	struct rng r = rng_start("source", number);
	return rng_below(&r, 3);
}

void
visit_add_page(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number)
{
	const struct demo_offer *first = c->offers[0];
	if (!first)
		buf_addz(out, c->deleted->landing_page);
	else if (slot->channel == RESELLER)
		buf_addz(out, reseller_pages[source_of(number)]);
	else if (catalog_is_standalone(first))
		buf_addf(out, "/subscribe/%s", first->label);
	else
		catalog_add_campaign_path(out, first->campaign);
}

static void
add_entry_path(struct buf *out, const struct choice *c)
{
	struct campaign_storage storage;
	const struct demo_offer *first = c->offers[0];
	if (!first)
		buf_addz(out, "/welcome");
	else if (catalog_is_standalone(first))
		buf_addf(out, "/subscribe/%s", first->label);
	else
		buf_addf(out, "/%s", catalog_campaign(first->campaign, &storage)->landing_page);
}

void
visit_add_entry(
    struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number)
{
	struct rng r = rng_start("entry", number);
	buf_addz(out, "https://www.northlight.example");
	add_entry_path(out, c);
	if (slot->without_utm)
		return;
	const struct visit_source *s = &sources[slot->channel][source_of(number)];
	buf_addf(out, "?utm_source=%s&utm_medium=%s&utm_campaign=%s&%s", s->source, s->medium,
	    s->campaign, s->extra);
	if (str_ends(str_of(s->extra), STR("=")))
		rng_add_hex(&r, out, 8);
}
