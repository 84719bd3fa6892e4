#include "model/catalog.h"
#include "model/check.h"
#include "model/decimal.h"

#include "base/mem.h"
#include "model/when.h"


/* The products, and whether an offer uses each of them. */
struct products_used {
	const struct check_items *items;
	bool *used;
	int64_t now;
};

static const struct catalog_item *
mark_product_used(struct products_used *p, const struct catalog_item *product)
{
	if (product)
		p->used[product - p->items->v] = true;
	return product;
}

static const struct catalog_item *
find_product_by_id(const struct products_used *p, struct str id)
{
	for (size_t i = 0; i < p->items->n; i++)
		if (str_eq(p->items->v[i].id, id))
			return &p->items->v[i];
	return NULL;
}

/* True if a bundle contains the path; a missing product was then already reported. */
static bool
is_in_bundles(const struct catalog_item *offer, struct str path)
{
	for (size_t i = 0; i < offer->bundles_n; i++)
		if (str_eq(offer->bundles[i].product, path))
			return true;
	return false;
}

static void
check_product_exists(struct check_context *c, struct products_used *p,
    const struct catalog_item *offer, struct str path)
{
	if (path.n && !mark_product_used(p, check_find_item(p->items, path)))
		check_add_reference(c, CHECK_REF_PRODUCT, offer->path, "", path, " does not exist");
}

static bool
has_different_facts(const struct product_facts *copy, const struct product_facts *product)
{
	return !str_eq(copy->display_name, product->display_name) ||
	    !str_eq(copy->code, product->code) ||
	    (copy->delivery && product->delivery && copy->delivery != product->delivery);
}

static bool
is_newer(const struct catalog_item *product, const struct embedded_product *copy)
{
	return product->modified != WHEN_NONE && copy->synced_at != WHEN_NONE &&
	    product->modified > copy->synced_at;
}

/* Reports a sync time that is implausibly early or in the future. */
static void
check_sync_time(struct check_context *c, const struct catalog_item *offer,
    const struct embedded_product *copy, int64_t now)
{
	bool early = copy->synced_at<365 * WHEN_DAY, late = copy->synced_at> now + WHEN_DAY;
	if (copy->synced_at == WHEN_NONE || (!early && !late))
		return;
	struct buf when = { 0 };
	buf_addz(&when, " was synced at ");
	when_write(&when, copy->synced_at);
	check_add_reference(
	    c, CHECK_EMBED_TIME, offer->path, "its copy of ", copy->path, buf_z(&when));
	buf_free(&when);
}

static void
check_embedded_product(struct check_context *c, struct products_used *p,
    const struct catalog_item *offer, const struct embedded_product *copy)
{
	const struct catalog_item *product = check_find_item(p->items, copy->path);
	if (!is_in_bundles(offer, copy->path))
		check_product_exists(c, p, offer, copy->path);
	if (copy->synced == FLAG_NO)
		check_add_reference(c, CHECK_EMBED_STALE, offer->path, "its copy of ", copy->path,
		    " is not synced");
	else if (product && has_different_facts(&copy->facts, &product->facts))
		check_add_reference(c, CHECK_EMBED_STALE, offer->path, "copy of ", copy->path,
		    is_newer(product, copy) ? " is out of date: the product has changed since"
					    : " is out of date");
	check_sync_time(c, offer, copy, p->now);
}

static void
check_products(struct check_context *c, struct products_used *p, const struct catalog_item *offer)
{
	for (size_t i = 0; i < offer->bundles_n; i++)
		check_product_exists(c, p, offer, offer->bundles[i].product);
	for (size_t i = 0; i < offer->embedded_products_n; i++)
		check_embedded_product(c, p, offer, &offer->embedded_products[i]);
	for (size_t i = 0; i < offer->product_ids.n; i++)
		if (!mark_product_used(p, find_product_by_id(p, offer->product_ids.v[i])))
			check_add_finding(c, CHECK_REF_PRODUCT, offer->path,
			    "product %.*s does not exist", STR_ARG(offer->product_ids.v[i]));
}

