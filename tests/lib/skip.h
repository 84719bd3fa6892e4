/*
 * skip.h - skips a test that cannot run here, with a reason.
 *
 * Skip before anything is allocated or opened, or free it first. Include after <cmocka.h>.
 */
#ifndef TESTS_LIB_SKIP_H
#define TESTS_LIB_SKIP_H

#include <stdio.h>

enum { SKIPPED_STATUS = 77 /* ctest counts it as skipped */ };

static int skipped_tests;

/* Ends the running test as skipped. `./run test` repeats the reason at its end. */
#define skip_because(why)                     \
	do {                                  \
		printf("skipped: %s\n", why); \
		skipped_tests++;              \
		skip();                       \
	} while (0)

/* The exit status of main(), from what cmocka_run_group_tests() returned. */
static inline int
exit_status_of_tests(int failed)
{
	return failed ? failed : skipped_tests ? SKIPPED_STATUS : 0;
}

#endif
