/* Clients that may get tokens: names, secrets, and how guessing is slowed without locking anyone
 * out. */
#include "lib/test.h"
#include "service/auth/grants.h"

#include <stdio.h>
#include <string.h>

static const struct oauth_client shop = {
	.name = "shop", .scope = "read", .root = "", .subject = "shop"
};
static const struct oauth_client till = {
	.name = "till", .scope = "read", .root = "", .subject = "till"
};

static struct remote_address
address(unsigned n)
{
	struct remote_address r = {
		.address = { [12] = 192, 0, (unsigned char)(n >> 8), (unsigned char)n }
	};
	return r;
}

static struct grants *
clients(void)
{
	struct grants *c = grants_new();
	grants_add_client(c, &shop, STR("right"));
	grants_add_client(c, &till, STR("another"));
	return c;
}

static enum oauth_result
check(struct grants *c, unsigned from, const char *name, const char *secret, int64_t now)
{
	const struct oauth_client *found = NULL;
	struct remote_address remote = address(from);
	enum oauth_result v = grants_check_client(
	    c, &(struct grants_attempt){ &remote, str_of(name), str_of(secret), now }, &found);
	assert_true((v == OAUTH_OK) == (found != NULL));
	if (v == OAUTH_OK)
		assert_string_equal(found->name, name);
	return v;
}

TEST(names_and_secrets_belong_together)
{
	struct grants *c = clients();
	assert_int_equal(check(c, 1, "shop", "right", 1), OAUTH_OK);
	assert_int_equal(check(c, 1, "till", "another", 1), OAUTH_OK);
	assert_int_equal(check(c, 1, "till", "right", 1), OAUTH_WRONG_CLIENT);
	assert_int_equal(check(c, 1, "", "right", 1), OAUTH_WRONG_CLIENT);
	assert_int_equal(check(c, 1, "shop", "", 1), OAUTH_WRONG_CLIENT);
	grants_free(c);
}

TEST(the_last_allowed_try_works_and_the_next_is_refused)
{
	struct grants *c = clients();
	for (int i = 0; i < TRIES_MAX - 1; i++)
		assert_int_equal(check(c, 1, "shop", "x", 1000), OAUTH_WRONG_CLIENT);
	assert_int_equal(check(c, 1, "shop", "right", 1000), OAUTH_OK);
	assert_int_equal(check(c, 1, "shop", "x", 1000), OAUTH_WRONG_CLIENT);
	assert_int_equal(check(c, 1, "shop", "right", 1000), OAUTH_NO_MORE_TRIES);
	assert_int_equal(check(c, 1, "till", "another", 1000), OAUTH_OK);
	assert_int_equal(check(c, 2, "shop", "right", 1000), OAUTH_OK);
	assert_int_equal(
	    check(c, 1, "shop", "right", 1000 + TRIES_WINDOW_MS - 1), OAUTH_NO_MORE_TRIES);
	assert_int_equal(check(c, 1, "shop", "right", 1000 + TRIES_WINDOW_MS), OAUTH_OK);
	assert_int_equal(check(c, 1, "shop", "x", 1000 + TRIES_WINDOW_MS), OAUTH_WRONG_CLIENT);
	grants_free(c);
}

TEST(tries_with_unknown_names_are_counted_too)
{
	struct grants *c = clients();
	for (int i = 0; i < TRIES_MAX; i++) {
		assert_int_equal(check(c, 1, "nobody", "x", 1), OAUTH_WRONG_CLIENT);
		assert_int_equal(check(c, 1, "no-one", "x", 1), OAUTH_WRONG_CLIENT);
	}
	assert_int_equal(check(c, 1, "nobody", "x", 1), OAUTH_NO_MORE_TRIES);
	assert_int_equal(check(c, 1, "no-one", "x", 1), OAUTH_NO_MORE_TRIES);
	assert_int_equal(check(c, 1, "third", "x", 1), OAUTH_WRONG_CLIENT);
	grants_free(c);
}

/* With any number of names and addresses the table stays bounded, the right secret works from an
 * address without failures, and many new names do not evict a blocked one. */
TEST(many_names_neither_overflow_nor_clear_the_table)
{
	struct grants *c = clients();
	char name[30];
	for (int i = 0; i < TRIES_MAX; i++)
		check(c, 1, "shop", "x", 1);
	for (unsigned i = 0; i < 20 * TRIES_COUNTER_COUNT; i++) {
		snprintf(name, sizeof(name), "name-%u", i);
		assert_int_equal(check(c, 2 + i % 50, name, "x", 2 + i % 1000), OAUTH_WRONG_CLIENT);
	}
	assert_int_equal(check(c, 1, "shop", "right", 2000), OAUTH_NO_MORE_TRIES);
	assert_int_equal(check(c, 99, "shop", "right", 2000), OAUTH_OK);
	grants_free(c);
}

/* There is nothing to guess, so nothing is counted. */
TEST(a_client_without_a_secret_gets_no_token)
{
	static const struct oauth_client kiosk = { .name = "kiosk",
		.scope = "read",
		.root = "",
		.subject = "kiosk",
		.allows_device_code = true,
		.is_public = true };
	struct grants *c = clients();
	grants_add_client(c, &kiosk, STR("does not count"));
	for (int i = 0; i < 2 * TRIES_MAX; i++) {
		assert_int_equal(check(c, 1, "kiosk", "does not count", 1), OAUTH_WRONG_CLIENT);
		assert_int_equal(check(c, 1, "kiosk", "", 1), OAUTH_OK);
	}
	assert_true(grants_client_is_public(c, STR("kiosk")));
	assert_false(grants_client_is_public(c, STR("shop")));
	assert_false(grants_client_is_public(c, STR("nobody")));
	grants_free(c);
}
