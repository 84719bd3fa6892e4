#include "demo/catalog_write.h"

#include "demo/put.h"
#include "demo/rng.h"
#include "model/when.h"

#include <stdio.h>

static const char template_of[][32] = { "default", "extended" };

void
catalog_add_id(struct buf *out, const char *kind, const char *slug)
{
	char word[100];
	snprintf(word, sizeof(word), "%s %s", kind, slug);
	struct rng r = rng_start(word, 0);
	rng_add_uuid(&r, out);
}

void
catalog_add_offer_id(struct buf *out, const struct demo_offer *o)
{
	struct buf path = { 0 };
	catalog_add_offer_path(&path, o);
	catalog_add_id(out, "offer", buf_z(&path));
	buf_free(&path);
}

static void
put_id(struct buf *out, const char *kind, const char *slug)
{
	struct buf id = { 0 };
	catalog_add_id(&id, kind, slug);
	put_text(out, "id", buf_str(&id));
	buf_free(&id);
}

/* Some time in the year before, the same for the same thing. */
static int64_t
some_time(const char *kind, const char *slug, int64_t now_ms)
{
	char word[100];
	snprintf(word, sizeof(word), "time of %s %s", kind, slug);
	struct rng r = rng_start(word, 0);
	int64_t days = 40 + rng_below(&r, 320);
	return now_ms - days * WHEN_DAY - (int64_t)rng_below(&r, 86400000);
}

void
catalog_put_template(struct buf *out, const char *kind, unsigned variant)
{
	put_textf(out, "baseTemplate", "/config/templates/%s/%s", kind, template_of[variant % 2]);
}

void
catalog_open_item(struct buf *out, const char *kind, const char *slug, const char *name)
{
	put_open(out, NULL, '{');
	put_id(out, kind, slug);
	put_text(out, "name", str_of(name));
}

void
catalog_put_modified(struct buf *out, const char *kind, const char *slug, int64_t now_ms)
{
	put_when(out, "modified", some_time(kind, slug, now_ms));
}

void
catalog_write_segment(struct buf *out, size_t index, int64_t now_ms)
{
	const char *slug = catalog_segments[index];
	catalog_open_item(out, "segment", slug, slug);
	put_text(out, "parent_path", STR("/segments"));
	put_textf(out, "path", "/segments/%s", slug);
	catalog_put_modified(out, "segment", slug, now_ms);
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_close(out, '}');
	catalog_put_template(out, "segments", 0);
	put_close(out, '}');
	put_close(out, '}');
}

void
catalog_write_product(struct buf *out, enum product p, int64_t now_ms)
{
	const struct demo_product *product = &catalog_products[p];
	catalog_open_item(out, "product", product->slug, product->name);
	put_text(out, "parent_path", STR("/products"));
	put_textf(out, "path", "/products/%s", product->slug);
	catalog_put_modified(out, "product", product->slug, now_ms);
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(product->name));
	put_flag(out, "has_delivery__svc", product->delivery);
	put_text(out, "product_code__svc", str_of(product->code));
	put_close(out, '}');
	catalog_put_template(out, "products", product->delivery);
	put_close(out, '}');
	put_close(out, '}');
}

void
catalog_write_campaign(struct buf *out, enum campaign c, int64_t now_ms)
{
	const struct demo_campaign *campaign = &catalog_campaigns[c];
	catalog_open_item(out, "campaign", campaign->page, campaign->name);
	put_textf(out, "path", "/offers/%s", campaign->name);
	catalog_put_modified(out, "campaign", campaign->page, now_ms);
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "label__svc", str_of(campaign->story));
	put_close(out, '}');
	catalog_put_template(out, "offers", 0);
	put_close(out, '}');
	put_close(out, '}');
}

static void
write_legacy(struct buf *out, const struct demo_offer *o, int64_t now_ms)
{
	struct buf path = { 0 };
	catalog_add_offer_path(&path, o);
	put_id(out, "offer", buf_z(&path));
	put_text(out, "name", str_of(o->name));
	put_textf(out, "parent_path", "/offers/%s", catalog_campaigns[o->campaign].name);
	put_text(out, "path", buf_str(&path));
	put_when(out, "modified", some_time("offer", buf_z(&path), now_ms));
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(o->name));
	catalog_write_price(out, "price", o);
	put_close(out, '}');
	catalog_put_template(out, "offers", o->marks & OFFER_EXTERNAL ? 1 : 0);
	put_open(out, "products", '[');
	for (size_t i = 0; i < 4 && o->products[i]; i++) {
		const struct demo_product *product = &catalog_products[o->products[i]];
		put_open(out, NULL, '{');
		put_id(out, "product", product->slug);
		put_text(out, "name", str_of(product->name));
		put_close(out, '}');
	}
	put_close(out, ']');
	put_close(out, '}');
	buf_free(&path);
}

