/* `backroom check` against the test's own service: it finds exactly the problems that the tour
 * contains on purpose. */
#include "lib/service.h"
#include "lib/test.h"

#include <string.h>

/* The findings of src/demo/expected/tour.json, in the order of the rules. */
TEST(the_tour_has_twelve_findings)
{
	const char *const args[] = { "check", "catalog", "-o", "csv", "--fields",
		"id,severity,path", NULL };
	auto_buf out = { 0 }, words = { 0 };
	assert_int_equal(service_run(shared_service, args, &out, &words), 1);
	assert_string_equal(buf_z(&out),
	    "id,severity,path\n"
	    "ref-product,error,/offers2/kiosk-harbour\n"
	    "ref-segment,error,/offers/Winback 2026/basic\n"
	    "ref-price,error,/offers2/harbour-winback\n"
	    "ref-asset,warning,/offers2/sports-season\n"
	    "bundle-sum,error,/offers2/team-seat-partner\n"
	    "embed-stale,warning,/offers2/kiosk-india\n"
	    "copy-forgotten,note,/offers2/all-access-winback-2\n"
	    "copy-forgotten,note,/offers2/basic-winback-copy\n"
	    "copy-forgotten,note,/offers2/kiosk-weekly-copy\n"
	    "copy-forgotten,note,/offers2/newsletter-pro-trial\n"
	    "copy-forgotten,note,/offers2/plus-winback-copy\n"
	    "orphan-product,note,/products/event-ticket\n");
	assert_string_equal(buf_z(&words), "12 findings in 140 items\n");
}

TEST(muted_rules_are_counted_and_not_printed)
{
	const char *const args[] = { "check", "catalog", "-o", "csv", "--fields", "id", "--mute",
		"copy-forgotten,ref-product,bundle-sum,embed-stale,ref-asset,orphan-product",
		NULL };
	const char *const all[] = { "check", "journeys", "--mute", "journey-sum", NULL };
	const char *const wrong[] = { "check", "catalog", "--mute", "ref-price,ref-offer", NULL };
	auto_buf out = { 0 }, words = { 0 };
	assert_int_equal(service_run(shared_service, args, &out, &words), 1);
	assert_string_equal(buf_z(&out), "id\nref-segment\nref-price\n");
	assert_string_equal(buf_z(&words), "2 findings in 140 items, 10 muted\n");
	buf_reset(&words);
	assert_int_equal(service_run(shared_service, all, &out, &words), 0);
	buf_reset(&words);
	assert_int_equal(service_run(shared_service, wrong, &out, &words), 2);
	assert_non_null(strstr(buf_z(&words), "there is no rule \"ref-offer\"; did you mean ref-"));
}

TEST(its_journeys_have_no_findings)
{
	const char *const args[] = { "check", "journeys", "-o", "json", NULL };
	const char *const wrong[] = { "check", "everything", "-o", "json", NULL };
	auto_buf out = { 0 };
	assert_int_equal(service_run(shared_service, args, &out, NULL), 0);
	assert_string_equal(buf_z(&out), "[]\n");
	buf_reset(&out);
	assert_int_equal(service_run(shared_service, wrong, &out, NULL), 2);
	assert_string_equal(buf_z(&out), "[]\n");
}

int
main(void)
{
	return run_all_tests(shared_service_set_up, shared_service_tear_down);
}
