#include "audit/row.h"
#include "basket/groups.h"
#include "basket/person_row.h"
#include "basket/sent_links.h"
#include "catalog/item_row.h"
#include "identity/row.h"
#include "journey/row.h"
#include "list/columns.h"

static const char *const basket_keys[] = { "id", "since", "until", "tag", "start-page", "product",
	"offer", "email", "company", "reach", "kind", "status", "contacted", "consent", "completed",
	"country", "device", "issuer", "medium", "mailing", "day", "week", "hour", "bucket", "text",
	NULL };
static const char *const basket_groups[] = { "start-page", "channel", "tag", "offer", "product",
	"day", "week", "hour", "bucket", "reach", "status", "country", "device", "kind", "issuer",
	"utm", "medium", "mailing", NULL };
static const char *const person_keys[] = { "bought", "baskets", "id", "since", "until", "tag",
	"start-page", "product", "offer", "email", "company", "reach", "kind", "status",
	"contacted", "consent", "completed", "country", "device", "issuer", "medium", "mailing",
	"day", "week", "hour", "bucket", "text", NULL };
static const char *const link_keys[] = { "since", "until", "by", "became", "id", "tag",
	"start-page", "product", "offer", "day", "week", "hour", "text", NULL };
static const char *const link_groups[] = { "by", "week", "day", "became", "channel", "tag",
	"start-page", "offer", "product", "hour", NULL };
/* As menus call them. */
static const char *const group_aliases[] = { "age", "bucket", NULL };
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
static const char *const audit_keys[] = { "since", "until", "user", "action", "owner", "identity",
	"issuer", "result", "request", "text", NULL };
static const char *const identity_keys[] = { "name", "sub", "owner", "iss", "from", "status",
	"type", "service", "text", NULL };

static const char attribute_prefix[] = "attribute.";

const struct view_resource view_resources[] = {
	{ .name = "baskets",
	    .singular = "basket",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = basket_keys,
	    .key_prefix = "customFields.",
	    .columns = basket_columns,
	    .row_ops = &basket_row_ops,
	    .group_keys = basket_groups,
	    .group_aliases = group_aliases,
	    .grouped_resources = { &basket_groups_resource, &basket_group_pairs_resource } },
	{ .name = "campaigns",
	    .singular = "campaign",
	    .endpoint = ENDPOINT_CAMPAIGNS,
	    .keys = campaign_keys,
	    .key_prefix = attribute_prefix,
	    .columns = campaign_columns,
	    .row_ops = &item_row_ops },
	{ .name = "offers",
	    .singular = "offer",
	    .endpoint = ENDPOINT_OFFERS,
	    .keys = offer_keys,
	    .key_prefix = attribute_prefix,
	    .columns = offer_columns,
	    .row_ops = &item_row_ops },
	{ .name = "assets",
	    .singular = "asset",
	    .endpoint = ENDPOINT_ASSETS,
	    .keys = asset_keys,
	    .key_prefix = attribute_prefix,
	    .columns = asset_columns,
	    .row_ops = &item_row_ops },
	{ .name = "products",
	    .singular = "product",
	    .endpoint = ENDPOINT_PRODUCTS,
	    .keys = product_keys,
	    .key_prefix = attribute_prefix,
	    .columns = product_columns,
	    .row_ops = &item_row_ops },
	{ .name = "segments",
	    .singular = "segment",
	    .endpoint = ENDPOINT_SEGMENTS,
	    .keys = segment_keys,
	    .key_prefix = attribute_prefix,
	    .columns = segment_columns,
	    .row_ops = &item_row_ops },
	{ .name = "journeys",
	    .singular = "journey",
	    .endpoint = ENDPOINT_JOURNEYS,
	    .keys = journey_keys,
	    .columns = journey_columns,
	    .row_ops = &journey_row_ops },
	{ .name = "audit",
	    .singular = "audit entry",
	    .plural = "audit entries",
	    .endpoint = ENDPOINT_AUDIT,
	    .keys = audit_keys,
	    .columns = audit_columns,
	    .row_ops = &audit_row_ops,
	    .service_terms = audit_service_terms },
	/* No endpoint lists identities: baskets and the journal are read instead. */
	{ .name = "identities",
	    .singular = "identity",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = identity_keys,
	    .columns = known_row_columns,
	    .row_ops = &known_row_ops,
	    .needs_all_baskets = true },
	/* No endpoint lists persons: baskets are grouped by person instead. */
	{ .name = "persons",
	    .singular = "person",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = person_keys,
	    .key_prefix = "customFields.",
	    .columns = person_columns,
	    .row_ops = &person_row_ops,
	    .needs_all_baskets = true },
	/* Sent links are in the contact log; their baskets say what became of them. */
	{ .name = "sent-links",
	    .singular = "sent link",
	    .plural = "sent links",
	    .endpoint = ENDPOINT_BASKETS,
	    .keys = link_keys,
	    .columns = sent_link_columns,
	    .row_ops = &sent_link_row_ops,
	    .group_keys = link_groups,
	    .grouped_resources = { &sent_link_groups_resource, &sent_link_group_pairs_resource },
	    .needs_all_baskets = true },
	{ .name = NULL },
};
