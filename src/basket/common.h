/*
 * common.h - values that many baskets share, stored once for all rows: items, origin and total.
 *
 * Owns the values until basket_common_free(). With NULL instead of a basket_common, each row gets
 * its own copy in the arena.
 */
#ifndef BASKET_COMMON_H
#define BASKET_COMMON_H

#include "list/rows.h"
#include "list/search_cache.h"
#include "model/basket.h"

/* The items of a basket. */
struct basket_goods {
	struct str
	    item_names; /* names as sent, one per line; a newline in a name becomes a space */
	struct str folded_product_texts; /* folded name, codes, paths of each item; an empty line
					    after each */
	struct str folded_offer_paths;   /* folded paths, one per line */
	struct str offer_paths;          /* offer paths of the items, as sent, one per line */
	struct str unmatched_offers; /* tracking.offers as sent that no item has, one per line */
	struct str
	    product_codes; /* product codes of the items, or their paths, as sent, one per line */
	struct search_values search_values; /* all of these, for word searches */
};

/* The start page, and the issuer of the first identity. */
struct basket_origin {
	struct str start_page, tag, kind, iss;
	struct str utm_source, medium,
	    mailing;                        /* utm_source, utm_medium, utm_campaign of the entry */
	struct str country;                 /* customFields.billingCountry or .country */
	struct str device;                  /* customFields.device */
	struct search_values search_values; /* page, tag, kind and utm_source, for word searches */
};

/* The amount due according to the current catalog. */
struct basket_total {
	struct str text; /* "GBP 3.49" */
	struct row_money money;
};

struct basket_common;

struct basket_common *basket_common_new(void);
void basket_common_free(struct basket_common *c);
/* Removes all values. */
void basket_common_clear(struct basket_common *c);
/* Removes all values if there are so many that they are hardly shared; returns true if it did.
 * Call it when no row exists. */
bool basket_common_trim(struct basket_common *c);

const struct basket_goods *basket_goods_of(
    struct basket_common *c, struct arena *a, const struct basket *b);
const struct basket_origin *basket_origin_of(
    struct basket_common *c, struct arena *a, const struct basket *b);
/* Finds the stored copy of the total, or adds one. */
const struct basket_total *basket_total_of(struct basket_common *c, const struct basket_total *due);

#endif
