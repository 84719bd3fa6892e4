/* Catalog items as the service uses them: filters, fewer attributes. */
#include "lib/test.h"
#include "model/when.h"
#include "wire/item.h"

#include <string.h>

static const char offer[] =
    "{\"id\":\"o1\",\"name\":\"One\",\"path\":\"/offers2/one\",\"modified\":\"2026-03-02\","
    "\"user\":\"u\",\"version\":\"3\",\"data\":{\"attributes\":{\"label__svc\":[\"winter\","
    "\"jp\"],\"push__svc\":true,\"rank\":7,\"note\":\"a\\u0062c\",\"none\":null,"
    "\"allowed_countries__svc\":[\"JP\"],\"display_name__svc\":\"One\",\"labels\":[\"no\"]},"
    "\"baseTemplate\":\"/t\",\"price\":[{\"value\":\"1.00\"}],\"products\":[{}],"
    "\"tags\":[\"/tags/uk/direct\"]}}";

static bool
matches(const char *attribute, const char *value)
{
	struct item_filter f = { 0 };
	struct item_attribute_filter wish = { str_of(attribute), str_of(value) };
	vec_push(&f.attribute_filters, wish);
	bool yes = item_matches(&f, str_of(offer));
	vec_free(&f.attribute_filters);
	return yes;
}

TEST(attributes_are_compared_as_text)
{
	assert_true(matches("label__svc", "winter"));
	assert_true(matches("label__svc", "jp"));
	assert_false(matches("label__svc", "win"));
	assert_true(matches("label", "winter")); /* in any namespace */
	assert_false(matches("labels", "winter"));
	assert_true(matches("push__svc", "true"));
	assert_false(matches("push__svc", "false"));
	assert_true(matches("rank", "7"));
	assert_true(matches("note", "abc"));
	assert_false(matches("none", "null"));
	assert_false(matches("unknown", ""));
}

static bool
tagged(const char *json, const char *tag)
{
	struct item_filter f = { .tag = str_of(tag) };
	return item_matches(&f, str_of(json));
}

TEST(a_tag_is_a_path_or_a_label_of_a_standalone_offer)
{
	static const char legacy[] = "{\"path\":\"/offers/x\",\"data\":{\"attributes\":{"
				     "\"label__svc\":[\"winter\"]}}}";
	assert_true(tagged(offer, "/tags/uk/direct"));
	assert_false(tagged(offer, "/tags/uk"));
	assert_true(tagged(offer, "/tags/x/winter"));
	assert_false(tagged(legacy, "/tags/x/winter"));
	assert_false(tagged(offer, "/tags/x/no"));
	assert_false(tagged("{}", "/tags/uk/direct"));
	assert_false(tagged("{\"data\":{\"tags\":\"x\"}}", "y"));
	assert_true(tagged("{\"data\":{\"tags\":\"x\"}}", "x"));
}

TEST(reduced_items_keep_the_agreed_members)
{
	auto_buf out = { 0 };
	item_write_reduced(&out, str_of(offer));
	assert_string_equal(buf_z(&out),
	    "{\"id\":\"o1\",\"name\":\"One\",\"path\":\"/offers2/one\",\"version\":\"3\","
	    "\"data\":{\"attributes\":{\"label__svc\":[\"winter\",\"jp\"],"
	    "\"allowed_countries__svc\":[\"JP\"],\"display_name__svc\":\"One\"},"
	    "\"price\":[{\"value\":\"1.00\"}]}}");
	buf_reset(&out);
	item_write_reduced(&out, STR("{\"id\":7,\"data\":null}"));
	assert_string_equal(buf_z(&out), "{\"id\":7,\"data\":null}");
}

TEST(heads_have_the_members_present)
{
	auto_arena a = { 0 };
	struct item_head h;
	item_head_read(&h, &a, str_of(offer));
	assert_true(str_eqz(h.id, "o1") && str_eqz(h.path, "/offers2/one"));
	assert_int_equal(h.modified, INT64_C(1772409600000)); /* 2026-03-02 */
	item_head_read(&h, &a, STR("{\"id\":5,\"modified\":\"yesterday\"}"));
	assert_true(str_eqz(h.id, "") && str_eqz(h.path, ""));
	assert_true(h.modified == WHEN_NONE);
}
