#include "catalog/parts.h"

const struct catalog_part_info catalog_parts[] = {
	[CATALOG_CAMPAIGNS] = { ENDPOINT_CAMPAIGNS, GRAPH_CAMPAIGN, "campaigns" },
	[CATALOG_OFFERS] = { ENDPOINT_OFFERS, GRAPH_OFFER, "offers" },
	[CATALOG_PRODUCTS] = { ENDPOINT_PRODUCTS, GRAPH_PRODUCT, "products" },
	[CATALOG_SEGMENTS] = { ENDPOINT_SEGMENTS, GRAPH_SEGMENT, "segments" },
	[CATALOG_ASSETS] = { ENDPOINT_ASSETS, GRAPH_ASSET, "assets" },
};
_Static_assert(sizeof(catalog_parts) / sizeof(*catalog_parts) == CATALOG_PARTS,
    "every part needs a row in this table");

enum catalog_part
catalog_part_of(enum graph_kind kind)
{
	enum catalog_part part = CATALOG_CAMPAIGNS;
	while (part < CATALOG_PARTS && catalog_parts[part].kind != kind)
		part++;
	return part;
}

enum graph_kind
catalog_kind_of(enum catalog_part part)
{
	return catalog_parts[part].kind;
}

const struct view_resource *
catalog_resource(enum catalog_part part)
{
	return view_resource(catalog_parts[part].resource);
}

enum catalog_part
catalog_part_named(const struct view_resource *resource)
{
	enum catalog_part part = CATALOG_CAMPAIGNS;
	while (
	    part < CATALOG_PARTS && !str_eqz(str_of(resource->name), catalog_parts[part].resource))
		part++;
	return part;
}
