#include "demo/big/catalog_write.h"

#include "demo/big/put.h"
#include "demo/rng.h"
#include "model/when.h"

enum { OFFER_PRODUCTS = 4, LONG_DESCRIPTION_BYTES = 100000 };

/* Students must prove their status, companies pay by invoice, partners have their own shop. */
static void
put_checkout(struct buf *out, const struct demo_offer *o)
{
	const char *type = "external", *url = "https://partners.northlight.example/checkout";
	if (!(o->flags & OFFER_EXTERNAL)) {
		type = "hosted";
		url = "";
	} else if (!catalog_is_standalone(o)) {
		bool student = o->products[0] == STUDENT;
		type = student ? "verification" : "invoice";
		url = student ? "https://verify.campus.example"
			      : "https://partners.northlight.example/invoice";
	}
	put_open(out, "checkout__svc", '{');
	put_text(out, "checkout_type", str_of(type));
	put_text(out, "external_url", str_of(url));
	put_close(out, '}');
}

static void
put_term(struct buf *out, const char *name, const char *renewal)
{
	put_open(out, name, '{');
	put_text(out, "renewal_type", str_of(renewal));
	put_text(out, "renewal_trigger", STR("EXTERNAL"));
	put_close(out, '}');
}

/* Writes LONG_DESCRIPTION_BYTES bytes of paragraphs. */
static void
put_long_description(struct buf *out)
{
	static const char paragraph[] =
	    "<p>Every edition since 1908, page by page, with the pictures and the notices. "
	    "Turn the pages as they were printed, or read the text alone.</p>";
	put_open(out, "checkout_description__svc", '"');
	for (size_t n = 0; n < LONG_DESCRIPTION_BYTES; n += sizeof(paragraph) - 1)
		buf_addz(out, paragraph);
	put_close(out, '"');
}

static void
put_description(struct buf *out, const struct demo_offer *o)
{
	if (o->flags & OFFER_LONG_DESCRIPTION)
		put_long_description(out);
	else
		put_textf(out, "checkout_description__svc",
		    "<p><b>%s</b>. Cancel whenever you like.</p><ul><li>On up to five devices</li>"
		    "<li>Pause for your holidays &mdash; six weeks a year</li><li>Questions? "
		    "<a href=\"https://help.northlight.example/plans\">Read on</a></li></ul>",
		    o->name);
}

static void
write_legacy(struct buf *out, const struct demo_offer *o, const char *path, int64_t now_ms)
{
	struct campaign_storage storage;
	const struct demo_campaign *campaign = catalog_campaign(o->campaign, &storage);
	bool external = o->flags & OFFER_EXTERNAL;
	put_textf(out, "parent_path", "/offers/%s", campaign->name);
	put_text(out, "path", str_of(path));
	put_when(out, "modified", catalog_made_up_time("offer", path, now_ms));
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(o->name));
	put_description(out, o);
	catalog_put_image(out, o->image);
	if (external)
		put_checkout(out, o);
	put_term(out, "term__svc", o->pattern == ONCE_TERMED ? "TERMED" : "EVERGREEN");
	catalog_write_price(out, "price", o);
	put_close(out, '}');
	catalog_put_template(out, "offers", external);
	put_open(out, "products", '[');
	for (size_t i = 0; i < OFFER_PRODUCTS && o->products[i]; i++) {
		struct product_storage made;
		const struct demo_product *product = catalog_product(o->products[i], &made);
		catalog_begin_item(out, "product", product->slug, product->name);
		put_close(out, '}');
	}
	put_close(out, ']');
	catalog_put_words(out, "segments", "/segments/", campaign->segments);
	catalog_put_words(out, "tags", "/tags/", campaign->tags);
	put_close(out, '}');
}

