#include "app/basket_row.h"
#include "app/columns.h"
#include "app/identity_row.h"
#include "app/item_row.h"
#include "app/journey_row.h"

static const char *const basket_keys[] = { "id", "since", "until", "tag", "page", "product",
	"offer", "email", "company", "reach", "kind", "text", NULL };
static const char *const campaign_keys[] = { "id", "name", "path", "tag", "label", "version",
	"modified", "reduced", "text", NULL };
static const char *const offer_keys[] = { "id", "name", "path", "tag", "label", "country", "kind",
	"standalone", "source", "price", "currency", "product", "segment", "priceOf", "copyOf",
	"version", "user", "modified", "reduced", "text", NULL };
static const char *const asset_keys[] = { "id", "name", "path", "key", "modified", "text", NULL };
static const char *const product_keys[] = { "id", "name", "path", "code", "delivery", "modified",
	"text", NULL };
static const char *const segment_keys[] = { "id", "name", "path", "modified", "text", NULL };
static const char *const journey_keys[] = { "id", "condition", "destination", "text", NULL };
static const char *const identity_keys[] = { "iss", "sub", "type", "service", "text", NULL };

static const char attribute[] = "attribute.";

const struct view_resource view_resources[] = {
	{ "baskets", "basket", ENDPOINT_BASKETS, basket_keys, "customFields.", basket_columns,
	    &basket_row_ops },
	{ "campaigns", "campaign", ENDPOINT_CAMPAIGNS, campaign_keys, attribute, campaign_columns,
	    &item_row_ops },
	{ "offers", "offer", ENDPOINT_OFFERS, offer_keys, attribute, offer_columns, &item_row_ops },
	{ "assets", "asset", ENDPOINT_ASSETS, asset_keys, attribute, asset_columns, &item_row_ops },
	{ "products", "product", ENDPOINT_PRODUCTS, product_keys, attribute, product_columns,
	    &item_row_ops },
	{ "segments", "segment", ENDPOINT_SEGMENTS, segment_keys, attribute, segment_columns,
	    &item_row_ops },
	{ "journeys", "journey", ENDPOINT_JOURNEYS, journey_keys, NULL, journey_columns,
	    &journey_row_ops },
	/* No endpoint lists them: baskets are read instead. */
	{ "identities", "identity", ENDPOINT_BASKETS, identity_keys, NULL, identity_columns,
	    &identity_row_ops },
	{ NULL, NULL, 0, NULL, NULL, NULL, NULL },
};
