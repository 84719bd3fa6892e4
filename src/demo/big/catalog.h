/*
 * catalog.h - the catalog of the demo's shop, Northlight Media: const tables, from which `big`
 * generates more, and the paths of products, campaigns and offers.
 */
#ifndef DEMO_BIG_CATALOG_H
#define DEMO_BIG_CATALOG_H

#include "base/buf.h"

/* Indexes into catalog_products. NO_PRODUCT ends an offer's list. */
enum demo_product_id {
	NO_PRODUCT,
	DIG_ALL,
	DIG_BASIC,
	WEEKEND,
	DAILY,
	HARBOUR_PRINT,
	HARBOUR_DIGITAL,
	NIGHTWAVE,
	PLUS_MOBILE,
	PLUS_STANDARD,
	PLUS_FAMILY,
	KIDS,
	SPORTS,
	ARCHIVE,
	CROSSWORD,
	SEAT,
	NEWSLETTER_PRO,
	GIFT_CARD,
	EVENT,
	STUDENT,
	AD_FREE,
	OFFLINE,
	CONCIERGE,
	PRODUCT_COUNT,
};

enum demo_campaign_id {
	SPRING,
	WINBACK,
	WORLD,
	CORPORATE,
	GIFT,
	STUDENTS,
	HARBOUR,
	WINTER,
	CAMPAIGN_COUNT
};

/* How an offer is charged; catalog_price.c defines the charges of each pattern. */
enum price_pattern {
	MONTHLY,
	YEARLY,
	WEEKLY,
	FOUR_WEEKLY,
	ONCE,        /* once, at the date of the order */
	ONCE_TERMED, /* once, for a fixed term */
	TRIAL,       /* `value` once; after 3 months, `later_value` monthly, 12 times */
	TWELVE,      /* monthly, for 12 months */
	JOINING,     /* `value` once as a joining fee, plus `later_value` monthly from the start */
	FREE,
	METERED,      /* `value` monthly, plus `later_value` for each use */
	BY_REFERENCE, /* no charges: refers to the price of crossword-monthly */
};

struct demo_product {
	const char *code, *name, *slug;
	bool delivery;
	const char *image; /* slug of an asset, NULL for none */
};

struct demo_campaign {
	const char *name, *description, *landing_page; /* page: the landing page */
	const char *image;                             /* slug of an asset */
	const char *tags, *segments; /* lists of words; also used for its offers */
};

enum offer_flag {
	OFFER_UNPUBLISHED = 1,
	OFFER_NOT_TEMPLATE =
	    2,              /* has a duplicate or a finding in the tour: not used as a template */
	OFFER_ADD_ON = 4,   /* bought together with another offer */
	OFFER_EXTERNAL = 8, /* the checkout is on another site */
	OFFER_LONG_DESCRIPTION = 16, /* its description has 100,000 bytes */
};

struct demo_offer {
	const char *slug, *name;
	unsigned short products[4]; /* demo_product_id, or a higher number for catalog_product() */
	unsigned char pattern;      /* enum price_pattern */
	char currency[4];
	const char *value, *later_value;
	unsigned flags;          /* offer_flag bits */
	unsigned short campaign; /* legacy offers: number for catalog_campaign() */
	/* standalone offers only: */
	const char *label, *countries; /* countries: "GB US"; NULL: everywhere */
	const char *split;             /* shares of the products in the revenue: "60/40" */
	const char *former_value;      /* former value, quoted in some baskets */
	const char *image;             /* slug of an asset */
};

extern const char *const catalog_segments[];
extern const size_t catalog_segments_n;
extern const struct demo_product catalog_products[PRODUCT_COUNT];
extern const struct demo_campaign catalog_campaigns[CAMPAIGN_COUNT];
extern const struct demo_offer catalog_offers[]; /* legacy offers, grouped by campaign */
extern const size_t catalog_offers_n;
extern const struct demo_offer catalog_standalone[];
extern const size_t catalog_standalone_n;

/* Memory for a generated product's texts. */
struct product_storage {
	struct demo_product product;
	char code[32], name[64], slug[64];
};
struct campaign_storage {
	struct demo_campaign campaign;
	char name[64], page[64];
};

/* The product or campaign with this number: from the tables, or above them generated for the
 * pack `big` (catalog_many.c) in *storage, and valid as long as that. */
const struct demo_product *catalog_product(unsigned number, struct product_storage *storage);
const struct demo_campaign *catalog_campaign(unsigned number, struct campaign_storage *storage);

/* Append paths in the catalog's form. */
void catalog_add_campaign_path(struct buf *out, unsigned campaign);
void catalog_add_offer_path(struct buf *out, const struct demo_offer *o);
bool catalog_is_standalone(const struct demo_offer *o);
/* The standalone offer with this slug, or the legacy one of this campaign. Never NULL: callers
 * use only offers of the tables. */
const struct demo_offer *catalog_find_standalone(const char *slug);
const struct demo_offer *catalog_find_offer(enum demo_campaign_id c, const char *slug);

#endif
