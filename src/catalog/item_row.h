/*
 * item_row.h - a catalog item in a list: the texts of its columns and the folded text that filters
 * search. Campaigns, offers, assets, products and segments share it; members that a kind does not
 * have stay empty. Texts are as the service sent them, owned by the item or by an arena; clean them
 * before drawing.
 */
#ifndef CATALOG_ITEM_ROW_H
#define CATALOG_ITEM_ROW_H

#include "app/command_variables.h"
#include "list/columns.h"
#include "list/rows.h"
#include "list/search_cache.h"
#include "model/catalog.h"
#include "model/check.h"
#include "model/graph.h"

/* An amount as data cells: "9.99", "GBP", and the schedule "monthly x12". Several amounts have
 * no number, only a description. */
struct row_amount {
	struct str number, currency, schedule;
};

struct item_row {
	struct str id, name, path;
	struct str display_name; /* display name in the shop */
	struct str kind;         /* of an offer: legacy, standalone or other */
	struct str price;        /* in words if there are few charges: "GBP 9.99 monthly" */
	struct str start_amount, later_amount; /* amount due at the start, and later, in words */
	struct str currency;
	struct str code, delivery, key, version, user, base;
	struct str price_reference, copied_from;
	/* One value per line. */
	struct str tags, labels, countries, products, segments;
	struct str codes;   /* codes of its products */
	struct str amounts; /* amount of each charge, as sent: "GBP 9.99" */
	struct row_money first_price, start_money, later_money;
	struct row_amount price_parts, start_amount_parts, later_amount_parts;
	struct str
	    search_text; /* folded: name, display name, path, id, code, key, labels, products */
	struct str modified_text;              /* as sent */
	struct search_values attribute_values; /* attribute values, which text: searches, too */
	int64_t modified;
	enum flag_value published; /* from two reads of standalone offers; FLAG_ABSENT: not known */
	/* Counts of the items that refer to it, set when the whole catalog is linked. */
	bool has_counts;
	uint32_t offers_n, journeys_n, users_n;
	bool has_basket_count; /* false: no baskets have been read */
	uint32_t baskets_n;
	struct str currencies; /* currencies of a campaign's offers: "EUR GBP" */
	bool malformed;
};

/* Fills a row; it borrows the item's texts, which must outlive it. Without a pool the row owns
 * its search values. */
void item_row_fill(struct item_row *row, struct arena *a, struct search_cache *pool,
    const struct catalog_item *item);
/* Copies the counts, which need the whole catalog, from `known`, the row of the same item. */
void item_row_copy_counts(struct item_row *row, const struct item_row *known);
extern const struct row_ops item_row_ops;
extern const struct column campaign_columns[], offer_columns[], asset_columns[];
extern const struct column product_columns[], segment_columns[];

/*
 * Completes an offer's row from other items: the codes of the products that it only
 * names, and a price taken from another offer. New texts go into the arena. Pure.
 */

/* A standalone offer has no product codes of its own: they come from its copies. */
void offer_join_codes(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct graph *products);
/* `offers` is sorted by path. */
void offer_join_price(struct item_row *row, struct arena *a, const struct catalog_item *offer,
    const struct check_items *offers);
/* Adds the variables of a row for a user command. */
void item_row_add_variables(struct command_variables *v, const struct item_row *row);

#endif
