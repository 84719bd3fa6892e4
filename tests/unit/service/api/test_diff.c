/* The effect of a diff on an item, byte for byte. */
#include "lib/test.h"
#include "service/api/diff.h"

#include <stdio.h>
#include <string.h>

#define NOW INT64_C(1795171320000) /* 2026-11-20T10:42:00Z */
#define STAMP "\"modified\":\"2026-11-20T10:42:00.000Z\""

static const char legacy[] =
    "{\"path\":\"/offers/C/o\",\"modified\":\"x\",\"data\":{\"attributes\":{\"n\":\"a\","
    "\"flag\":true,\"count\":3,\"list\":[1],\"price\":[{\"name\":\"m\",\"value\":\"9.99\","
    "\"odd\":1e400}]}}}";
static const char two[] =
    "{\"path\":\"/offers2/o\",\"version\":\"9\",\"modified\":\"x\",\"user\":\"u\",\"data\":{"
    "\"price\":[{\"name\":\"a\",\"value\":\"1\"},{\"name\":\"b\",\"value\":\"2\"}]}}";

static const struct diff_stamp stamp = { NOW, { "ann", 3 } };

static void
becomes(const char *item, const char *attributes, const char *want)
{
	auto_buf out = { 0 };
	struct err err = { 0 };
	bool changed;
	if (!diff_apply(&out, &changed, str_of(item), str_of(attributes), &stamp, &err))
		fail_msg("%s: %s", attributes, err.text);
	assert_string_equal(buf_z(&out), want);
	assert_int_equal(changed, strcmp(item, want) != 0);
}

static void
fails(const char *item, const char *attributes, const char *code)
{
	auto_buf out = { 0 };
	struct err err = { 0 };
	bool changed;
	assert_false(diff_apply(&out, &changed, str_of(item), str_of(attributes), &stamp, &err));
	assert_string_equal(err.code, code);
}

TEST(values_keep_their_json_type)
{
	static const char head[] = "{\"path\":\"/p\",\"modified\":\"x\",\"data\":{\"attributes\":";
	char item[200];
	snprintf(item, sizeof(item), "%s{\"n\":\"a\",\"flag\":true,\"c\":3,\"l\":[1]}}}", head);
	becomes(item, "{\"n\":\"true\",\"flag\":\"false\",\"c\":\"-0.5\",\"l\":\"[]\"}",
	    "{\"path\":\"/p\"," STAMP ",\"data\":{\"attributes\":{\"n\":\"true\",\"flag\":false,"
	    "\"c\":-0.5,\"l\":[]}}}");
	fails(item, "{\"flag\":\"yes\"}", "invalid_value");
	fails(item, "{\"flag\":\"truely\"}", "invalid_value");
	fails(item, "{\"c\":\"03\"}", "invalid_value");
	fails(item, "{\"c\":\"1,2\"}", "invalid_value");
	fails(item, "{\"l\":\"[1\"}", "invalid_value");
	fails(item, "{\"l\":\"{}\"}", "invalid_value");
	fails(item, "{\"n\":7}", "invalid_value");
	becomes(item, "{\"n\":null,\"new\":\"\\u00e9\\n\"}",
	    "{\"path\":\"/p\"," STAMP ",\"data\":{\"attributes\":{\"flag\":true,\"c\":3,"
	    "\"l\":[1],\"new\":\"\xC3\xA9\\n\"}}}");
}

TEST(equal_values_are_not_a_change)
{
	becomes(legacy, "{\"n\":\"a\",\"gone\":null}", legacy);
	becomes(legacy, "{\"price\":\"9.99\"}", legacy);
	becomes(legacy, "{}", legacy);
}

