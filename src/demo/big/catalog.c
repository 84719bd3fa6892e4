#include "demo/big/catalog.h"

const char *const catalog_segments[] = { "new-visitor", "returning-visitor", "trialist",
	"active-digital", "active-print", "premium", "student", "corporate-seat", "gift-recipient",
	"lapsed-30", "lapsed-365", "high-value", "region-uk", "region-jp" };
const size_t catalog_segments_n = sizeof(catalog_segments) / sizeof(*catalog_segments);

const struct demo_product catalog_products[] = {
	[DIG_ALL] = { "NL-DIG-ALL", "Digital All Access", "digital-all-access", false,
	    "all-access" },
	[DIG_BASIC] = { "NL-DIG-BASIC", "Digital Basic", "digital-basic", false, NULL },
	[WEEKEND] = { "NL-PRINT-WKND", "Weekend Print", "weekend-print", true, "weekend-print" },
	[DAILY] = { "NL-PRINT-DAILY", "Daily Print", "daily-print", true, NULL },
	[HARBOUR_PRINT] = { "NL-HARB-PRINT", "Harbour Magazine print", "harbour-print", true,
	    "harbour-cover" },
	[HARBOUR_DIGITAL] = { "NL-HARB-DIG", "Harbour Magazine digital", "harbour-digital", false,
	    NULL },
	[NIGHTWAVE] = { "NL-NIGHTWAVE", "Nightwave", "nightwave", false, "nightwave" },
	[PLUS_MOBILE] = { "NL-PLUS-MOB", "Northlight+ Mobile", "plus-mobile", false, NULL },
	[PLUS_STANDARD] = { "NL-PLUS-STD", "Northlight+ Standard", "plus-standard", false,
	    "plus-standard" },
	[PLUS_FAMILY] = { "NL-PLUS-4K", "Northlight+ 4K Family", "plus-4k-family", false,
	    "plus-family" },
	[KIDS] = { "NL-KIDS", "Kids", "kids", false, NULL },
	[SPORTS] = { "NL-SPORTS", "Sports Pass", "sports-pass", false, NULL },
	[ARCHIVE] = { "NL-ARCHIVE", "Archive", "archive", false, NULL },
	[CROSSWORD] = { "NL-XWORD", "Crossword", "crossword", false, "crossword" },
	[SEAT] = { "NL-CORP-SEAT", "Corporate Seat", "corporate-seat", false, "corporate-seat" },
	[NEWSLETTER_PRO] = { "NL-NEWS-PRO", "Newsletter Pro", "newsletter-pro", false, NULL },
	[GIFT_CARD] = { "NL-GIFT-CARD", "Gift Card", "gift-card", false, "gift-card" },
	[EVENT] = { "NL-EVENT", "Event Ticket", "event-ticket", false, NULL },
	[STUDENT] = { "NL-STUDENT", "Student Access", "student-access", false, NULL },
	[AD_FREE] = { "NL-AD-FREE", "Ad-free Add-on", "ad-free", false, NULL },
	[OFFLINE] = { "NL-OFFLINE", "Offline Add-on", "offline", false, NULL },
	[CONCIERGE] = { "NL-CONCIERGE", "Concierge Support", "concierge", false, NULL },
};
_Static_assert(sizeof(catalog_products) / sizeof(*catalog_products) == PRODUCT_COUNT,
    "every product needs a row in this table");

const struct demo_campaign catalog_campaigns[] = {
	[SPRING] = { "2026 Spring Launch", "acquisition", "spring", "spring-hero",
	    "uk/direct uk/newsletter us/direct", "new-visitor returning-visitor region-uk" },
	[WINBACK] = { "Winback 2026", "1.00 for 3 months, then 9.99", "winback", "winback-hero",
	    "save uk/newsletter", "lapsed-30 lapsed-365" },
	[WORLD] = { "Northlight+ World", "streaming in nine countries", "plus", "plus-hero",
	    "us/social us/affiliate jp/direct kw/reseller", "trialist region-jp" },
	[CORPORATE] = { "Corporate 2026", "seats, by invoice", "for-teams", "corporate-hero",
	    "uk/reseller", "corporate-seat high-value" },
	[GIFT] = { "Gift & Holiday", "paid once", "gifts", "gift-hero", "uk/direct uk/referral",
	    "gift-recipient" },
	[STUDENTS] = { "Student", "verified by the university", "students", "student-hero",
	    "uk/referral", "student" },
	[HARBOUR] = { "Harbour Relaunch", "the magazine", "harbour", "harbour-hero",
	    "de/direct de/kiosk", "active-print active-digital" },
	[WINTER] = { "2019 Winter Campaign", "ended; kept for baskets that point here", "winter",
	    "winter-hero", "cancel", "premium" },
};
_Static_assert(sizeof(catalog_campaigns) / sizeof(*catalog_campaigns) == CAMPAIGN_COUNT,
    "every campaign needs a row in this table");
