#include "demo/big/catalog_write.h"

#include "demo/big/put.h"
#include "demo/rng.h"
#include "model/when.h"

#include <stdio.h>

enum { WORD_MAX = 200 };

/* Appends an id that depends only on kind and slug. */
static void
catalog_add_id(struct buf *out, const char *kind, const char *slug)
{
	char word[WORD_MAX];
	snprintf(word, sizeof(word), "%s %s", kind, slug);
	struct rng r = rng_start(word, 0);
	rng_add_uuid(&r, out);
}

int64_t
catalog_made_up_time(const char *kind, const char *slug, int64_t now_ms)
{
	char word[WORD_MAX];
	snprintf(word, sizeof(word), "time of %s %s", kind, slug);
	struct rng r = rng_start(word, 0);
	int64_t days = 40 + rng_below(&r, 320);
	return now_ms - days * WHEN_DAY - (int64_t)rng_below(&r, (unsigned)WHEN_DAY);
}

void
catalog_put_template(struct buf *out, const char *kind, unsigned variant)
{
	put_textf(
	    out, "baseTemplate", "/config/templates/%s/%s", kind, variant ? "extended" : "default");
}

void
catalog_put_image(struct buf *out, const char *slug)
{
	if (slug)
		put_textf(out, "image__svc", "/assets/%s", slug);
}

void
catalog_put_words(struct buf *out, const char *name, const char *prefix, const char *words)
{
	struct str rest = str_of(words), word;
	put_open(out, name, '[');
	while (str_next(&rest, ' ', &word))
		put_textf(out, NULL, "%s%.*s", prefix, STR_ARG(word));
	put_close(out, ']');
}

void
catalog_begin_item(struct buf *out, const char *kind, const char *slug, const char *name)
{
	struct buf id = { 0 };
	catalog_add_id(&id, kind, slug);
	put_open(out, NULL, '{');
	put_text(out, "id", buf_str(&id));
	put_text(out, "name", str_of(name));
	buf_free(&id);
}

void
catalog_write_segment(struct buf *out, const char *slug, int64_t now_ms)
{
	bool regional = str_starts(str_of(slug), STR("region-"));
	catalog_begin_item(out, "segment", slug, slug);
	put_text(out, "parent_path", STR("/segments"));
	put_textf(out, "path", "/segments/%s", slug);
	put_when(out, "modified", catalog_made_up_time("segment", slug, now_ms));
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(slug));
	if (regional)
		put_text(out, "region__svc", str_sub(str_of(slug), sizeof("region-") - 1, 2));
	put_close(out, '}');
	catalog_put_template(out, "segments", regional);
	put_close(out, '}');
	put_close(out, '}');
}

void
catalog_write_product(struct buf *out, const struct demo_product *product, int64_t now_ms)
{
	catalog_begin_item(out, "product", product->slug, product->name);
	put_text(out, "parent_path", STR("/products"));
	put_textf(out, "path", "/products/%s", product->slug);
	put_when(out, "modified", catalog_made_up_time("product", product->slug, now_ms));
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(product->name));
	put_flag(out, "has_delivery__svc", product->delivery);
	put_text(out, "product_code__svc", str_of(product->code));
	catalog_put_image(out, product->image);
	if (product->delivery)
		catalog_put_words(out, "delivery_days__svc", "", "Saturday Sunday");
	put_close(out, '}');
	catalog_put_template(out, "products", product->delivery);
	put_close(out, '}');
	put_close(out, '}');
}

void
catalog_write_campaign(struct buf *out, const struct demo_campaign *campaign, int64_t now_ms)
{
	catalog_begin_item(out, "campaign", campaign->landing_page, campaign->name);
	put_textf(out, "path", "/offers/%s", campaign->name);
	put_when(out, "modified", catalog_made_up_time("campaign", campaign->landing_page, now_ms));
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "label__svc", str_of(campaign->description));
	catalog_put_image(out, campaign->image);
	put_close(out, '}');
	catalog_put_template(out, "offers", 0);
	catalog_put_words(out, "tags", "/tags/", campaign->tags);
	put_close(out, '}');
	put_close(out, '}');
}