static void
put_attributes(struct buf *out, const struct demo_offer *o)
{
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(o->name));
	put_description(out, o);
	if (o->countries)
		catalog_put_words(out, "allowed_countries__svc", "", o->countries);
	catalog_put_image(out, o->image);
	put_checkout(out, o);
	catalog_put_words(out, "label__svc", "", o->label);
	put_term(out, "term__svc", o->pattern == ONCE_TERMED ? "TERMED" : "EVERGREEN");
	put_term(out, "initial_term__svc", "TERMED");
	put_flag(out, "push_to_checkout__svc", !(o->flags & OFFER_ADD_ON));
	put_close(out, '}');
}

static void
put_bundle(struct buf *out, const char *slug, struct str share)
{
	put_open(out, NULL, '{');
	put_textf(out, "product_path", "/products/%s", slug);
	put_text(out, "revenue_split", share);
	put_text(out, "rate_plan", STR("standard"));
	put_close(out, '}');
}

static void
put_bundles(struct buf *out, const struct demo_offer *o)
{
	struct str rest = str_of(o->split ? o->split : "100"), share;
	put_open(out, "productBundles", '[');
	for (size_t i = 0; i < OFFER_PRODUCTS && o->products[i] && str_next(&rest, '/', &share);
	     i++) {
		struct product_storage storage;
		put_bundle(out, catalog_product(o->products[i], &storage)->slug, share);
	}
	put_close(out, ']');
}

static void
put_product(struct buf *out, const struct demo_product *product, int64_t synced)
{
	put_open(out, NULL, '{');
	catalog_put_template(out, "products", product->delivery);
	put_textf(out, "path", "/products/%s", product->slug);
	put_when(out, "lastSynced", synced);
	put_flag(out, "synced", true);
	put_when(out, "created", synced - WHEN_DAY);
	put_textf(out, "syncedFrom", "/products/%s", product->slug);
	put_when(out, "modified", synced);
	put_text(out, "record_type", STR("product"));
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(product->name));
	put_flag(out, "has_delivery__svc", product->delivery);
	put_text(out, "product_code__svc", str_of(product->code));
	put_close(out, '}');
	put_close(out, '}');
}

static void
put_data(struct buf *out, const struct demo_offer *o, int64_t synced)
{
	put_open(out, "data", '{');
	put_attributes(out, o);
	catalog_write_price(out, "price", o);
	put_bundles(out, o);
	put_open(out, "products", '[');
	for (size_t i = 0; i < OFFER_PRODUCTS && o->products[i]; i++) {
		struct product_storage storage;
		put_product(out, catalog_product(o->products[i], &storage), synced);
	}
	put_close(out, ']');
	put_close(out, '}');
}

static void
write_standalone(struct buf *out, const struct demo_offer *o, const char *path, int64_t now_ms)
{
	int64_t modified = catalog_made_up_time("standalone", o->slug, now_ms);
	struct rng r = rng_start(o->slug, 1);
	put_text(out, "path", str_of(path));
	put_when(out, "created", modified - (int64_t)(1 + rng_below(&r, 200)) * WHEN_DAY);
	put_when(out, "modified", modified);
	put_textf(out, "version", "%u", 1 + rng_below(&r, 9));
	put_when(out, "version_date", modified);
	put_text(out, "record_type", STR("offer"));
	catalog_put_template(out, "offers2", o->countries ? 1 : 0);
	if (o->pattern == BY_REFERENCE)
		put_text(out, "priceReference", STR("/offers2/crossword-monthly"));
	put_textf(out, "user", "user-%02u", 1 + rng_below(&r, 6));
	put_data(out, o, modified);
}

void
catalog_write_offer(struct buf *out, const struct demo_offer *o, int64_t now_ms)
{
	struct buf path = { 0 };
	catalog_add_offer_path(&path, o);
	catalog_begin_item(out, "offer", buf_z(&path), o->name);
	if (catalog_is_standalone(o))
		write_standalone(out, o, buf_z(&path), now_ms);
	else
		write_legacy(out, o, buf_z(&path), now_ms);
	put_close(out, '}');
	buf_free(&path);
}
