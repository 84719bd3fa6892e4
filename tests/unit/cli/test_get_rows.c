/* labels: slow */
/* Which rows `get` prints, in which order, and how much it reads. */
#include "unit/cli/two_pages.h"

#include <string.h>

/* The first two of all three rows, which the first page does not contain. */
TEST(the_limit_is_applied_after_sorting)
{
	static const struct {
		const char *view, *max, *out, *says;
	} cases[] = {
		{ "baskets sort=-id", "2", "id\nb-3\nb-2\n",
		    "2 of 3 baskets, in the order you asked for; --all" },
		{ "baskets sort=id", "2", "id\nb-1\nb-2\n",
		    "2 of 3 baskets, in the order you asked for; --all" },
		{ "baskets sort=id", "1", "id\nb-1\n", "1 of 3 baskets" },
		{ "baskets sort=id !zoe", "1", "id\nb-1\n", "1 of 2 baskets" },
		{ "baskets sort=id", "3", "id\nb-1\nb-2\nb-3\n", "" },
		{ "baskets sort=id", NULL, "id\nb-1\nb-2\nb-3\n", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(pages_end) struct pages p;
		auto_run_result r = { 0 };
		serve_two(&p);
		EXITS(0, &r, hostile_url(p.server), "get", cases[i].view, "-o", "csv", "--fields",
		    "id", cases[i].max ? "--max" : NULL, cases[i].max);
		assert_string_equal(buf_z(&r.out), cases[i].out);
		if (!strstr(buf_z(&r.words), cases[i].says))
			fail_msg("%s: %s", cases[i].view, buf_z(&r.words));
		assert_int_equal(hostile_count(p.server), 2);
	}
	/* In the service's own order no more rows than needed are read. */
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	RUN(&r, hostile_url(p.server), "get", "baskets sort=-created", "--max", "1", "-o", "csv",
	    "--fields", "id");
	assert_string_equal(buf_z(&r.out), "id\nb-3\n");
	assert_int_equal(hostile_count(p.server), 1);
}

TEST(a_missing_id_exits_with_5)
{
	static const struct {
		const char *view;
		int code;
	} cases[] = { { "baskets id=nope", 5 }, { "baskets id=b-1", 0 }, { "baskets !id=nope", 0 },
		{ "baskets id:nope", 0 }, { "baskets nope", 0 }, { "baskets email=nope", 0 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(pages_end) struct pages p;
		auto_run_result r = { 0 };
		serve_two(&p);
		RUN(&r, hostile_url(p.server), "get", cases[i].view, "-o", "json");
		if (r.code != cases[i].code)
			fail_msg("%s: %d", cases[i].view, r.code);
		assert_true(is_json(&r.out));
	}
}

/* Each byte must be examined once: rescanning the rest for each byte took minutes. */
TEST(blank_cells_take_linear_time)
{
	enum { BLANKS = 400000 };
	static const char *const formats[] = { "csv", "tsv" };
	static const char *const blanks[] = { "\\n", ";", "; ", "\\r\\n" };
	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; k < sizeof(blanks) / sizeof(*blanks); k++) {
			auto_buf json = { 0 };
			auto_run_result r = { 0 };
			buf_addz(&json,
			    "{\"items\":[{\"id\":\"b\",\"customerDetails\":{\"firstName\":\"A");
			for (size_t n = 0; n < BLANKS; n++)
				buf_addz(&json, blanks[k]);
			buf_addz(&json, "=1\"}}]}");
			auto_hostile *h = hostile_start_json(buf_z(&json));
			EXITS(0, &r, hostile_url(h), "get", "baskets", "-o", formats[i], "--fields",
			    "customerDetails.firstName");
			assert_true(r.out.n > BLANKS);
			/* tsv writes a newline as \n, which does not split a cell. */
			assert_int_equal(
			    strchr(buf_z(&r.out), '\'') != NULL, i == 0 || blanks[k][0] == ';');
		}
	}
}