static void
put_words(struct buf *out, const char *name, const char *words, char separator)
{
	struct str rest = str_of(words), word;
	put_open(out, name, '[');
	while (str_next(&rest, separator, &word))
		put_text(out, NULL, word);
	put_close(out, ']');
}

static void
put_term(struct buf *out, const char *name, const char *renewal)
{
	put_open(out, name, '{');
	put_text(out, "renewal_type", str_of(renewal));
	put_text(out, "renewal_trigger", STR("EXTERNAL"));
	put_close(out, '}');
}

static void
put_attributes(struct buf *out, const struct demo_offer *o)
{
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(o->name));
	put_textf(out, "checkout_description__svc", "<p><b>%s</b>. Cancel whenever you like.</p>",
	    o->name);
	if (o->countries)
		put_words(out, "allowed_countries__svc", o->countries, ' ');
	put_open(out, "checkout__svc", '{');
	put_text(out, "checkout_type", o->marks & OFFER_EXTERNAL ? STR("external") : STR("hosted"));
	put_text(out, "external_url",
	    o->marks & OFFER_EXTERNAL ? STR("https://partners.northlight.example/checkout")
				      : STR(""));
	put_close(out, '}');
	put_words(out, "label__svc", o->label, ' ');
	put_term(out, "term__svc", o->pattern == ONCE_TERMED ? "TERMED" : "EVERGREEN");
	put_term(out, "initial_term__svc", "TERMED");
	put_flag(out, "push_to_checkout__svc", !(o->marks & OFFER_ADD_ON));
	put_close(out, '}');
}

static void
put_products(struct buf *out, const struct demo_offer *o, int64_t synced)
{
	put_open(out, "products", '[');
	for (size_t i = 0; i < 4 && o->products[i]; i++) {
		const struct demo_product *product = &catalog_products[o->products[i]];
		put_open(out, NULL, '{');
		catalog_put_template(out, "products", product->delivery);
		put_textf(out, "path", "/products/%s", product->slug);
		put_when(out, "lastSynced", synced);
		put_flag(out, "synced", true);
		put_textf(out, "syncedFrom", "/products/%s", product->slug);
		put_text(out, "record_type", STR("product"));
		put_open(out, "attributes", '{');
		put_text(out, "display_name__svc", str_of(product->name));
		put_flag(out, "has_delivery__svc", product->delivery);
		put_text(out, "product_code__svc", str_of(product->code));
		put_close(out, '}');
		put_close(out, '}');
	}
	put_close(out, ']');
}

static void
put_bundles(struct buf *out, const struct demo_offer *o)
{
	struct str rest = str_of(o->split ? o->split : "100"), share;
	put_open(out, "productBundles", '[');
	for (size_t i = 0; i < 4 && o->products[i] && str_next(&rest, '/', &share); i++) {
		put_open(out, NULL, '{');
		put_textf(
		    out, "product_path", "/products/%s", catalog_products[o->products[i]].slug);
		put_text(out, "revenue_split", share);
		put_text(out, "rate_plan", STR("standard"));
		put_close(out, '}');
	}
	put_close(out, ']');
}

static void
write_standalone(struct buf *out, const struct demo_offer *o, int64_t now_ms)
{
	int64_t modified = some_time("standalone", o->slug, now_ms);
	struct rng r = rng_start(o->slug, 1);
	struct buf path = { 0 };
	catalog_add_offer_path(&path, o);
	put_id(out, "offer", buf_z(&path));
	put_text(out, "name", str_of(o->name));
	put_text(out, "path", buf_str(&path));
	buf_free(&path);
	put_when(out, "created", modified - (int64_t)(1 + rng_below(&r, 200)) * WHEN_DAY);
	put_when(out, "modified", modified);
	put_textf(out, "version", "%u", 1 + rng_below(&r, 9));
	put_when(out, "version_date", modified);
	put_text(out, "record_type", STR("offer"));
	if (o->copy_of)
		put_textf(out, "duplicatedFrom", "/offers2/%s", o->copy_of);
	catalog_put_template(out, "offers2", o->countries ? 1 : 0);
	if (o->price_of)
		put_textf(out, "priceReference", "/offers2/%s", o->price_of);
	put_textf(out, "user", "user-%02u", 1 + rng_below(&r, 6));
	put_open(out, "data", '{');
	put_attributes(out, o);
	catalog_write_price(out, "price", o);
	put_bundles(out, o);
	put_products(out, o, modified);
	put_close(out, '}');
}

void
catalog_write_offer(struct buf *out, const struct demo_offer *o, int64_t now_ms)
{
	put_open(out, NULL, '{');
	if (catalog_is_standalone(o))
		write_standalone(out, o, now_ms);
	else
		write_legacy(out, o, now_ms);
	put_close(out, '}');
}
