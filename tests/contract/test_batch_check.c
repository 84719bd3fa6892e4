/* `backroom check` against the test's own service: it finds exactly the problems that the tour
 * contains on purpose. */
#include "lib/service.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The findings of src/demo/expected/tour.json, in the order of the rules. */
static void
the_tour_has_twelve_findings(void **state)
{
	const char *const args[] = { "check", "catalog", "-o", "csv", "--fields",
		"id,severity,path", NULL };
	struct buf out = { 0 }, words = { 0 };
	(void)state;
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
	buf_free(&out);
	buf_free(&words);
}

static void
muted_rules_are_counted_and_not_printed(void **state)
{
	const char *const args[] = { "check", "catalog", "-o", "csv", "--fields", "id", "--mute",
		"copy-forgotten,ref-product,bundle-sum,embed-stale,ref-asset,orphan-product",
		NULL };
	const char *const all[] = { "check", "journeys", "--mute", "journey-sum", NULL };
	const char *const wrong[] = { "check", "catalog", "--mute", "ref-price,ref-offer", NULL };
	struct buf out = { 0 }, words = { 0 };
	(void)state;
	assert_int_equal(service_run(shared_service, args, &out, &words), 1);
	assert_string_equal(buf_z(&out), "id\nref-segment\nref-price\n");
	assert_string_equal(buf_z(&words), "2 findings in 140 items, 10 muted\n");
	buf_reset(&words);
	assert_int_equal(service_run(shared_service, all, &out, &words), 0);
	buf_reset(&words);
	assert_int_equal(service_run(shared_service, wrong, &out, &words), 2);
	assert_non_null(strstr(buf_z(&words), "there is no rule \"ref-offer\"; did you mean ref-"));
	buf_free(&out);
	buf_free(&words);
}

static void
its_journeys_have_no_findings(void **state)
{
	const char *const args[] = { "check", "journeys", "-o", "json", NULL };
	const char *const wrong[] = { "check", "everything", "-o", "json", NULL };
	struct buf out = { 0 };
	(void)state;
	assert_int_equal(service_run(shared_service, args, &out, NULL), 0);
	assert_string_equal(buf_z(&out), "[]\n");
	buf_reset(&out);
	assert_int_equal(service_run(shared_service, wrong, &out, NULL), 2);
	assert_string_equal(buf_z(&out), "[]\n");
	buf_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tour_has_twelve_findings),
		cmocka_unit_test(muted_rules_are_counted_and_not_printed),
		cmocka_unit_test(its_journeys_have_no_findings),
	};
	return cmocka_run_group_tests(tests, shared_service_set_up, shared_service_tear_down);
}
