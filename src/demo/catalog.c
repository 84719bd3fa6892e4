#include "demo/catalog.h"

#include <stdlib.h>
#include <string.h>

const char *const catalog_segments[] = { "new-visitor", "returning-visitor", "trialist",
	"active-digital", "active-print", "premium", "student", "corporate-seat", "gift-recipient",
	"lapsed-30", "lapsed-365", "high-value", "region-uk", "region-jp" };
const size_t catalog_segments_n = sizeof(catalog_segments) / sizeof(*catalog_segments);

const struct demo_product catalog_products[PRODUCT_COUNT] = {
	[DIG_ALL] = { "NL-DIG-ALL", "Digital All Access", "digital-all-access", false },
	[DIG_BASIC] = { "NL-DIG-BASIC", "Digital Basic", "digital-basic", false },
	[WEEKEND] = { "NL-PRINT-WKND", "Weekend Print", "weekend-print", true },
	[DAILY] = { "NL-PRINT-DAILY", "Daily Print", "daily-print", true },
	[HARBOUR_PRINT] = { "NL-HARB-PRINT", "Harbour Magazine print", "harbour-print", true },
	[HARBOUR_DIGITAL] = { "NL-HARB-DIG", "Harbour Magazine digital", "harbour-digital", false },
	[NIGHTWAVE] = { "NL-NIGHTWAVE", "Nightwave", "nightwave", false },
	[PLUS_MOBILE] = { "NL-PLUS-MOB", "Northlight+ Mobile", "plus-mobile", false },
	[PLUS_STANDARD] = { "NL-PLUS-STD", "Northlight+ Standard", "plus-standard", false },
	[PLUS_FAMILY] = { "NL-PLUS-4K", "Northlight+ 4K Family", "plus-4k-family", false },
	[KIDS] = { "NL-KIDS", "Kids", "kids", false },
	[SPORTS] = { "NL-SPORTS", "Sports Pass", "sports-pass", false },
	[ARCHIVE] = { "NL-ARCHIVE", "Archive", "archive", false },
	[CROSSWORD] = { "NL-XWORD", "Crossword", "crossword", false },
	[SEAT] = { "NL-CORP-SEAT", "Corporate Seat", "corporate-seat", false },
	[NEWSLETTER_PRO] = { "NL-NEWS-PRO", "Newsletter Pro", "newsletter-pro", false },
	[GIFT_CARD] = { "NL-GIFT-CARD", "Gift Card", "gift-card", false },
	[EVENT] = { "NL-EVENT", "Event Ticket", "event-ticket", false },
	[STUDENT] = { "NL-STUDENT", "Student Access", "student-access", false },
	[AD_FREE] = { "NL-AD-FREE", "Ad-free Add-on", "ad-free", false },
	[OFFLINE] = { "NL-OFFLINE", "Offline Add-on", "offline", false },
	[CONCIERGE] = { "NL-CONCIERGE", "Concierge Support", "concierge", false },
};

const struct demo_campaign catalog_campaigns[CAMPAIGN_COUNT] = {
	[SPRING] = { "2026 Spring Launch", "acquisition", "spring" },
	[WINBACK] = { "Winback 2026", "1.00 for 3 months, then 9.99", "winback" },
	[WORLD] = { "Northlight+ World", "streaming in nine countries", "plus" },
	[CORPORATE] = { "Corporate 2026", "seats, by invoice", "for-teams" },
	[GIFT] = { "Gift & Holiday", "paid once", "gifts" },
	[STUDENTS] = { "Student", "verified by the university", "students" },
	[HARBOUR] = { "Harbour Relaunch", "the magazine", "harbour" },
	[WINTER] = { "2019 Winter Campaign", "ended; kept for baskets that point here", "winter" },
};

bool
catalog_is_standalone(const struct demo_offer *o)
{
	return o >= catalog_standalone && o < catalog_standalone + catalog_standalone_n;
}

void
catalog_add_product_path(struct buf *out, enum product p)
{
	buf_addf(out, "/products/%s", catalog_products[p].slug);
}

void
catalog_add_campaign_path(struct buf *out, enum campaign c)
{
	buf_addf(out, "/offers/%s", catalog_campaigns[c].name);
}

void
catalog_add_offer_path(struct buf *out, const struct demo_offer *o)
{
	if (catalog_is_standalone(o))
		buf_addz(out, "/offers2");
	else
		catalog_add_campaign_path(out, o->campaign);
	buf_addf(out, "/%s", o->slug);
}

const struct demo_offer *
catalog_find_standalone(const char *slug)
{
	for (size_t i = 0; i < catalog_standalone_n; i++)
		if (strcmp(catalog_standalone[i].slug, slug) == 0)
			return &catalog_standalone[i];
	abort();
}

const struct demo_offer *
catalog_find_offer(enum campaign c, const char *slug)
{
	for (size_t i = 0; i < catalog_offers_n; i++)
		if (catalog_offers[i].campaign == c && strcmp(catalog_offers[i].slug, slug) == 0)
			return &catalog_offers[i];
	abort();
}
