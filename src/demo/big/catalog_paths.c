#include "demo/big/catalog.h"

#include "demo/big/catalog_many.h"

#include <stdlib.h>
#include <string.h>

bool
catalog_is_standalone(const struct demo_offer *o)
{
	return o->label != NULL;
}

void
catalog_add_campaign_path(struct buf *out, unsigned campaign)
{
	struct campaign_storage storage;
	buf_addz(out, "/offers/");
	buf_addz(out, catalog_campaign(campaign, &storage)->name);
}

void
catalog_add_offer_path(struct buf *out, const struct demo_offer *o)
{
	if (catalog_is_standalone(o))
		buf_addz(out, "/offers2");
	else
		catalog_add_campaign_path(out, o->campaign);
	buf_addc(out, '/');
	buf_addz(out, o->slug);
}

const struct demo_offer *
catalog_find_standalone(const char *slug)
{
	for (size_t i = 0; i < catalog_standalone_n; i++)
		if (strcmp(catalog_standalone[i].slug, slug) == 0)
			return &catalog_standalone[i];
	abort();
}

const struct demo_offer *
catalog_find_offer(enum demo_campaign_id c, const char *slug)
{
	for (size_t i = 0; i < catalog_offers_n; i++)
		if (catalog_offers[i].campaign == c && strcmp(catalog_offers[i].slug, slug) == 0)
			return &catalog_offers[i];
	abort();
}
