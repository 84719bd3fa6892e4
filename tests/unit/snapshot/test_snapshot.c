/* Snapshots: their order and lines, and the differences between two. */
#include "base/json_quote.h"
#include "lib/random_text.h"
#include "lib/test.h"
#include "snapshot/snapshot.h"
#include "wire/member.h"

#include <string.h>

static struct snapshot
read_text(const char *text)
{
	struct snapshot s = { 0 };
	struct err err;
	if (!snapshot_read(&s, str_of(text), &err))
		fail_msg("%s", err.text);
	return s;
}

static void
note(void *ctx, const struct snapshot_change *c)
{
	struct buf *out = ctx;
	const struct snapshot_item *item = c->new_item ? c->new_item : c->old_item;
	buf_addf(out, "%s %.*s",
	    !c->old_item       ? "+"
		: !c->new_item ? "-"
			       : "~",
	    STR_ARG(item->path));
	if (c->member.p)
		buf_addf(
		    out, " %.*s %.*s>%.*s", STR_ARG(c->member), STR_ARG(c->old), STR_ARG(c->new));
	buf_addc(out, '\n');
}

TEST(items_are_ordered_by_kind_path_and_id)
{
	auto_buf out = { 0 };
	struct snapshot s = read_text(
	    "{\"kind\":\"segment\",\"item\":{\"path\":\"/s/a\"}}\n"
	    "{\"kind\":\"basket\",\"item\":{\"id\":\"b\"}}\n\n"
	    "{\"kind\":\"offer\",\"published\":false,\"item\":{\"path\":\"/o/b\",\"id\":\"2\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"1\", \"path\":\"/o/b\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"path\":\"/o/a\",\"n\":1.50e2}}");
	snapshot_write(&out, &s);
	assert_string_equal(buf_z(&out),
	    "{\"kind\":\"offer\",\"item\":{\"path\":\"/o/a\",\"n\":1.50e2}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"1\", \"path\":\"/o/b\"}}\n"
	    "{\"kind\":\"offer\",\"published\":false,\"item\":{\"path\":\"/o/b\",\"id\":\"2\"}}\n"
	    "{\"kind\":\"segment\",\"item\":{\"path\":\"/s/a\"}}\n");
	snapshot_free(&s);
}

/* Duplicate names with any text: a snapshot that is read back does not differ. */
TEST(any_catalog_is_read_back)
{
	uint64_t seed = random_seed();
	for (int round = 0; round < 1000; round++) {
		auto_arena a = { 0 };
		CLEANUP(snapshot_free) struct snapshot s = { 0 }, back = { 0 };
		auto_buf text = { 0 }, again = { 0 }, changes = { 0 };
		struct err err = { 0 };
		for (size_t n = random_below(&seed, 6); n > 0; n--) {
			auto_buf json = { 0 };
			buf_addz(&json, "{\"path\":");
			json_quote(&json, random_text(&seed, &a));
			buf_addz(&json, ",\"id\":");
			json_quote(&json, random_text(&seed, &a));
			buf_addz(&json, ",\"name\":");
			json_quote(&json, random_text(&seed, &a));
			buf_addc(&json, '}');
			snapshot_add_raw(
			    &s, (enum snapshot_kind)random_below(&seed, 5), buf_str(&json), 0);
			s.items.v[s.items.n - 1].published = (enum flag_value)random_below(
			    &seed, FLAG_VALUES);
		}
		snapshot_sort(&s);
		snapshot_write(&text, &s);
		if (!snapshot_read(&back, buf_str(&text), &err))
			fail_msg("%d: %s: %s", round, err.text, buf_z(&text));
		snapshot_write(&again, &back);
		assert_string_equal(buf_z(&again), buf_z(&text));
		assert_int_equal(snapshot_diff(&s, &back, SNAPSHOT_ALL_MEMBERS, note, &changes), 0);
	}
}

#define JOURNEY(id, split) \
	"{\"id\":\"" id "\",\"actions\":[{\"values\":[{\"tag\":\"/t\",\"split\":\"" split "\"}]}]}"
#define JOURNEYS(fallback, list)                                                                 \
	"{\"kind\":\"journeys\",\"item\":{\"fallback_tag\":\"" fallback "\",\"journeys\":[" list \
	"]}}\n"

TEST(journeys_are_matched_by_id)
{
	auto_buf out = { 0 };
	struct snapshot before = read_text(JOURNEYS(
	    "/t/a", JOURNEY("one", "50") "," JOURNEY("two", "60") "," JOURNEY("gone", "1")));
	struct snapshot after = read_text(JOURNEYS("/t/b",
	    JOURNEY("new", "5") "," JOURNEY("two", "60") "," JOURNEY("one", "55") "," JOURNEY(
		"one", "7")));
	assert_int_equal(snapshot_diff(&before, &after, SNAPSHOT_ALL_MEMBERS, note, &out), 1);
	assert_string_equal(buf_z(&out),
	    "~  fallback_tag \"/t/a\">\"/t/b\"\n"
	    "~  journeys[new] >" JOURNEY("new",
		"5") "\n"
		     "~  journeys[one].actions.0.values.0.split \"50\">\"55\"\n"
		     "~  journeys[one (2)] >" JOURNEY("one",
			 "7") "\n"
			      "~  journeys[gone] " JOURNEY("gone",
				  "1") ">\n"
				       "~  journeys, their order [\"one\",\"two\"]>[\"two\",\"one\"]\n");
	snapshot_free(&before);
	snapshot_free(&after);
}

