/* What only a demo can do: live, be put back, be gone at the end. */
#include "lib/api.h"
#include "lib/deadline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { WAIT_MS = 30000 };

static int
reset(struct api *a, const char *token)
{
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "POST", "/demo/reset", token, NULL, STR_NONE, &a->answer);
	return a->answer.status;
}

/* The bodies of a list and of the baskets, without the commit id: all that reset has to bring
 * back. */
static void
read_all(struct api *a, struct buf *out)
{
	assert_int_equal(api_get(a, "/offers?opt.pageSize=1000"), 200);
	buf_adds(out, api_raw(a, "items"));
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	buf_adds(out, buf_str(&a->answer.body));
}

static void
reset_puts_back_what_was_there_at_the_start(void **state)
{
	struct api *a = api_open((const char *const[]){ "--store", "sqlite:reset.db", NULL });
	struct buf before = { 0 }, after = { 0 }, reader = { 0 }, words = { 0 };
	(void)state;
	read_all(a, &before);
	assert_int_equal(api_call(a, "PUT", "/svc/catalogs/1/bulk-update", NULL,
			     "{\"diffs\":[{\"path\":\"/offers2/ad-free\","
			     "\"diff\":{\"attributes\":{\"price\":\"7.77\"}}}]}"),
	    200);
	read_all(a, &after);
	assert_false(str_eq(buf_str(&before), buf_str(&after)));

	service_token(a->service, (const char *const[]){ "--scope", "read", NULL }, &reader);
	assert_int_equal(reset(a, NULL), 401);
	assert_int_equal(reset(a, buf_z(&reader)), 403);
	assert_int_equal(reset(a, buf_z(&a->token)), 200);
	assert_true(str_eq(buf_str(&a->answer.body), STR("{}")));
	buf_reset(&after);
	read_all(a, &after);
	assert_true(str_eq(buf_str(&before), buf_str(&after)));

	/* the bulk update, the denial and the reset */
	assert_int_equal(
	    service_run(a->service,
		(const char *const[]){ "audit", "verify", "--store", "sqlite:reset.db", NULL },
		&words, &words),
	    0);
	if (str_find(buf_str(&words), STR("3")) == SIZE_MAX)
		fail_msg("%s", buf_z(&words));
	buf_free(&before);
	buf_free(&after);
	buf_free(&reader);
	buf_free(&words);
	assert_int_equal(api_close(a), 0);
	unlink("reset.db");
	unlink("reset.db-wal");
	unlink("reset.db-shm");
}

static void
other_data_is_not_put_back(void **state)
{
	struct api *a = api_of(service_start_bare(NULL));
	(void)state;
	assert_int_equal(reset(a, buf_z(&a->token)), 404);
	http_free(&a->answer);
	http_call(
	    service_port(a->service), "GET", "/openapi.json", NULL, NULL, STR_NONE, &a->answer);
	assert_false(api_says(a, "/demo/reset"));
	assert_int_equal(api_close(a), 0);
}

static void
a_living_demo_changes_offers_and_gets_baskets(void **state)
{
	struct api *a = api_open((const char *const[]){ "--living=1", NULL });
	struct buf commit = { 0 };
	int64_t deadline = deadline_in(WAIT_MS);
	(void)state;
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1"), 200);
	buf_addz(&commit, api_value(a, "commitId"));
	do { /* by little questions: it has work to do meanwhile */
		assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1"), 200);
		assert_true(deadline_left(deadline) > 0);
	} while (strcmp(api_value(a, "commitId"), buf_z(&commit)) == 0);
	assert_int_equal(api_get(a, "/offers/v2?opt.pageSize=1000"), 200);
	assert_true(api_says(a, "\"user\":\"demo\""));
	do {
		assert_int_equal(api_get(a, "/checkout/abandoned?limit=1"), 200);
		assert_true(deadline_left(deadline) > 0);
	} while (!api_says(a, "\"email\":\"reader."));
	assert_int_equal(api_get(a, "/checkout/abandoned?limit=1000"), 200);
	assert_in_range(api_count(a, "items"), 241, 1000);
	assert_true(api_says(a, "\"email\":\"reader."));
	buf_free(&commit);
	assert_int_equal(api_close(a), 0);
}

static void
what_is_ephemeral_leaves_no_file(void **state)
{
	struct api *a = api_open(
	    (const char *const[]){ "--store", "sqlite:gone.db", "--ephemeral", NULL });
	(void)state;
	assert_int_equal(api_get(a, "/journeys"), 200);
	assert_int_equal(access("gone.db", F_OK), -1);
	assert_int_equal(api_close(a), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reset_puts_back_what_was_there_at_the_start),
		cmocka_unit_test(other_data_is_not_put_back),
		cmocka_unit_test(a_living_demo_changes_offers_and_gets_baskets),
		cmocka_unit_test(what_is_ephemeral_leaves_no_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
