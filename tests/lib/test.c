#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>

enum { SKIPPED_STATUS = 77 /* ctest counts it as skipped */ };

static struct CMUnitTest tests[100];
static int lines[100];
static size_t count;
static int skipped_tests;

void
test_register(int line, const char *name, CMUnitTestFunction run, CMFixtureFunction set_up,
    CMFixtureFunction tear_down)
{
	size_t i = count++;
	if (count > sizeof(lines) / sizeof(lines[0]))
		abort();
	for (; i > 0 && lines[i - 1] > line; i--) {
		lines[i] = lines[i - 1];
		tests[i] = tests[i - 1];
	}
	lines[i] = line;
	tests[i] = (struct CMUnitTest){ name, run, set_up, tear_down, NULL };
}

int
run_all_tests(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
	int failed = cmocka_run_group_tests(
	    tests, set_up, tear_down); /* skips entries without a name */
	return failed ? failed : skipped_tests ? SKIPPED_STATUS : 0;
}

void
note_skipped_test(const char *why)
{
	printf("skipped: %s\n", why);
	skipped_tests++;
}
