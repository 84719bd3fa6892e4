/* labels: slow. A pack has the same bytes on every machine and in every version, since
 * documentation, measurements and screens depend on it. Each sum is for one kind of one pack:
 * after an intended change, review the difference in `backroom demo --pack NAME -- get …`, and
 * copy the new sum from this test's output. */
#include "pack.h"

struct currency_total {
	uint64_t of; /* FNV-1a over the texts, each followed by a newline */
	size_t n;
};

static void
add_byte(struct currency_total *s, unsigned char byte)
{
	s->of = (s->of ^ byte) * UINT64_C(0x100000001B3);
}

static bool
add_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct currency_total *s = ctx;
	(void)err;
	for (size_t i = 0; i < item->json.n; i++)
		add_byte(s, (unsigned char)item->json.p[i]);
	add_byte(s, '\n');
	add_byte(s, item->unpublished);
	s->n++;
	return true;
}

static const struct {
	const char *pack;
	unsigned kinds;
	uint64_t sum;
} sums[] = {
	{ "tour", DEMO_SEGMENTS, UINT64_C(0x0DFBB6957443565A) },
	{ "tour", DEMO_PRODUCTS, UINT64_C(0x7F6866F30D73D103) },
	{ "tour", DEMO_CAMPAIGNS, UINT64_C(0x322BC09BE5405D22) },
	{ "tour", DEMO_OFFERS, UINT64_C(0xCA455C3FF91F614E) },
	{ "tour", DEMO_OWNERS, UINT64_C(0x101F490EF57B0916) },
	{ "tour", DEMO_BASKETS, UINT64_C(0x6AFBF968E48BE35D) },
	{ "tour", DEMO_ASSETS, UINT64_C(0xD0B959253C7AE584) },
	{ "tour", DEMO_JOURNEYS, UINT64_C(0x8F69CF7DEF576033) },
	{ "tour", DEMO_IDENTITIES, UINT64_C(0xF04B826BB97CAC5F) },
	{ "awkward", DEMO_ALL, UINT64_C(0x2030D5D3C62E5815) },
	{ "big", DEMO_SEGMENTS, UINT64_C(0xBBC4941930AABFDE) },
	{ "big", DEMO_PRODUCTS, UINT64_C(0x8AC6816D46BC121F) },
	{ "big", DEMO_CAMPAIGNS, UINT64_C(0x3882D3BFB5E57754) },
	{ "big", DEMO_OFFERS, UINT64_C(0xFEE49FE7F2413308) },
	{ "big", DEMO_OWNERS, UINT64_C(0x1D95D61A52F4A36F) },
	{ "big", DEMO_BASKETS, UINT64_C(0xA5470992A1319969) },
	{ "big", DEMO_ASSETS, UINT64_C(0x56464D30CA42498E) },
	{ "big", DEMO_JOURNEYS, UINT64_C(0x3AF7C26F314CE02D) },
	{ "big", DEMO_IDENTITIES, UINT64_C(0x295048CD020C6E87) },
};

TEST(each_pack_has_its_known_checksum)
{
	bool same = true;
	for (size_t i = 0; i < sizeof(sums) / sizeof(*sums); i++) {
		struct currency_total s = { UINT64_C(0xCBF29CE484222325), 0 };
		struct err err;
		assert_true(demo_make(sums[i].pack, NOW, sums[i].kinds, add_item, &s, &err));
		if (s.of != sums[i].sum)
			print_error("%s, kind %d, %zu items: now 0x%016llx\n", sums[i].pack,
			    (int)sums[i].kinds, s.n, (unsigned long long)s.of);
		same = same && s.of == sums[i].sum;
	}
	assert_true(same);
}
