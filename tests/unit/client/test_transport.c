/* What an exchange says besides its page: when to come again. */
#include "client/transport.h"
#include "lib/hostile.h"
#include "unit/client/small_loop.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

struct told_wait {
	int ms;
};

static void
note_wait(void *ctx, struct answer *answer)
{
	((struct told_wait *)ctx)->ms = answer->retry_after_ms;
}

static bool
was_told_wait(void *ctx)
{
	return ((struct told_wait *)ctx)->ms != -2;
}

/* As a date it is by the service's clock, which may be years off. */
static void
a_date_says_when_to_come_again(void **state)
{
	static const struct {
		const char *headers;
		int ms; /* -1: nothing is said */
	} cases[] = {
		{ "Date: Thu, 01 Jan 2015 10:00:00 GMT\r\nRetry-After: Thu, 01 Jan 2015 10:00:07 GMT\r\n",
		    7000 },
		{ "Retry-After: Thu, 01 Jan 2015 10:00:07 GMT\r\nDate: Thu, 01 Jan 2015 10:00:00 GMT\r\n",
		    7000 },
		{ "Date: Thu, 01 Jan 2015 10:00:00 GMT\r\nRetry-After: Fri, 02 Jan 2015 10:00:00 GMT\r\n",
		    60000 },
		{ "Date: Thu, 01 Jan 2015 10:00:00 GMT\r\nRetry-After: Thu, 01 Jan 2015 09:00:00 GMT\r\n",
		    0 },
		{ "Retry-After: soon\r\n", -1 },
		{ "Retry-After: -5\r\n", -1 },
		{ "Retry-After: 7\r\n", 7000 },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buf answer = { 0 };
		struct hostile_rule rule = { 0 };
		struct small_loop loop;
		struct told_wait told = { .ms = -2 };
		hostile_answer(&answer, 503, cases[i].headers, STR("{}"));
		rule.answer = buf_str(&answer);
		struct hostile *server = hostile_start(&rule, 1);
		small_loop_init(&loop);
		struct transport *t = transport_new(&loop.io, &(struct transport_rules){ 0 });
		transport_start(t,
		    &(struct exchange){
			.method = "GET", .url = hostile_url(server), .timeout_ms = 20000 },
		    note_wait, &told);
		assert_true(small_loop_until(&loop, was_told_wait, &told, 20000));
		/* A second of the machine's own may pass between the header and its judgement. */
		if (told.ms != cases[i].ms && (cases[i].ms <= 0 || told.ms != cases[i].ms - 1000))
			fail_msg("%s: %d ms", cases[i].headers, told.ms);
		transport_free(t);
		small_loop_free(&loop);
		hostile_stop(server);
		buf_free(&answer);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_date_says_when_to_come_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
