/* Catalog items and journeys read from JSON: present members, members of another type, and leaf
 * values. */
#include "lib/test.h"
#include "wire/catalog.h"
#include "wire/json_lex.h"
#include "wire/member.h"

#include <string.h>

static void
text_is(struct str text, const char *want)
{
	if (!str_eq(text, str_of(want)) || (text.p == NULL) != (want == NULL))
		fail_msg("\"%.*s\" and not \"%s\"", STR_ARG(text), want ? want : "(nothing)");
}

static struct catalog_item
read_item(struct arena *a, const char *json)
{
	struct catalog_item item;
	struct err err;
	if (!catalog_item_read(&item, a, str_of(json), 0, &err))
		fail_msg("%s", err.text);
	return item;
}

TEST(a_standalone_offer)
{
	auto_arena a = { 0 };
	struct catalog_item i = read_item(&a,
	    "{\"id\":\"o\",\"path\":\"/offers2/x\",\"modified\":\"2026-11-20\",\"duplicatedFrom\":"
	    "\"/offers2/y\",\"baseTemplate\":\"/t\",\"data\":{\"attributes\":{"
	    "\"display_name__acme\":\"X\",\"label__acme\":[\"a\",\"b\"],\"image__acme\":\"/assets/i\"},"
	    "\"price\":[{\"name\":\"m\",\"value\":\"9.990\",\"currencyCode\":\"GBP\","
	    "\"repeat_interval\":1,\"repeat_interval_type\":\"months\",\"repeat_count\":12,"
	    "\"delay_interval\":3}],\"productBundles\":[{\"product_path\":\"/products/p\","
	    "\"revenue_split\":\"33.30\"}],\"products\":[{\"path\":\"/products/p\",\"synced\":false,"
	    "\"attributes\":{\"has_delivery__acme\":true,\"product_code__acme\":\"C\"}}]}}");
	text_is(i.path, "/offers2/x");
	assert_int_equal(i.modified, INT64_C(1795132800000));
	text_is(i.copied_from, "/offers2/y");
	text_is(i.price_reference, NULL);
	text_is(i.facts.display_name, "X");
	assert_int_equal(i.labels.n, 2);
	text_is(i.labels.v[1], "b");
	text_is(i.images.v[0], "/assets/i");
	assert_int_equal(i.charges_n, 1);
	text_is(i.charges[0].value, "9.990");
	assert_int_equal(i.charges[0].repeat_interval, 1);
	assert_int_equal(i.charges[0].repeat_count, 12);
	assert_int_equal(i.charges[0].delay, 3);
	text_is(i.bundles[0].split, "33.30");
	text_is(i.embedded_products[0].path, "/products/p");
	assert_int_equal(i.embedded_products[0].synced, FLAG_NO);
	assert_int_equal(i.embedded_products[0].facts.delivery, FLAG_YES);
	assert_false(i.malformed);
}

TEST(a_legacy_offer_has_its_price_among_the_attributes)
{
	auto_arena a = { 0 };
	struct catalog_item i = read_item(&a,
	    "{\"path\":\"/offers/a/b\",\"data\":{\"attributes\":{\"price\":[{\"value\":\"1\"}]},"
	    "\"products\":[{\"id\":\"p-1\",\"name\":\"P\"}],\"segments\":[\"/segments/s\"],"
	    "\"tags\":[\"/tags/t\"],\"baseTemplate\":\"/t\"}}");
	assert_int_equal(i.charges_n, 1);
	text_is(i.price_json, "[{\"value\":\"1\"}]");
	text_is(i.product_ids.v[0], "p-1");
	text_is(i.product_names.v[0], "P");
	text_is(i.segments.v[0], "/segments/s");
	text_is(i.tags.v[0], "/tags/t");
	text_is(i.base, "/t");
	assert_int_equal(i.modified, WHEN_NONE);
}

