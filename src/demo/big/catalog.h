/*
 * catalog.h - what Northlight Media sells, as rows from which more is made: const tables, and where
 * each thing lies.
 */
#ifndef DEMO_BIG_CATALOG_H
#define DEMO_BIG_CATALOG_H

#include "base/buf.h"

/* Indexes of catalog_products; NO_PRODUCT ends an offer's list. */
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

/* How an offer is charged; catalog_price.c turns each into charges. */
enum price_pattern {
	MONTHLY,
	YEARLY,
	WEEKLY,
	FOUR_WEEKLY,
	ONCE,        /* at the order's date */
	ONCE_TERMED, /* once, for a term that ends */
	TRIAL,       /* `value` once, then `then` monthly, 12 times, after 3 months */
	TWELVE,      /* monthly, 12 times */
	JOINING,     /* `value` once as a joining fee, and `then` monthly from the start */
	FREE,
	METERED,      /* `value` monthly and `then` for each use */
	BY_REFERENCE, /* no charges of its own: the price of crossword-monthly counts */
};

struct demo_product {
	const char *code, *name, *slug;
	bool delivery;
	const char *image; /* slug of an asset, NULL for none */
};

struct demo_campaign {
	const char *name, *description, *page; /* page: where its visitors arrive */
	const char *image;               /* slug of an asset */
	const char *tags, *segments;     /* words; what its offers have, too */
};

enum offer_flag {
	OFFER_UNPUBLISHED = 1,
	OFFER_ODD = 2,      /* the tour's alone, with a copy or a finding: none is made after it */
	OFFER_ADD_ON = 4,   /* bought in addition to another one */
	OFFER_EXTERNAL = 8, /* the checkout is somewhere else */
	OFFER_LONG = 16,    /* its description has 100,000 bytes */
};

struct demo_offer {
	const char *slug, *name;
	unsigned short products[4]; /* enum product, or beyond it for catalog_product() */
	unsigned char pattern;      /* enum price_pattern */
	char currency[4];
	const char *value, *then;
	unsigned flags;          /* offer_flag bits */
	unsigned short campaign; /* of legacy offers, for catalog_campaign() */
	/* of standalone offers */
	const char *label, *countries; /* countries: "GB US", NULL for everywhere */
	const char *split;             /* revenue of the products, "60/40" */
	const char *was;               /* its value when some baskets were filled */
	const char *image;             /* slug of an asset */
};

extern const char *const catalog_segments[];
extern const size_t catalog_segments_n;
extern const struct demo_product catalog_products[PRODUCT_COUNT];
extern const struct demo_campaign catalog_campaigns[CAMPAIGN_COUNT];
extern const struct demo_offer catalog_offers[]; /* legacy, campaign by campaign */
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

/* The thing of a number: of the tables, or beyond them one of the pack `big` (catalog_many.c),
 * made in *room and valid as long as that is. */
const struct demo_product *catalog_product(unsigned number, struct product_storage *storage);
const struct demo_campaign *catalog_campaign(unsigned number, struct campaign_storage *storage);

/* Append paths as the catalog has them. */
void catalog_add_product_path(struct buf *out, unsigned product);
void catalog_add_campaign_path(struct buf *out, unsigned campaign);
void catalog_add_offer_path(struct buf *out, const struct demo_offer *o);
bool catalog_is_standalone(const struct demo_offer *o);
/* The standalone offer of that slug, or the legacy one at "campaign path/slug"; never NULL: the
 * tables are ours. */
const struct demo_offer *catalog_find_standalone(const char *slug);
const struct demo_offer *catalog_find_offer(enum demo_campaign_id c, const char *slug);

#endif
