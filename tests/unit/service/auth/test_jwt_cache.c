/* How long a verified token is accepted without being verified again: during which time, for
 * which user, and never after it expires. */
#include "lib/test.h"
#include "service/auth/jwt_cache.h"

#include <stdio.h>

#define NOW INT64_C(1795171320000) /* ms; exp in claims is seconds */

static const unsigned char one[DIGEST_SIZE] = { 1 }, two[DIGEST_SIZE] = { 2 },
			   at_the_place_of_one[DIGEST_SIZE] = { 1, 2 };

static bool
is_found(struct jwt_cache *c, const unsigned char *digest, int64_t now_ms, const char *sub)
{
	struct verified_claims who = { 0 };
	bool found = jwt_cache_find(c, digest, now_ms, &who);
	if (found)
		assert_string_equal(who.sub, sub);
	return found;
}

static void
store_in_cache(struct jwt_cache *c, const unsigned char *digest, const char *sub, int64_t exp)
{
	struct verified_claims who = { .exp = exp };
	snprintf(who.sub, sizeof(who.sub), "%s", sub);
	jwt_cache_put(c, digest, NOW, &who, jwt_cache_generation(c));
}

TEST(entries_last_exactly_sixty_seconds)
{
	struct jwt_cache *c = jwt_cache_new();
	store_in_cache(c, one, "ada", NOW / 1000 + 3600);
	assert_true(is_found(c, one, NOW, "ada"));
	assert_true(is_found(c, one, NOW + 59999, "ada"));
	assert_false(is_found(c, one, NOW + 60000, "ada"));
	jwt_cache_free(c);
}

TEST(entries_end_when_the_token_expires)
{
	struct jwt_cache *c = jwt_cache_new();
	store_in_cache(c, one, "ada", NOW / 1000 + 10);
	assert_true(is_found(c, one, NOW + 9999, "ada"));
	assert_false(is_found(c, one, NOW + 10000, "ada"));
	store_in_cache(c, two, "bob", NOW / 1000);
	assert_false(is_found(c, two, NOW, "bob"));
	jwt_cache_free(c);
}

TEST(entries_are_not_used_after_the_clock_is_set_back)
{
	struct jwt_cache *c = jwt_cache_new();
	store_in_cache(c, one, "ada", NOW / 1000 + 3600);
	assert_false(is_found(c, one, NOW - 1, "ada"));
	jwt_cache_free(c);
}

TEST(tokens_in_the_same_slot_replace_each_other)
{
	struct jwt_cache *c = jwt_cache_new();
	assert_false(is_found(c, one, NOW, "ada"));
	store_in_cache(c, one, "ada", NOW / 1000 + 3600);
	store_in_cache(c, two, "bob", NOW / 1000 + 3600);
	assert_true(is_found(c, one, NOW, "ada"));
	assert_true(is_found(c, two, NOW, "bob"));
	assert_false(is_found(c, at_the_place_of_one, NOW, "ada"));
	store_in_cache(c, at_the_place_of_one, "cem", NOW / 1000 + 3600);
	assert_true(is_found(c, at_the_place_of_one, NOW, "cem"));
	assert_false(is_found(c, one, NOW, "ada"));
	jwt_cache_free(c);
}

/* An expired token is not cached, and evicts no other. */
TEST(an_expired_token_evicts_no_other)
{
	struct jwt_cache *c = jwt_cache_new();
	store_in_cache(c, one, "ada", NOW / 1000 + 3600);
	store_in_cache(c, at_the_place_of_one, "cem", NOW / 1000 - 1);
	assert_true(is_found(c, one, NOW, "ada"));
	store_in_cache(c, at_the_place_of_one, "cem", NOW / 1000);
	assert_true(is_found(c, one, NOW, "ada"));
	jwt_cache_free(c);
}

/* A token that was verified before the keys changed must not be stored after it. */
TEST(clearing_forgets_entries_and_those_in_progress)
{
	struct jwt_cache *c = jwt_cache_new();
	struct verified_claims who = { .sub = "ada", .exp = NOW / 1000 + 3600 };
	unsigned before = jwt_cache_generation(c);
	jwt_cache_put(c, one, NOW, &who, before);
	jwt_cache_clear(c);
	assert_false(is_found(c, one, NOW, "ada"));
	jwt_cache_put(c, one, NOW, &who, before);
	assert_false(is_found(c, one, NOW, "ada"));
	jwt_cache_put(c, one, NOW, &who, jwt_cache_generation(c));
	assert_true(is_found(c, one, NOW, "ada"));
	jwt_cache_free(c);
}