TEST(a_charge_has_thirteen_members)
{
	static const char charge[] =
	    "{\"name\":\"m\",\"label\":\"Every month\",\"currencyCode\":\"GBP\",\"value\":\"9.99\","
	    "\"type\":\"recurring\",\"trigger\":\"order_date\",\"repeat_interval\":1,"
	    "\"repeat_interval_type\":\"months\",\"repeat_count\":12,\"delay_trigger\":"
	    "\"subscription_start\",\"delay_interval\":3,\"delay_interval_type\":\"weeks\","
	    "\"attributes\":{\"a\": [1.50]}}";
	auto_arena a = { 0 };
	auto_buf json = { 0 };
	buf_addf(&json, "{\"data\":{\"price\":[%s, {}]}}", charge);
	struct catalog_item i = read_item(&a, buf_z(&json));
	assert_int_equal(i.charges_n, 2);
	const struct charge *c = &i.charges[0];
	text_is(c->name, "m");
	text_is(c->label, "Every month");
	text_is(c->currency, "GBP");
	text_is(c->value, "9.99");
	text_is(c->type, "recurring");
	text_is(c->trigger, "order_date");
	assert_int_equal(c->repeat_interval, 1);
	text_is(c->interval_unit, "months");
	assert_int_equal(c->repeat_count, 12);
	text_is(c->delay_trigger, "subscription_start");
	assert_int_equal(c->delay, 3);
	text_is(c->delay_unit, "weeks");
	text_is(c->attributes, "{\"a\": [1.50]}");
	text_is(c->json, charge);
	c = &i.charges[1];
	text_is(c->label, NULL);
	assert_true(c->repeat_interval == CHARGE_NONE && c->repeat_count == CHARGE_NONE &&
	    c->delay == CHARGE_NONE);
	text_is(c->attributes, NULL);
	text_is(c->json, "{}");
	assert_false(i.malformed);
}

/* WA21: a numeric value keeps its digits as written; other types have none. */
TEST(wa21_odd_members_of_a_charge_are_read)
{
	static const struct {
		const char *charge, *value;
		int64_t every;
	} cases[] = {
		{ "{\"value\":9.990,\"repeat_interval\":null}", "9.990", CHARGE_NONE },
		{ "{\"value\":1e3,\"repeat_interval\":0}", "1e3", 0 },
		{ "{\"value\":[9],\"repeat_interval\":\"1\"}", NULL, CHARGE_ODD },
		{ "{\"value\":\"9\",\"repeat_interval\":1.5}", "9", CHARGE_ODD },
		{ "7", NULL, CHARGE_NONE },
	};
	auto_arena a = { 0 };
	auto_buf json = { 0 };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buf_reset(&json);
		buf_addf(&json, "{\"data\":{\"price\":[%s]}}", cases[i].charge);
		struct catalog_item item = read_item(&a, buf_z(&json));
		assert_int_equal(item.charges_n, 1);
		text_is(item.charges[0].value, cases[i].value);
		text_is(item.charges[0].json, cases[i].charge);
		assert_true(item.charges[0].repeat_interval == cases[i].every);
		assert_true(item.malformed);
	}
}

TEST(unexpected_types_are_absent_and_odd)
{
	static const char *const odd[] = { "{\"path\":7}", "{\"modified\":\"soon\"}",
		"{\"data\":[]}", "{\"data\":{\"tags\":\"t\"}}", "{\"data\":{\"price\":{}}}",
		"{\"data\":{\"price\":[{\"value\":9.99}]}}",
		"{\"data\":{\"productBundles\":[{\"revenue_split\":60}]}}",
		"{\"data\":{\"price\":[{\"repeat_count\":1.5}]}}",
		"{\"data\":{\"segments\":[1]}}" };
	static const char *const even[] = { "{}", "{\"path\":null,\"data\":null}",
		"{\"data\":{\"products\":null,\"price\":[]}}" };
	auto_arena a = { 0 };
	struct catalog_item item;
	struct err err;
	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
		if (!read_item(&a, odd[i]).malformed)
			fail_msg("%s is not odd", odd[i]);
	for (size_t i = 0; i < sizeof(even) / sizeof(*even); i++)
		if (read_item(&a, even[i]).malformed)
			fail_msg("%s is odd", even[i]);
	assert_false(catalog_item_read(&item, &a, STR("[]"), 0, &err));
}

