#include "cli/offer_links.h"

#include "cli/read/catalog_run.h"
#include "wire/catalog.h"

#include <string.h>

static const struct {
	const char *key;
	unsigned reads;
} needs[] = {
	{ "product", CATALOG_LIST(CATALOG_PRODUCTS) },
	{ "price", CATALOG_LIST(CATALOG_OFFERS) },
};

struct offer_links {
	unsigned reads;
	struct catalog *catalog;
};

struct offer_links *
offer_links_new(const struct row_filter *filter, const struct view *view)
{
	unsigned reads = 0;
	if (strcmp(view->resource->name, "offers") != 0)
		return NULL;
	for (size_t i = 0; i < filter->terms.n; i++)
		for (size_t k = 0; k < sizeof(needs) / sizeof(*needs); k++)
			if (row_term_is(&filter->terms.v[i], needs[k].key))
				reads |= needs[k].reads;
	if (!reads)
		return NULL;
	struct offer_links *l = x_new(struct offer_links);
	l->reads = reads;
	return l;
}

void
offer_links_free(struct offer_links *l)
{
	if (!l)
		return;
	catalog_free(l->catalog);
	x_free(l);
}

bool
offer_links_read(struct offer_links *l, struct connection *connection, int *tries, struct err *err)
{
	const struct catalog_scope scope = { .wanted = l->reads, .needed = l->reads };
	l->catalog = catalog_run(connection, scope, tries, err);
	return l->catalog;
}

void
offer_links_complete(const struct offer_links *l, struct item_row *row, struct arena *a,
    struct str json, unsigned flags)
{
	struct catalog_item offer;
	struct err none;
	if (row->codes.n && !row->price_of.n)
		return;
	if (catalog_item_read(&offer, a, json, flags, &none))
		catalog_complete_offer(l->catalog, row, a, &offer);
}
