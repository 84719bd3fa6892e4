/* Members whose names contain special characters: one rule for naming them in terms, cols=,
 * group= and --fields. */
#include "base/json_quote.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"
#include "wire/json_lex.h"

#include <string.h>

static const char *const names[] = { "desk",
	"gr\xC3\xB6\xC3\x9F"
	"e",
	"a b", "a:b", "a.b", "a/b", "a[0]", "[]", "a\"b", "a\\b", "a=b", "a,b", "0", "", "a:20",
	"\"a\"", "a(b)", "-a", "!a" };

/* Two baskets; the first one has the member. */
static void
add_member(struct buf *answer, const char *name)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"items\":[{\"id\":\"one\",\"customFields\":{");
	json_quote(&body, str_of(name));
	buf_addz(&body, ":[[\"here it is\"]]}},{\"id\":\"two\",\"customFields\":{");
	json_quote(&body, str_of(name));
	buf_addz(&body, ":[]}}]}");
	hostile_json(answer, buf_z(&body));
}

static void
expect_rows(struct hostile *h, const char *view, const char *out)
{
	auto_run_result r = { 0 };
	RUN(&r, hostile_url(h), "get", view, "-o", "csv");
	if (r.code || strcmp(buf_z(&r.out), out) != 0)
		fail_msg(
		    "%s: %d\n%s%s\nand not\n%s", view, r.code, buf_z(&r.out), buf_z(&r.words), out);
}

static void
expect_field(struct hostile *h, const char *path)
{
	auto_run_result r = { 0 };
	char fields[200];
	snprintf(fields, sizeof(fields), "id,%s", path);
	RUN(&r, hostile_url(h), "get", "baskets", "-o", "ndjson", "--fields", fields);
	if (r.code || !strstr(buf_z(&r.out), "here it is"))
		fail_msg("%s: %d\n%s%s", fields, r.code, buf_z(&r.out), buf_z(&r.words));
}

TEST(odd_member_names_are_addressed_alike_everywhere)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		auto_buf path = { 0 }, answer = { 0 };
		char view[300];
		add_member(&answer, names[i]);
		auto_hostile *h = hostile_start_bytes(buf_str(&answer));
		buf_addz(&path, "customFields");
		json_lex_add_step(&path, str_of(names[i]));
		snprintf(view, sizeof(view), "baskets cols=id %s=\"here it is\"", buf_z(&path));
		expect_rows(h, view, "id\none\n");
		snprintf(view, sizeof(view), "baskets cols=id %s:here", buf_z(&path));
		expect_rows(h, view, "id\none\n");
		/* Rows without the member are found too: Enter on their group shows them. */
		snprintf(view, sizeof(view), "baskets cols=id %s=\"\"", buf_z(&path));
		expect_rows(h, view, "id\ntwo\n");
		snprintf(
		    view, sizeof(view), "baskets group=%s,kind cols=group,count", buf_z(&path));
		expect_rows(h, view, "group,count\nhere it is,1\n,1\n");
		snprintf(view, sizeof(view), "baskets id=two cols=id,%s:20,kind", buf_z(&path));
		auto_run_result r = { 0 };
		RUN(&r, hostile_url(h), "get", view, "-o", "md");
		if (r.code || !strstr(buf_z(&r.out), "| two |"))
			fail_msg("%s: %d\n%s%s", view, r.code, buf_z(&r.out), buf_z(&r.words));
		expect_field(h, buf_z(&path));
	}
}

TEST(unclosed_quotes_are_refused)
{
	static const char *const views[] = { "baskets cols=id,customFields.\"a",
		"baskets group=customFields.\"a", "baskets cols=id,customFields.\"a b,kind",
		"baskets customFields.\"a=1" };
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		auto_run_result r = { 0 };
		RUN(&r, "http://127.0.0.1:9/api", "get", views[i]);
		if (r.code != 2)
			fail_msg("%s: %d, %s", views[i], r.code, buf_z(&r.words));
	}
}
