/*
 * common.h - what many baskets have in common, kept once for all rows: what was ordered, where the
 * checkout began, what is due.
 *
 * Owns them until basket_common_free(). Without one (NULL) each row has its own, in an arena.
 */
#ifndef APP_BASKET_COMMON_H
#define APP_BASKET_COMMON_H

#include "app/list/rows.h"
#include "app/list/search_cache.h"
#include "model/basket.h"

/* The items of a basket. */
struct basket_goods {
	struct str items;    /* names as sent, one a line; `\n` in them is a blank */
	struct str products; /* folded: of each item name, codes and paths, one a line, then an
				empty one */
	struct str offers;   /* folded paths, one a line */
	struct str paths;    /* of the items' offers as sent, one a line */
	struct str tracked;  /* tracking.offers as sent that no item has, one a line */
	struct str codes;    /* of the items' products, or their paths, as sent, one a line */
	struct search_values words; /* all of it, for words */
};

/* The start page, and the issuer of the first identity. */
struct basket_origin {
	struct str page, tag, kind, iss;
	struct str utm, medium, mailing; /* utm_source, utm_medium, utm_campaign of the entry */
	struct str country;              /* customFields.billingCountry or .country */
	struct str device;               /* customFields.device */
	struct search_values words;      /* page, tag, kind and utm source, for words */
};

/* By today's catalog. */
struct basket_total {
	struct str words; /* "GBP 3.49" */
	struct row_money money;
};

struct basket_common;

struct basket_common *basket_common_new(void);
void basket_common_free(struct basket_common *c);
/* Forgets all of them. */
void basket_common_clear(struct basket_common *c);

const struct basket_goods *basket_goods_of(
    struct basket_common *c, struct arena *a, const struct basket *b);
const struct basket_origin *basket_origin_of(
    struct basket_common *c, struct arena *a, const struct basket *b);
/* Copies the texts where there is none like it yet. */
const struct basket_total *basket_total_of(struct basket_common *c, const struct basket_total *due);

#endif
