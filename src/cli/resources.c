#include "basket/groups.h"
#include "basket/person_row.h"
#include "catalog/item_row.h"
#include "identity/row.h"
#include "journey/row.h"
#include "list/columns.h"

static const char *const basket_keys[] = { "id", "since", "until", "tag", "started", "product",
	"offer", "email", "company", "reach", "kind", "outcome", "consent", "completed", "country",
	"device", "issuer", "medium", "mailing", "day", "week", "hour", "bucket", "text", NULL };
static const char *const basket_groups[] = { "started", "tag", "offer", "product", "day", "week",
	"hour", "bucket", "reach", "outcome", "country", "device", "kind", "issuer", "utm",
	"medium", "mailing", NULL };
static const char *const person_keys[] = { "bought", "baskets", "id", "since", "until", "tag",
	"started", "product", "offer", "email", "company", "reach", "kind", "outcome", "consent",
	"completed", "country", "device", "issuer", "medium", "mailing", "day", "week", "hour",
	"bucket", "text", NULL };
static const char *const campaign_keys[] = { "id", "name", "path", "tag", "label", "version",
	"modified", "since", "reduced", "text", NULL };
static const char *const offer_keys[] = { "id", "name", "path", "tag", "label", "country", "kind",
	"standalone", "source", "price", "currency", "product", "segment", "priceOf", "copyOf",
	"version", "user", "modified", "since", "reduced", "text", NULL };
static const char *const asset_keys[] = { "id", "name", "path", "key", "modified", "since", "text",
	NULL };
static const char *const product_keys[] = { "id", "name", "path", "code", "delivery", "modified",
	"since", "text", NULL };
static const char *const segment_keys[] = { "id", "name", "path", "modified", "since", "text",
	NULL };
static const char *const journey_keys[] = { "id", "condition", "destination", "text", NULL };
static const char *const identity_keys[] = { "iss", "sub", "type", "service", "text", NULL };

static const char attribute[] = "attribute.";

const struct view_resource view_resources[] = {
	{ .name = "baskets",
	    .one = "basket",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = basket_keys,
	    .prefix = "customFields.",
	    .columns = basket_columns,
	    .rows = &basket_row_ops,
	    .groups = basket_groups,
	    .grouped = { &baskets_grouped, &baskets_paired } },
	{ .name = "campaigns",
	    .one = "campaign",
	    .endpoint = ENDPOINT_CAMPAIGNS,
	    .keys = campaign_keys,
	    .prefix = attribute,
	    .columns = campaign_columns,
	    .rows = &item_row_ops },
	{ .name = "offers",
	    .one = "offer",
	    .endpoint = ENDPOINT_OFFERS,
	    .keys = offer_keys,
	    .prefix = attribute,
	    .columns = offer_columns,
	    .rows = &item_row_ops },
	{ .name = "assets",
	    .one = "asset",
	    .endpoint = ENDPOINT_ASSETS,
	    .keys = asset_keys,
	    .prefix = attribute,
	    .columns = asset_columns,
	    .rows = &item_row_ops },
	{ .name = "products",
	    .one = "product",
	    .endpoint = ENDPOINT_PRODUCTS,
	    .keys = product_keys,
	    .prefix = attribute,
	    .columns = product_columns,
	    .rows = &item_row_ops },
	{ .name = "segments",
	    .one = "segment",
	    .endpoint = ENDPOINT_SEGMENTS,
	    .keys = segment_keys,
	    .prefix = attribute,
	    .columns = segment_columns,
	    .rows = &item_row_ops },
	{ .name = "journeys",
	    .one = "journey",
	    .endpoint = ENDPOINT_JOURNEYS,
	    .keys = journey_keys,
	    .columns = journey_columns,
	    .rows = &journey_row_ops },
	/* No endpoint lists identities: baskets are read instead. */
	{ .name = "identities",
	    .one = "identity",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = identity_keys,
	    .columns = identity_columns,
	    .rows = &identity_row_ops,
	    .folded = true },
	/* No endpoint lists persons: baskets are grouped by person instead. */
	{ .name = "persons",
	    .one = "person",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = person_keys,
	    .prefix = "customFields.",
	    .columns = person_columns,
	    .rows = &person_row_ops,
	    .folded = true },
	{ .name = NULL },
};
