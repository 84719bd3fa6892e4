/* Texts compressed in pieces and restored unchanged. */
#include "base/packed.h"
#include "lib/test.h"

#include <string.h>

enum { SIZE = 300000 };

static void
fill(struct buf *text, unsigned seed)
{
	while (text->n < SIZE) {
		seed = seed * 1664525 + 1013904223;
		buf_addf(text, "{\"id\":\"basket-%08x\",\"tag\":\"/tags/uk/direct\"},", seed);
	}
}

static void
pack(struct packer *p, struct buf *out, struct str text, size_t piece)
{
	for (size_t at = 0; at < text.n; at += piece)
		assert_true(packer_add(p, out, str_sub(text, at, piece), text.n));
}

TEST(packed_text_is_unpacked)
{
	static const size_t pieces[] = { 1000, 65536, SIZE * 2 };
	struct packer *p = packer_new();
	for (unsigned i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		auto_buf text = { 0 }, small = { 0 }, back = { 0 };
		fill(&text, i);
		pack(p, &small, buf_str(&text), pieces[i]);
		assert_in_range(small.n, 1, text.n / 4);
		assert_true(unpack(&back, buf_str(&small), text.n));
		assert_true(str_eq(buf_str(&back), buf_str(&text)));
	}
	packer_free(p);
}

TEST(an_abandoned_packing_does_not_affect_the_next)
{
	struct packer *p = packer_new();
	auto_buf text = { 0 }, small = { 0 }, back = { 0 };
	fill(&text, 5);
	assert_true(packer_add(p, &small, str_sub(buf_str(&text), 0, 70000), text.n));
	buf_reset(&small);
	packer_reset(p);
	pack(p, &small, buf_str(&text), 65536);
	assert_true(unpack(&back, buf_str(&small), text.n));
	assert_true(str_eq(buf_str(&back), buf_str(&text)));
	packer_free(p);
}

TEST(damaged_bytes_and_wrong_sizes_are_refused)
{
	struct packer *p = packer_new();
	auto_buf text = { 0 }, small = { 0 }, back = { 0 };
	fill(&text, 9);
	pack(p, &small, buf_str(&text), 65536);
	assert_false(unpack(&back, buf_str(&small), text.n - 1));
	assert_false(unpack(&back, buf_str(&small), text.n + 1));
	assert_false(unpack(&back, str_sub(buf_str(&small), 0, small.n / 2), text.n));
	small.p[small.n / 2] ^= 0x55;
	small.p[small.n / 2 + 1] ^= 0x55;
	if (unpack(&back, buf_str(&small), text.n)) /* a different text of that length */
		assert_false(str_eq(buf_str(&back), buf_str(&text)));
	packer_free(p);
}
