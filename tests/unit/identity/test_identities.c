/* Identities collected from baskets. */
#include "base/buf.h"
#include "identity/identities.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define ID(iss, sub) \
	"{\"iss\":\"" iss "\",\"sub\":\"" sub "\",\"type\":\"external-id\",\"service\":\"svc\"}"
#define BASKET(id, created, who, identities)                                                  \
	STR("{\"id\":\"" id "\",\"created\":\"" created "\",\"customerDetails\":{" who "},\"" \
	    "identities\":[" identities "]}")

TEST(each_basket_counts_once)
{
	struct identities *ids = identities_new();
	identities_add(ids,
	    BASKET("b-1", "2026-11-20T10:00:00Z", "\"firstName\":\"Mara\",\"lastName\":\"Ellison\"",
		ID("https://a", "1") "," ID("https://a", "1") "," ID("https://a", "2")),
	    0);
	assert_int_equal(identities_count(ids), 2);
	assert_int_equal(identities_at(ids, 0)->basket_count, 1);
	identities_add(ids,
	    BASKET(
		"b-2", "2026-11-20T11:00:00Z", "\"email\":\"m@example.com\"", ID("https://a", "1")),
	    0);
	const struct known_identity *k = identities_find(ids, STR("https://a"), STR("1"));
	assert_ptr_equal(k, identities_at(ids, 0));
	assert_int_equal(k->basket_count, 2);
	assert_true(str_eqz(k->newest_basket_id, "b-2"));
	assert_true(str_eqz(k->customer_name, "m@example.com"));
	assert_int_equal(k->newest_basket_at, 1795172400000);
	/* A newer basket exists and one without a time do not change the last person of the
	 * identity. */
	identities_add(ids,
	    BASKET("b-3", "2026-11-19T10:00:00Z", "\"firstName\":\"Ann\"", ID("https://a", "1")),
	    0);
	identities_add(
	    ids, BASKET("b-4", "soon", "\"firstName\":\"Ann\"", ID("https://a", "1")), 0);
	k = identities_find(ids, STR("https://a"), STR("1"));
	assert_int_equal(k->basket_count, 4);
	assert_true(str_eqz(k->newest_basket_id, "b-2"));
	identities_free(ids);
}

TEST(identities_are_compared_byte_for_byte)
{
	struct identities *ids = identities_new();
	identities_add(ids,
	    BASKET("b-1", "2026-11-20T10:00:00Z", "",
		ID("ab", "c") "," ID("a", "bc") "," ID("ab", "C") "," ID("ab", " c") "," ID(
		    "ab", "\xC3\xA9") "," ID("ab", "e\xCC\x81")),
	    0);
	assert_int_equal(identities_count(ids), 6);
	assert_int_equal(identities_find(ids, STR("ab"), STR("c"))->customer_name.n, 0);
	assert_null(identities_find(ids, STR("abc"), STR("")));
	assert_null(identities_find(ids, STR("AB"), STR("c")));
	identities_free(ids);
}

TEST(invalid_baskets_are_not_counted)
{
	const struct str cases[] = { STR(""), STR("[]"), STR("7"), STR("{"), STR("{}"),
		STR("{\"identities\":7}"), STR("{\"identities\":[]}") };
	struct identities *ids = identities_new();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		identities_add(ids, cases[i], 0);
	assert_int_equal(identities_count(ids), 0);
	identities_free(ids);
}
