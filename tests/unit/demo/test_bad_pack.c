/* Packs with mistakes: the message has the file, line and mistake, and no item after the mistake
 * is passed on. These files replace the program's embedded packs. */
#include "demo/pack.h"
#include "lib/test.h"

#define GOOD(kind) "{\"kind\":\"" kind "\",\"item\":{\"id\":\"a\",\"created\":\"{now-18m}\"}}\n"

const struct embedded embedded_packs[] = {
	{ "tour-segments",
	    GOOD("segment") "\n" GOOD("segment") "{\"kind\":\"segment\",\"item\":"
						 "{\"modified\":\"{now-18x}\"}}\n" },
	{ "tour-products", GOOD("product") GOOD("basket") },
	{ "tour-assets", GOOD("asset") "{\"kind\":\"asset\",\"item\":{}\n" GOOD("asset") },
	{ "tour-campaigns", "\n\n{\"kind\":\"campaign\",\"item\":[]}" },
	{ "tour-offers", "{\"item\":{}}" },
	{ "tour-journeys", "{\"kind\":\"journey\",\"item\":{}}\n" },
	{ "tour-owners", GOOD("owner") GOOD("owner") },
	{ "tour-identities", "" },
	{ "awkward-owners", GOOD("owner") "{\"kind\":\"owner\",\"item\":{\"a\":1,\"a\":2}}" },
	{ "demo-owners", "\n{\"name\":\"O1\"}\n\n{\"name\":\"O2\"}\n\n" },
	{ NULL, NULL },
};

static bool
count(void *ctx, const struct demo_item *item, struct err *err)
{
	size_t *n = ctx;
	(void)err;
	assert_true(str_eqz(item->json, "{\"id\":\"a\",\"created\":\"2026-11-20T10:24:00.000Z\"}"));
	++*n;
	return true;
}

static bool
read_pack(const char *pack, unsigned kinds, size_t *n, struct err *err)
{
	*n = 0;
	return demo_make(pack, INT64_C(1795171320000), kinds, count, n, err);
}

TEST(mistakes_name_file_and_line)
{
	static const struct {
		const char *pack;
		enum demo_kind kind;
		size_t before; /* number of items passed on before the mistake */
		const char *says;
	} rows[] = {
		{ "tour", DEMO_SEGMENTS, 2,
		    "tour-segments.jsonl, line 4: \"{now-18x}\" is not a time: write" },
		{ "tour", DEMO_PRODUCTS, 1,
		    "tour-products.jsonl, line 2: its kind is \"basket\", and the file's is "
		    "\"product\"" },
		{ "tour", DEMO_ASSETS, 1, "tour-assets.jsonl, line 2: not valid JSON" },
		{ "tour", DEMO_CAMPAIGNS, 0,
		    "tour-campaigns.jsonl, line 3: its \"item\" is not an object" },
		{ "tour", DEMO_OFFERS, 0, "tour-offers.jsonl, line 1: it has no \"kind\"" },
		{ "tour", DEMO_JOURNEYS, 0,
		    "tour-journeys.jsonl, line 1: its kind is \"journey\"" },
		{ "tour", DEMO_BASKETS, 0, "there is no file tour-baskets.jsonl" },
		{ "awkward", DEMO_OWNERS, 3, "awkward-owners.jsonl, line 2: " },
		{ "awkward", DEMO_IDENTITIES, 0, "there is no file awkward-identities.jsonl" },
		{ "big", DEMO_SEGMENTS, 0, "tour-segments.jsonl, line 4: " },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct err err;
		size_t n;
		assert_false(read_pack(rows[i].pack, rows[i].kind, &n, &err));
		if (!str_starts(str_of(err.text), str_of(rows[i].says)))
			fail_msg("%s: %s", rows[i].says, err.text);
		assert_int_equal(n, rows[i].before);
	}
}

TEST(only_requested_files_are_read)
{
	struct err err;
	size_t n;
	assert_true(read_pack("tour", DEMO_OWNERS | DEMO_IDENTITIES, &n, &err));
	assert_int_equal(n, 2);
}

/* Kinds are read in a fixed order, whatever their order in the program. */
TEST(reading_stops_at_the_first_mistake)
{
	struct err err;
	size_t n;
	assert_false(read_pack("tour", DEMO_ALL, &n, &err));
	assert_int_equal(n, 2);
	assert_true(str_starts(str_of(err.text), STR("tour-segments.jsonl, line 4: ")));
}

TEST(empty_lines_between_demo_owners_are_skipped)
{
	auto_buf out = { 0 };
	demo_add_owners(&out);
	assert_string_equal(buf_z(&out), "{\"name\":\"O1\"},{\"name\":\"O2\"}");
}
