#include "demo/big/assets.h"

#include "demo/big/catalog_write.h"
#include "demo/big/put.h"

/* The first eight belong to the campaigns, in the same order. */
const struct demo_asset catalog_assets[] = {
	{ "spring-hero", "Spring hero", "spring-hero-4e81.jpg", "A reader in morning light" },
	{ "winback-hero", "Winback hero", "winback-hero-90c2.jpg", "An open door" },
	{ "plus-hero", "Northlight+ hero", "plus-hero-1b7f.jpg", "A screen in a dark room" },
	{ "corporate-hero", "Corporate hero", "corporate-hero-77d0.jpg", "A desk for six" },
	{ "gift-hero", "Gift hero", "gift-hero-c35a.jpg", "A parcel with a blue ribbon" },
	{ "student-hero", "Student hero", "student-hero-08be.jpg", "A library at night" },
	{ "harbour-hero", "Harbour hero", "harbour-hero-e6a4.jpg", "A pilot boat" },
	{ "winter-hero", "Winter hero", "winter-hero-2019.jpg", "Snow on a newsstand" },
	{ "all-access", "All Access tile", "all-access-5d12.png", "Phone and newspaper" },
	{ "weekend-print", "Weekend tile", "weekend-print-b893.png", "A paper beside a cup" },
	{ "harbour-cover", "Harbour cover", "harbour-cover-3f60.png", "The current cover" },
	{ "nightwave", "Nightwave tile", "nightwave-a1c7.png", "Headphones" },
	{ "plus-standard", "Northlight+ tile", "plus-standard-d94e.png", "A remote control" },
	{ "plus-family", "Family tile", "plus-family-66fb.png", "Four on a sofa" },
	{ "crossword", "Crossword tile", "crossword-0e2d.png", "A grid, half filled" },
	{ "corporate-seat", "Seat tile", "corporate-seat-8b35.png", "An empty chair" },
	{ "gift-card", "Gift card", "gift-card-f718.png", "A card in an envelope" },
	{ "bundle", "Bundle tile", "bundle-29a6.png", "Paper, phone and headphones" },
};
const size_t catalog_assets_n = sizeof(catalog_assets) / sizeof(*catalog_assets);

void
asset_write(struct buf *out, const struct demo_asset *asset, int64_t now_ms)
{
	bool tile = str_ends(str_of(asset->key), STR(".png"));
	catalog_begin_item(out, "asset", asset->slug, asset->name);
	put_text(out, "parent_path", STR("/assets"));
	put_textf(out, "path", "/assets/%s", asset->slug);
	put_when(out, "modified", catalog_made_up_time("asset", asset->slug, now_ms));
	put_open(out, "data", '{');
	put_open(out, "attributes", '{');
	put_text(out, "display_name__svc", str_of(asset->name));
	put_text(out, "alt_text__svc", str_of(asset->alt));
	if (tile)
		put_text(out, "background__svc", STR("#f4f1ea"));
	put_close(out, '}');
	catalog_put_template(out, "assets", tile);
	put_text(out, "key", str_of(asset->key));
	put_close(out, '}');
	put_close(out, '}');
}
