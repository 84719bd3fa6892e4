/* labels: slow */
/* Commands that read from the test's own service with the tour; the counts are those planned for
 * the tour (8 campaigns, 42 legacy and 36 standalone offers of which 29 are published …). */
#include "lib/files.h"
#include "lib/service.h"
#include "lib/test.h"

TEST(every_view_reads_its_list)
{
	static const struct {
		const char *view;
		size_t rows;
	} cases[] = {
		{ "campaigns", 8 },
		{ "offers", 78 },
		{ "offers standalone=yes", 36 },
		{ "offers standalone=no", 42 },
		{ "offers kind=standalone", 36 },
		{ "offers source=catalog", 36 },
		{ "offers source=published", 29 },
		/* the same number as in the console: legacy offers name products, and some take
		 * another offer's price */
		{ "offers product:NL-DIG", 23 },
		{ "offers price=2.49", 4 },
		{ "offers path=\"/offers/Gift & Holiday/no\"", 0 },
		{ "offers attribute.label=winback standalone=yes", 8 },
		{ "assets", 18 },
		{ "products", 22 },
		{ "products code=NL-DIG-ALL", 1 },
		{ "segments", 14 },
		{ "segments lapsed", 2 },
		{ "campaigns path=\"/offers/Gift & Holiday\"", 1 },
		{ "journeys", 9 },
		{ "journeys condition:region-jp", 1 },
		{ "baskets", 240 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const args[] = { "get", cases[i].view, "--all", "-o", "ndjson", NULL };
		auto_buf out = { 0 }, words = { 0 };
		/* A path with = that does not exist is "not found". */
		assert_int_equal(
		    service_run(shared_service, args, &out, &words), cases[i].rows ? 0 : 5);
		if (count_lines(&out) != cases[i].rows)
			fail_msg(
			    "%s: %zu rows, %s", cases[i].view, count_lines(&out), buf_z(&words));
	}
}

TEST(our_own_service_lacks_no_member)
{
	const char *const args[] = { "config", "probe", "-o", "csv", NULL };
	auto_buf out = { 0 }, words = { 0 };
	int code = service_run(shared_service, args, &out, &words);
	assert_string_equal(buf_z(&out),
	    "endpoint,answered,lacks,path\n"
	    "baskets,4 items,,/checkout/abandoned\n"
	    "campaigns,4 items of 8,,/campaigns\n"
	    "offers,4 items of 78,,/offers\n"
	    "offers-v2,4 items of 36,,/offers/v2\n"
	    "assets,4 items of 18,,/assets\n"
	    "products,4 items of 22,,/products\n"
	    "segments,4 items of 14,,/segments\n"
	    "journeys,9 items,,/journeys\n");
	assert_int_equal(code, 0);
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
