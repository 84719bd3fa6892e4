/* labels: soak */
/*
 * Ctrl-Z and fg two hundred times: each one is handled, at whatever moment it comes.
 */
#include "lib/jobs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void
two_hundred_suspensions_are_all_handled(void **state)
{
	(void)state;
	struct pty *p = jobs_start();
	jobs_repeat(p, 200);
	pty_stop(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(
	    two_hundred_suspensions_are_all_handled) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