TEST(attributes_are_found_without_their_suffix)
{
	const struct str json = STR("{\"data\":{\"attributes\":{\"labels__svc\":1,"
				    "\"label__svc\":[2],\"price\":3}}}");
	text_is(catalog_find_attribute(json, STR("label")), "[2]");
	text_is(catalog_find_attribute(json, STR("price")), "3");
	text_is(catalog_find_attribute(json, STR("label__svc")), "[2]");
	text_is(catalog_find_attribute(json, STR("lab")), NULL);
	text_is(catalog_find_attribute(STR("{}"), STR("label")), NULL);
	text_is(catalog_find_attribute(
		    STR("{\"data\":{\"attributes\":[\"label\",\"x\"]}}"), STR("label")),
	    NULL);
	text_is(
	    catalog_find_attribute(STR("{\"data\":{\"attributes\":null}}"), STR("label")), NULL);
	text_is(catalog_strip_namespace(STR("a__b__svc")), "a__b");
	text_is(catalog_strip_namespace(STR("price")), "price");
}

TEST(journeys_of_a_configuration)
{
	auto_arena a = { 0 };
	struct journeys j;
	struct err err;
	assert_true(journeys_read(&j, &a,
	    STR("{\"starting_point\":\"/s/\",\"journeys\":[{\"id\":\"1\",\"conditions\":[{\"type\":"
		"\"segment\",\"value\":\"/segments/a\"}],\"actions\":[{\"values\":[{\"tag\":\"/t\","
		"\"split\":\"40\"},{\"tag\":\"/u\",\"split\":60}]},{\"values\":[{\"tag\":\"/v\","
		"\"split\":\"100\"}]}]},{}]}"),
	    0, &err));
	assert_int_equal(j.n, 2);
	text_is(j.starting_point, "/s/");
	text_is(j.fallback_tag, NULL);
	text_is(j.v[0].conditions[0].value, "/segments/a");
	assert_int_equal(j.v[0].destinations_n, 3);
	text_is(j.v[0].destinations[1].split, NULL); /* a number is not a decimal text */
	assert_int_equal(j.v[0].destinations[2].action_index, 1);
	assert_true(j.v[0].malformed);
	assert_true(
	    j.v[1].malformed && j.v[1].conditions_unreadable && j.v[1].destinations_unreadable);
	assert_false(j.v[0].conditions_unreadable || j.v[0].destinations_unreadable);
	assert_false(journeys_read(&j, &a, STR("{\"journeys\":{}}"), 0, &err));
}

TEST(leaves_are_listed_with_their_paths)
{
	CLEANUP(leaves_free) struct json_leaves leaves = { 0 };
	auto_arena a = { 0 };
	auto_buf out = { 0 };
	struct str json = STR("{\"a\":{\"b.c\":[1.50,{}],\"\":null},\"d\":\"x\",\"e\":[]}");
	json_flatten(&leaves, &a, json);
	for (size_t i = 0; i < leaves.list.n; i++) {
		const struct json_leaf *leaf = &leaves.list.v[i];
		buf_addf(&out, "%.*s=%.*s;", STR_ARG(leaf->path), STR_ARG(leaf->value));
		assert_true(str_eq(json_lex_find(json, leaf->path), leaf->value));
	}
	assert_string_equal(
	    buf_z(&out), "a.\"b.c\".0=1.50;a.\"b.c\".1={};a.\"\"=null;d=\"x\";e=[];");
}