TEST(prices_are_set_in_the_named_charge)
{
	becomes(legacy, "{\"price__svc\":\"8.50\"}",
	    "{\"path\":\"/offers/C/o\"," STAMP ",\"data\":{\"attributes\":{\"n\":\"a\","
	    "\"flag\":true,\"count\":3,\"list\":[1],\"price\":[{\"name\":\"m\",\"value\":\"8.50\","
	    "\"odd\":1e400}]}}}");
	becomes(two, "{\"price[b]\":\"0.000125\"}",
	    "{\"path\":\"/offers2/o\",\"version\":\"10\"," STAMP
	    ",\"user\":\"ann\",\"data\":{\"price\":[{\"name\":\"a\",\"value\":\"1\"},{\"name\":\"b\","
	    "\"value\":\"0.000125\"}]},\"version_date\":\"2026-11-20T10:42:00.000Z\"}");
	becomes(two, "{\"price\":\"[{\\\"value\\\":\\\"3\\\"}]\"}",
	    "{\"path\":\"/offers2/o\",\"version\":\"10\"," STAMP
	    ",\"user\":\"ann\",\"data\":{\"price\":[{\"value\":\"3\"}]},"
	    "\"version_date\":\"2026-11-20T10:42:00.000Z\"}");
	fails(two, "{\"price\":\"5\"}", "several_charges");
	fails(two, "{\"price[c]\":\"5\"}", "no_charge");
	fails(two, "{\"price[a]\":\"5,0\"}", "invalid_price");
	fails(two, "{\"price[a]\":\"\"}", "invalid_price");
	fails(two, "{\"price[a]\":\".5\"}", "invalid_price");
	fails(two, "{\"price[a]\":\"5.\"}", "invalid_price");
	fails(two, "{\"price[a]\":\"1e3\"}", "invalid_price");
	fails(two, "{\"price\":\"[1]\"}", "invalid_price");
	fails("{\"path\":\"/offers/x\"}", "{\"price\":\"5\"}", "no_charge");
}

TEST(names_refer_to_existing_attributes)
{
	static const char item[] = "{\"path\":\"/p\",\"modified\":\"x\",\"data\":{\"attributes\":{"
				   "\"label__svc\":[\"a\"],\"name__svc\":\"n\"}}}";
	becomes(item, "{\"name\":\"m\"}",
	    "{\"path\":\"/p\"," STAMP ",\"data\":{\"attributes\":{\"label__svc\":[\"a\"],"
	    "\"name__svc\":\"m\"}}}");
	fails(item, "{\"label\":\"winter\"}", "invalid_value");
	fails(item, "{\"\":\"x\"}", "invalid_attribute");
	fails(two, "{\"price[a]__svc\":\"3\"}", "invalid_attribute");
	fails(two, "{\"price[a\":\"3\"}", "invalid_attribute");
}

/* The longest allowed amount, and one with one character more. */
TEST(an_amount_has_at_most_40_characters)
{
	char attributes[100], want[400];
	snprintf(attributes, sizeof(attributes), "{\"price[a]\":\"%040d\"}", 7);
	snprintf(want, sizeof(want),
	    "{\"path\":\"/offers2/o\",\"version\":\"10\"," STAMP
	    ",\"user\":\"ann\",\"data\":{\"price\":[{\"name\":\"a\",\"value\":\"%040d\"},"
	    "{\"name\":\"b\",\"value\":\"2\"}]},\"version_date\":\"2026-11-20T10:42:00.000Z\"}",
	    7);
	becomes(two, attributes, want);
	snprintf(attributes, sizeof(attributes), "{\"price[a]\":\"%041d\"}", 7);
	fails(two, attributes, "invalid_price");
}

/* The user is recorded in a versioned item or one that had a user before, and in no other. */
TEST(the_user_is_recorded_where_the_item_has_one)
{
#define ATTRIBUTES ",\"data\":{\"attributes\":{\"n\":\"%s\"}}"
#define DATED ",\"version_date\":\"2026-11-20T10:42:00.000Z\""
	static const char head[] = "{\"path\":\"/p\"";
	static const struct {
		const char *before, *after, *tail;
	} items[] = {
		{ "", "", "," STAMP },
		{ ",\"version\":\"1\"", ",\"version\":\"2\"", DATED "," STAMP ",\"user\":\"ann\"" },
		{ ",\"user\":\"u\"", ",\"user\":\"ann\"", "," STAMP },
		{ ",\"version\":\"1\",\"user\":\"u\"", ",\"version\":\"2\",\"user\":\"ann\"",
		    DATED "," STAMP },
	};
	char item[300], want[400];
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++) {
		snprintf(item, sizeof(item), "%s%s" ATTRIBUTES "}", head, items[i].before, "a");
		snprintf(want, sizeof(want), "%s%s" ATTRIBUTES "%s}", head, items[i].after, "b",
		    items[i].tail);
		becomes(item, "{\"n\":\"b\"}", want);
	}
#undef ATTRIBUTES
#undef DATED
}

TEST(one_invalid_attribute_refuses_the_whole_diff)
{
	fails(legacy, "{\"n\":\"b\",\"count\":\"x\"}", "invalid_value");
}
