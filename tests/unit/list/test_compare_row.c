/* Two items side by side: the order of the members, lists as one member, hostile sizes. */
#include "list/compare_row.h"

#include "lib/test.h"

static void
expect(const char *first, const char *second, const char *rows)
{
	CLEANUP(item_comparison_free) struct item_comparison c;
	auto_buf got = { 0 };
	static const char signs[] = { [COMPARE_DIFFERS] = '!', [COMPARE_OWN] = '~',
		[COMPARE_SAME] = '=' };
	item_comparison_make(&c, str_of(first), str_of(second), NULL, 0);
	for (size_t i = 0; i < c.rows.n; i++) {
		const struct compare_row *r = &c.rows.v[i];
		buf_addf(&got, "%c%.*s|%.*s|%.*s\n", signs[r->state], STR_ARG(r->member),
		    r->has_first ? (int)r->first.n : 1, r->has_first ? r->first.p : "-",
		    r->has_second ? (int)r->second.n : 1, r->has_second ? r->second.p : "-");
	}
	assert_string_equal(buf_z(&got), rows);
}

TEST(differences_come_first)
{
	expect("{\"id\":\"1\",\"a\":1,\"data\":{\"attributes\":{\"label__svc\":\"x\",\"m\":null}}}",
	    "{\"id\":\"2\",\"a\":1.0,\"data\":{\"attributes\":{\"label__svc\":\"x\",\"n\":\"\"}}}",
	    "!a|1|1.0\n!m|null|-\n!n|-|\n~id|1|2\n=label__svc|x|x\n");
	expect("{}", "{}", "");
}

TEST(a_list_of_plain_values_is_one_member)
{
	expect("{\"tags\":[\"a\",\"b\"],\"p\":[{\"v\":1},{\"v\":2}]}",
	    "{\"tags\":[\"b\"],\"p\":[{\"v\":1}]}", "!tags|a, b|b\n!p.1.v|2|-\n=p.0.v|1|1\n");
}

TEST(links_are_left_out)
{
	expect("{\"recoveryLink\":\"https://x/1\"}", "{\"recoveryLink\":\"https://x/2\"}", "");
}

TEST(a_million_members_are_cut)
{
	CLEANUP(item_comparison_free) struct item_comparison c;
	auto_buf json = { 0 };
	buf_addz(&json, "{\"a\":0");
	for (int i = 0; i < 200000; i++)
		buf_addf(&json, ",\"m%d\":%d", i, i);
	buf_addz(&json, "}");
	item_comparison_make(&c, buf_str(&json), buf_str(&json), NULL, 0);
	assert_true(c.is_cut);
	assert_int_equal(c.rows.n, COMPARE_MEMBERS_MAX);
	assert_int_equal(c.same_count, COMPARE_MEMBERS_MAX);
}
