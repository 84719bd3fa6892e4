/* What names something else: prices of other offers, copies, products, segments, pictures. */
#include "demo/awkward.h"

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define STANDALONE(slug, name) DEMO_OFFERS, slug, name, "/offers2/" slug
#define IN_SPRING "/offers/2026 Spring Launch/"
#define PRICE_OF(path) .head = "'priceReference':'" path "'", .price = "[]"
#define CHAINED(number, next)                                                 \
	{                                                                     \
		STANDALONE("wa26-chain-" number, "WA26 chain, link " number), \
		    PRICE_OF("/offers2/wa26-chain-" next)                     \
	}
#define COPY(number)                                                                  \
	{                                                                             \
		STANDALONE("wa27-copy-" number, "WA27 copy " number),                 \
		    .head = "'duplicatedFrom':'/offers2/wa27-missing'",               \
		    .attributes = "'display_name__svc':'WA27 copied again and again'" \
	}
#define EMBEDDED(slug, name, synced)                                                        \
	"{'baseTemplate':'/config/templates/products/default','path':'/products/" slug "'," \
	"'lastSynced':" synced ",'created':'2024-03-01T08:00:00.000Z',"                     \
	"'syncedFrom':'/products/" slug "','modified':'2024-03-01T08:00:00.000Z',"          \
	"'record_type':'product','attributes':{'display_name__svc':'" name "',"             \
	"'has_delivery__svc':false,'product_code__svc':'NL-KIDS'}}"

static const char *const oddly_synced[] = {
	EMBEDDED(
	    "wa29-product", "WA29 a product as it was", "'1970-01-01T00:00:00.000Z','synced':true"),
	EMBEDDED("kids", "Kids", "'2999-01-01T00:00:00.000Z','synced':true"),
	EMBEDDED("kids", "Kids", "'2025-03-01T08:00:00.000Z','synced':false"),
	NULL,
};

static const struct awkward rows[] = {
	{ STANDALONE("wa26-self", "WA26 its price is its own"), PRICE_OF("/offers2/wa26-self") },
	{ STANDALONE("wa26-cycle-a", "WA26 cycle, a"), PRICE_OF("/offers2/wa26-cycle-b") },
	{ STANDALONE("wa26-cycle-b", "WA26 cycle, b"), PRICE_OF("/offers2/wa26-cycle-c") },
	{ STANDALONE("wa26-cycle-c", "WA26 cycle, c"), PRICE_OF("/offers2/wa26-cycle-a") },
	CHAINED("01", "02"),
	CHAINED("02", "03"),
	CHAINED("03", "04"),
	CHAINED("04", "05"),
	CHAINED("05", "06"),
	CHAINED("06", "07"),
	CHAINED("07", "08"),
	CHAINED("08", "09"),
	CHAINED("09", "10"),
	CHAINED("10", "11"),
	CHAINED("11", "12"),
	{ STANDALONE("wa26-chain-12", "WA26 chain, link 12: the price") },
	{ STANDALONE("wa26-missing", "WA26 the price of nothing"), PRICE_OF("/offers2/wa26-gone") },
	{ STANDALONE("wa26-legacy", "WA26 the price of a legacy offer"),
	    PRICE_OF(IN_SPRING "all-access-monthly") },
	{ STANDALONE("wa27-missing", "WA27 a copy of nothing"),
	    .head = "'duplicatedFrom':'/offers2/wa27-gone'",
	    .attributes = "'display_name__svc':'WA27 copied again and again'" },
	{ STANDALONE("wa27-cycle-a", "WA27 copies of each other, a"),
	    .head = "'duplicatedFrom':'/offers2/wa27-cycle-b'" },
	{ STANDALONE("wa27-cycle-b", "WA27 copies of each other, b"),
	    .head = "'duplicatedFrom':'/offers2/wa27-cycle-a'" },
	COPY("1"),
	COPY("2"),
	COPY("3"),
	COPY("4"),
	COPY("5"),
	{ STANDALONE("wa29-embedded", "WA29 products that were synced at odd times"),
	    .shares = "kids:50 wa29-product:50", .products = oddly_synced },
	{ STANDALONE("wa30-over", "WA30 shares of 110"), .shares = "kids:60 archive:50" },
	{ STANDALONE("wa30-words", "WA30 shares that are no numbers"),
	    .shares = "kids:a archive:" },
	{ STANDALONE("wa30-thirds", "WA30 three thirds"),
	    .shares = "kids:33.33 archive:33.33 crossword:33.33" },
	{ DEMO_PRODUCTS, "wa29-product", "WA29 a product that changed since",
	    "/products/wa29-product" },
	{ DEMO_ASSETS, "wa28-no-key", "WA28 a picture without a file name", "/assets/wa28-no-key",
	    .data = "" },
	{ DEMO_ASSETS, "wa28-null-key", "WA28 a picture whose file name is null",
	    "/assets/wa28-null-key", .data = "'key':null" },
	{ DEMO_ASSETS, "wa28-empty-key", "WA28 a picture whose file name is empty",
	    "/assets/wa28-empty-key", .data = "'key':''" },
	{ DEMO_OFFERS, "wa28-parts", "WA28 parts that are not there", IN_SPRING "wa28-parts",
	    .data = "'products':[{'id':'wa28-gone','name':'Gone'}],"
		    "'segments':['/segments/wa28-gone'],'tags':['/tags/wa28/gone']" },
	{ DEMO_OFFERS, "wa28-looks", NULL, IN_SPRING "wa28-looks",
	    .whole = "'name':'WA28 neither template nor picture',"
		     "'parent_path':'/offers/2026 Spring Launch',"
		     "'modified':'2026-03-02T10:00:00.000Z','data':{'attributes':"
		     "{'display_name__svc':'WA28','image__svc':'/assets/wa28-gone','price':[]},"
		     "'baseTemplate':'/config/templates/offers/wa28-gone'}" },
	{ DEMO_CAMPAIGNS, "wa31-empty", "WA31 a campaign without offers", "/offers/wa31-empty" },
	{ DEMO_OFFERS, "wa31-lonely", "WA31 an offer in no campaign",
	    "/offers/wa31-nowhere/wa31-lonely" },
};

const struct awkward_family awkward_links = { rows, sizeof(rows) / sizeof(*rows) };