static void
check_split(struct check_context *c, const struct catalog_item *offer)
{
	int64_t sum = 0, share;
	struct buf text = { 0 };
	for (size_t i = 0; i < offer->bundles_n; i++) {
		if (!decimal_read_share(offer->bundles[i].split, &share)) {
			buf_addf(&text, " has \"%.*s\"", STR_ARG(offer->bundles[i].split));
			check_add_reference(c, CHECK_BUNDLE_SPLIT, offer->path, "",
			    offer->bundles[i].product, buf_z(&text));
			buf_free(&text);
			return;
		}
		sum = decimal_add(sum, share);
	}
	decimal_write(&text, sum);
	if (offer->bundles_n && sum != 100 * DECIMAL_ONE)
		check_add_finding(c,
		    check_is_rounding_error(sum) ? CHECK_BUNDLE_ROUNDING : CHECK_BUNDLE_SUM,
		    offer->path, "shares add up to %s %%, not 100 %%", buf_z(&text));
	buf_free(&text);
}

static void
check_segments(
    struct check_context *c, const struct check_items *segments, const struct catalog_item *offer)
{
	for (size_t i = 0; i < offer->segments.n; i++)
		if (!check_find_item(segments, offer->segments.v[i]))
			check_add_reference(c, CHECK_REF_SEGMENT, offer->path, "",
			    offer->segments.v[i], " does not exist");
}

/* The checks that apply to every kind of item. */
static void
check_list(
    struct check_context *c, const struct check_items *items, const struct check_items *assets)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct catalog_item *item = &items->v[i];
		if (i && item->path.n && str_eq(item->path, items->v[i - 1].path))
			check_add_finding(c, CHECK_SAME_PATH, item->path, "shared by %.*s and %.*s",
			    STR_ARG(items->v[i - 1].id), STR_ARG(item->id));
		if (item->malformed)
			check_add_finding(c, CHECK_MALFORMED, item->path,
			    "some of its members have the wrong type, or appear twice");
		if (item->created != WHEN_NONE && item->modified != WHEN_NONE &&
		    item->modified < item->created)
			check_add_finding(
			    c, CHECK_TIME_ORDER, item->path, "modified before it was created");
		for (size_t k = 0; k < item->images.n; k++)
			if (item->images.v[k].n && !check_find_item(assets, item->images.v[k]))
				check_add_reference(c, CHECK_REF_ASSET, item->path, "",
				    item->images.v[k], " does not exist");
	}
}

static void
check_offers(struct check_context *c, const struct check_catalog *catalog)
{
	struct products_used p = { .items = &catalog->products,
		.used = x_new_array(bool, catalog->products.n),
		.now = catalog->now };
	for (size_t i = 0; i < catalog->offers.n; i++) {
		const struct catalog_item *offer = &catalog->offers.v[i];
		check_products(c, &p, offer);
		check_split(c, offer);
		check_segments(c, &catalog->segments, offer);
	}
	for (size_t i = 0; i < p.items->n; i++)
		if (!p.used[i])
			check_add_finding(
			    c, CHECK_ORPHAN_PRODUCT, p.items->v[i].path, "not used in any offer");
	x_free(p.used);
}

void
check_catalog(const struct check_catalog *catalog, check_finding_fn *fn, void *ctx)
{
	const struct check_items *lists[] = { &catalog->campaigns, &catalog->offers,
		&catalog->assets, &catalog->products, &catalog->segments };
	struct check_context c = { .on_finding = fn, .ctx = ctx };
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		check_list(&c, lists[i], &catalog->assets);
	check_offers(&c, catalog);
	check_copied_offers(&c, &catalog->offers);
	check_prices(&c, &catalog->offers);
	check_price_warnings(&c, &catalog->offers);
	check_orphans(&c, catalog);
	buf_free(&c.message);
}
