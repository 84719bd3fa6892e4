/*
 * test.h - TEST(name) { ... } defines a test. Each registers itself: there is no list of tests. A
 * program without a main() gets one that runs them in the order of the file.
 */
#ifndef TESTS_LIB_TEST_H
#define TESTS_LIB_TEST_H

#include "lib/cleanup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name) TEST_WITH(name, NULL, NULL)

/* A test with a function that runs before it and one that runs after it; each may be NULL. */
#define TEST_WITH(name, set_up, tear_down)                               \
	static void name(void **state);                                  \
	__attribute__((constructor)) static void register_##name(void)   \
	{                                                                \
		test_register(__LINE__, #name, name, set_up, tear_down); \
	}                                                                \
	static void name(__attribute__((unused)) void **state)

/* A test that is registered by another function, which calls test_register() as often as it
 * likes. */
#define TEST_BY(register_test, name)                                   \
	static void name(void **state);                                \
	__attribute__((constructor)) static void register_##name(void) \
	{                                                              \
		register_test(__LINE__, #name, name);                  \
	}                                                              \
	static void name(__attribute__((unused)) void **state)

/* Tests run in the order of their lines; those of one line in the order of registration. */
void test_register(int line, const char *name, CMUnitTestFunction run, CMFixtureFunction set_up,
    CMFixtureFunction tear_down);

/* Runs all tests, with functions before the first and after the last, or NULL. Returns the exit
 * status for main(). */
int run_all_tests(CMFixtureFunction set_up, CMFixtureFunction tear_down);

/* Ends the running test as skipped. Skip before anything is allocated or opened, or free it first.
 * `./run test` repeats the reason at its end. */
#define skip_because(why)               \
	do {                            \
		note_skipped_test(why); \
		skip();                 \
	} while (0)

void note_skipped_test(const char *why);

#endif