/* The other environment has the same catalog with its own ids, versions and times. */
TEST(ids_versions_and_times_of_an_environment_are_ignored)
{
	auto_buf out = { 0 };
	struct snapshot before = read_text(
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"a1\",\"path\":\"/a\",\"version\":\"3\",\"version_date"
	    "\":\"x\",\"created\":\"x\",\"modified\":\"x\",\"user\":\"u1\",\"data\":{\"attributes\":{"
	    "\"id\":\"1\",\"version\":\"1\"},\"products\":[{\"id\":\"p1\",\"lastSynced\":\"x\"}],"
	    "\"price\":[{\"version\":\"1\"}]}}}\n" JOURNEYS(
		"/t", JOURNEY("one", "50") "," JOURNEY("two", "60")));
	struct snapshot after = read_text(
	    "{\"kind\":\"offer\",\"item\":{\"id\":\"b1\",\"path\":\"/a\",\"version\":\"1\",\"version_date"
	    "\":\"y\",\"created\":\"y\",\"modified\":\"y\",\"user\":\"u2\",\"data\":{\"attributes\":{"
	    "\"id\":\"2\",\"version\":\"2\"},\"products\":[{\"id\":\"p2\",\"lastSynced\":\"y\"}],"
	    "\"price\":[{\"version\":\"2\"}]}}}\n" JOURNEYS(
		"/t", JOURNEY("eins", "50") "," JOURNEY("zwei", "61")));
	assert_int_equal(snapshot_diff(&before, &after, SNAPSHOT_SHARED_MEMBERS, note, &out), 2);
	assert_string_equal(buf_z(&out),
	    "~ /a data.attributes.id \"1\">\"2\"\n"
	    "~ /a data.attributes.version \"1\">\"2\"\n"
	    "~ /a data.price.0.version \"1\">\"2\"\n"
	    "~  journeys[#2].actions.0.values.0.split \"60\">\"61\"\n");
	buf_reset(&out);
	snapshot_diff(&before, &after, SNAPSHOT_ALL_MEMBERS, note, &out);
	assert_non_null(strstr(buf_z(&out), "~ /a user \"u1\">\"u2\"\n"));
	assert_non_null(strstr(buf_z(&out), "~ /a data.products.0.id \"p1\">\"p2\"\n"));
	assert_non_null(strstr(buf_z(&out), "~  journeys[zwei] >"));
	snapshot_free(&before);
	snapshot_free(&after);
}

TEST(differences_are_named_by_member)
{
	auto_buf out = { 0 };
	struct snapshot before = read_text(
	    "{\"kind\":\"offer\",\"published\":true,\"item\":{\"path\":\"/a\",\"d\":{\"x\":[1,2],"
	    "\"e\":{}},\"t\":\"\\u00e9\"}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"path\":\"/gone\"}}\n"
	    "{\"kind\":\"segment\",\"item\":{\"path\":\"/a\",\"n\":1.0}}\n");
	struct snapshot after = read_text(
	    "{\"kind\":\"offer\",\"published\":false,\"item\":{\"path\":\"/a\",\"d\":{\"x\":[1,3,4]"
	    "},\"t\":\"\xC3\xA9\",\"a.b\":null}}\n"
	    "{\"kind\":\"offer\",\"item\":{\"path\":\"/new\"}}\n"
	    "{\"kind\":\"segment\",\"item\":{\"path\":\"/a\",\"n\":1.00}}\n");
	assert_int_equal(snapshot_diff(&before, &after, SNAPSHOT_ALL_MEMBERS, note, &out), 4);
	assert_string_equal(buf_z(&out),
	    "~ /a published true>false\n"
	    "~ /a \"a.b\" >null\n"
	    "~ /a d.e {}>\n"
	    "~ /a d.x.1 2>3\n"
	    "~ /a d.x.2 >4\n"
	    "- /gone\n+ /new\n"
	    "~ /a n 1.0>1.00\n");
	buf_reset(&out);
	assert_int_equal(snapshot_diff(&before, &before, SNAPSHOT_ALL_MEMBERS, note, &out), 0);
	assert_int_equal(out.n, 0);
	snapshot_free(&before);
	snapshot_free(&after);
}

TEST(mistakes_name_their_line)
{
	static const char *const cases[] = { "{\"kind\":\"offer\",\"item\":{}}\n{\n",
		"\n{\"kind\":\"offer\",\"item\":[]}\n", "\n{\"item\":{}}\n", "\n[]\n",
		"\n{\"kind\":\"offer\",\"published\":\"yes\",\"item\":{}}\n",
		"\n{\"kind\":\"offer\",\"published\":null,\"item\":{}}\n" };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(snapshot_free) struct snapshot s = { 0 };
		struct err err;
		assert_false(snapshot_read(&s, str_of(cases[i]), &err));
		assert_int_equal(strncmp(err.text, "line 2: ", 8), 0);
	}
}
