/* The chains' hashes, compared with values computed by another program from the description
 * alone: numbers as eight bytes, highest byte first, each text preceded by its length, all after
 * the previous hash. */
#include "lib/test.h"
#include "store/chain.h"

static const unsigned char start[DIGEST_SIZE];

static const struct store_item item = { .list = STORE_OFFERS,
	.path = { "/offers/a", 9 },
	.id = { "id-1", 4 },
	.published = true,
	.json = { "{\"x\":1}", 7 } };

static const struct store_audit entry = { .seq = 7,
	.recorded_at = INT64_C(1795171320000),
	.request_id = { "r-1", 3 },
	.subject = { "ann", 3 },
	.operation = { "linkExternalIdentity", 20 },
	.target = { "id-1", 4 },
	.outcome = { "done", 4 },
	.detail = { "{}", 2 } };

static void
assert_hash(const unsigned char hash[DIGEST_SIZE], const char *want)
{
	auto_buf hex = { 0 };
	hex_encode(&hex, hash, DIGEST_SIZE);
	assert_string_equal(buf_z(&hex), want);
}

TEST(hashes_match_their_specification)
{
	unsigned char hash[DIGEST_SIZE] = { 0 };
	chain_hash_item(hash, &item);
	assert_hash(hash, "06fe26658f68b0ec0aadd7da5b868c2297f5d3c4525cbed4c231f3b63470952f");
	chain_hash_audit(hash, start, &entry);
	assert_hash(hash, "c6f655d2d22b25ad2a2f44a2626c40b384a3ebdd914628667e13db6239393ece");
}

static void
expect_another(const struct store_audit *changed)
{
	unsigned char was[DIGEST_SIZE], is[DIGEST_SIZE];
	chain_hash_audit(was, start, &entry);
	chain_hash_audit(is, start, changed);
	assert_memory_not_equal(was, is, DIGEST_SIZE);
}

TEST(any_change_of_an_entry_changes_the_hash)
{
	struct store_audit e;
	unsigned char before[DIGEST_SIZE] = { 1 }, is[DIGEST_SIZE], was[DIGEST_SIZE];
	e = entry, e.seq++, expect_another(&e);
	e = entry, e.recorded_at++, expect_another(&e);
	e = entry, e.request_id = STR("r-2"), expect_another(&e);
	e = entry, e.detail = STR("{ }"), expect_another(&e);
	/* one letter moved from the end of one text to the start of the next */
	e = entry, e.target = STR("id-"), e.outcome = STR("1done"), expect_another(&e);
	chain_hash_audit(was, start, &entry);
	chain_hash_audit(is, before, &entry);
	assert_memory_not_equal(was, is, DIGEST_SIZE);
}
