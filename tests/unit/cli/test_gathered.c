/* Lists without an endpoint, computed from the demo's baskets: persons and groups. The numbers
 * are those of src/demo/expected, which was written independently. */
#include "unit/cli/run.h"

#include <string.h>

/* The tour's service lists open baskets only. */
#define NONE_COMPLETED                                                                                        \
	"None of the baskets read is completed: if the service lists only open baskets, later purchases are " \
	"not known\n"
#define DEMO(ran, ...)                  \
	run_to((ran), NULL, NULL, NULL, \
	    (const char *const[]){      \
		"demo", "--now", "2026-11-24T12:00:00Z", "--", __VA_ARGS__, NULL })

TEST(group_counts_match_the_data)
{
	static const struct {
		const char *view, *out, *words;
	} rows[] = {
		{ "baskets group=kind cols=group,count", "new,187\nupdate,34\nrenewal,19\n",
		    "3 groups of 240 baskets\n" },
		/* 91 by mail only, 22 by sign-in only, 17 by both, 110 not reachable. */
		{ "baskets group=reach cols=group,count sort=group",
		    "mail,108\nnobody,110\nsign-in,39\n", "3 groups of 240 baskets\n" },
		{ "baskets reach=nobody group=reach cols=group,count,share", "nobody,110,100.0\n",
		    "1 group of 240 baskets\n" },
		{ "baskets mara group=tag,kind cols=group,then,count",
		    "/tags/uk/direct,new,2\n/tags/uk/newsletter,new,1\n",
		    "2 groups of 240 baskets\n" },
	};
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		DEMO(&r, "get", rows[i].view, "-o", "csv");
		struct str out = buf_str(&r.out), head;
		str_next(&out, '\n', &head);
		if (!str_eqz(out, rows[i].out) || strcmp(buf_z(&r.words), rows[i].words) != 0)
			fail_msg("%s\n%s%s", rows[i].view, buf_z(&r.out), buf_z(&r.words));
		assert_int_equal(r.code, 0);
	}
}

TEST(every_format_has_groups)
{
	auto_run_result r = { 0 };
	DEMO(&r, "get", "baskets group=kind sort=-count", "-o", "ndjson", "--max", "1");
	assert_non_null(strstr(buf_z(&r.out), "{\"kind\":\"new\",\"count\":187,\"share\":77.9,"));
	assert_non_null(strstr(buf_z(&r.words), "These are 1 of 3; --all prints the rest"));
	DEMO(&r, "get", "baskets group=kind", "-o", "md", "--fields", "kind,count");
	assert_non_null(strstr(buf_z(&r.out), "| renewal | 19 |"));
	DEMO(&r, "get", "baskets group=kind", "-o", "csv");
	assert_true(str_starts(buf_str(&r.out), STR("group,count,share,trend,reachable,")));
	DEMO(&r, "get", "baskets group=kind", "-o", "raw");
	assert_int_equal(r.code, 2);
	assert_non_null(strstr(buf_z(&r.words), "the service has no list of groups"));
}

/* Totals are read only if a column asks for them, per currency; together they equal the total of
 * all baskets. */
TEST(totals_are_read_only_if_requested)
{
	auto_run_result r = { 0 };
	DEMO(&r, "get", "baskets mara group=tag cols=group,count,due", "-o", "csv");
	assert_string_equal(buf_z(&r.out),
	    "group,count,due\n/tags/uk/direct,2,GBP 7.48\n/tags/uk/newsletter,1,GBP 1.00\n");
	DEMO(&r, "get", "baskets mara group=tag", "-o", "ndjson");
	assert_null(strstr(buf_z(&r.out), "due"));
	DEMO(&r, "get", "baskets mara cols=id,due", "-o", "csv");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.out), "id,due,dueCurrency\n"));
	assert_non_null(strstr(buf_z(&r.out), ",1.00,GBP\n"));
}

TEST(persons_are_joined_from_all_baskets)
{
	auto_run_result r = { 0 };
	DEMO(&r, "get", "persons", "--max", "1", "-o", "csv");
	assert_string_equal(buf_z(&r.words),
	    "94 persons found in 240 baskets; the API cannot list them. These are 1 of 94; "
	    "--all prints the rest\n" NONE_COMPLETED);
	/* A word from any of their baskets finds the person, who is printed with all baskets. */
	DEMO(&r, "get", "persons ELLISON crossword", "-o", "json");
	assert_non_null(strstr(buf_z(&r.out),
	    "\"baskets\":[\"basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8\","
	    "\"basket-18050e43-c050-439c-8f10-552ed653a027\","
	    "\"basket-7c6b6666-0d5e-4626-8f68-54ffa57de94f\"],\"open\":3,\"completed\":0,"
	    "\"bought\":\"\""));
	DEMO(&r, "get", "persons baskets=5", "-o", "csv", "--fields", "open");
	assert_string_equal(buf_z(&r.out), "open\n5\n");
	DEMO(&r, "get", "persons smith=1");
	assert_int_equal(r.code, 2);
}

/* People are masked, counts are not; one person stays one. */
TEST(masking_keeps_the_counts)
{
	auto_run_result r = { 0 };
	run_to(&r, NULL, NULL, NULL,
	    (const char *const[]){ "demo", "--mask", "--now", "2026-11-24T12:00:00Z", "--", "get",
		"persons", "-o", "ndjson", "--all", NULL });
	assert_null(strstr(buf_z(&r.out), "ellison"));
	assert_null(strstr(buf_z(&r.out), "9c1f40b86ad25e73f0d177e2"));
	assert_string_equal(buf_z(&r.words),
	    "94 persons found in 240 baskets; the API cannot list them\n" NONE_COMPLETED);
}
