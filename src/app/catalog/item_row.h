/*
 * item_row.h - what a list keeps of a catalog item: the texts of its columns and the folded text
 * that filters look at. Campaigns, offers, assets, products and segments share it; what one kind
 * does not have stays empty. Texts are as the service sent them, those of the item itself or made
 * in an arena; clean them before drawing.
 */
#ifndef APP_CATALOG_ITEM_ROW_H
#define APP_CATALOG_ITEM_ROW_H

#include "app/list/columns.h"
#include "app/list/rows.h"
#include "app/list/search_cache.h"
#include "model/catalog.h"

/* An amount in data: one, or no number. "9.99", "GBP", and when: "monthly x12", or what there is to
 * say of several. */
struct row_amount {
	struct str number, currency, when;
};

struct item_row {
	struct str id, name, path;
	struct str display;     /* what the shop calls it */
	struct str kind;        /* of an offer: legacy, standalone or other */
	struct str price;       /* in words where they are few: "GBP 9.99 monthly" */
	struct str start, then; /* what is due at the start and later, likewise */
	struct str currency;
	struct str code, delivery, key, version, user, base;
	struct str price_reference, copied_from;
	/* One a line. */
	struct str tags, labels, countries, products, segments;
	struct str codes;   /* of its products */
	struct str amounts; /* of each charge, as sent: "GBP 9.99" */
	struct row_money first_price, start_money, then_money;
	struct row_amount price_data, start_data, then_data;
	struct str
	    search_text; /* folded: name, display name, path, id, code, key, labels, products */
	struct str modified_text; /* as sent */
	struct search_values values; /* of the attributes; what text: looks at, too */
	int64_t modified;
	enum flag_value published; /* by two reads of standalone offers; FLAG_ABSENT: not known */
	/* Known when the whole catalog is linked: counts of the items that refer to it. */
	bool linked;
	uint32_t offers_n, journeys_n, users_n, baskets_n;
	struct str currencies; /* of a campaign's offers: "EUR GBP" */
	bool odd;
};

/* The item's texts are shared: they must live as long as the row. Without a pool its values are the
 * row's own. */
void item_row_fill(struct item_row *row, struct arena *a, struct search_cache *pool,
    const struct catalog_item *item);
/* Copies the price of `owner`, whose price the row's offer takes. */
void item_row_copy_price(struct item_row *row, struct arena *a, const struct catalog_item *owner);
/* Copies the values that only the whole catalog knows from `known`, the row of the same item. */
void item_row_copy_counts(struct item_row *row, const struct item_row *known);
extern const struct row_ops item_row_ops;
extern const struct column campaign_columns[], offer_columns[], asset_columns[];
extern const struct column product_columns[], segment_columns[];

#endif
