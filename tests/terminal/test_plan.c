/* A plan of prices that is sent from the console: row 2 says it on every pane, production's name is
 * typed, a right that is missing is said, and a later console takes it back. */
#include "lib/desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PROD "role = \"prod\""

/* In the offers: a plan of one price. */
static void
make_plan(struct desk *d)
{
	assert_true(desk_sees(d, "8", " error")); /* the catalog is read to its end */
	assert_true(desk_sees(d, "3", "78 offers"));
	assert_true(desk_sees(d, "/concierge\r", "Concierge Support"));
	assert_true(desk_sees(d, "P", "No rule yet"));
	assert_true(desk_sees(d, "add=1 currency=GBP", "90.00"));
	assert_true(desk_sees(d, "\r", "GBP +1.00"));
}

static void
send_plan(struct desk *d)
{
	assert_true(desk_sees(d, "A", "Why? A reason for the journal"));
	assert_true(desk_sees(d, "INC-4711\r", "Type prod 1:"));
	assert_true(desk_sees(d, "1\r", "that is not prod 1"));
	pty_type(d->p, "\x15");
	pty_type(d->p, "prod 1\r");
}

static void
every_pane_says_how_far_it_is(void **state)
{
	struct desk d;
	(void)state;
	desk_open(&d, PROD, NULL);
	make_plan(&d);
	proxy_be(d.proxy, PROXY_WAITING);
	send_plan(&d);
	assert_true(pty_wait_text(d.p, "plan: 0 of 1 sent"));
	assert_true(desk_sees(&d, "1", "all 240"));
	assert_true(pty_wait_text(d.p, "plan: 0 of 1 sent"));
	proxy_be(d.proxy, PROXY_HONEST);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
	assert_true(pty_wait_gone(d.p, "of 1 sent"));
	assert_int_equal(proxy_writes(d.proxy), 1);
	/* The next console knows it, and takes it back. */
	desk_restart(&d, SERVICE_NOW);
	assert_true(desk_sees(&d, "7", "plan, batch 1 of 1: 1 change"));
	assert_true(desk_sees(&d, "U", "GBP -1.00"));
	send_plan(&d);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
	assert_int_equal(proxy_writes(d.proxy), 2);
	assert_non_null(strstr(proxy_body(d.proxy, 1), "\"89.00\""));
	desk_close(&d);
}

static void
a_lost_answer_is_read_back(void **state)
{
	struct desk d;
	(void)state;
	desk_open(&d, PROD, NULL);
	make_plan(&d);
	proxy_be(d.proxy, PROXY_502);
	send_plan(&d);
	assert_true(pty_wait_text(d.p, "Plan: 1 of 1 change done"));
	assert_true(desk_sees(&d, "7", "read_back"));
	desk_close(&d);
}

static void
the_service_says_what_a_token_may(void **state)
{
	static const char *const reader[] = { "--scope", "read", NULL };
	struct desk d;
	(void)state;
	desk_open(&d, PROD, reader);
	make_plan(&d);
	send_plan(&d);
	assert_true(pty_wait_text(d.p, "catalog:write"));
	assert_int_equal(proxy_writes(d.proxy), 1);
	desk_close(&d);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_pane_says_how_far_it_is),
		cmocka_unit_test(a_lost_answer_is_read_back),
		cmocka_unit_test(the_service_says_what_a_token_may),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
