/*
 * stores.h - the same test on another store: where BACKROOM_TEST_STORE is "postgres", a program
 * that a test starts on an SQLite file gets a schema of PostgreSQL in its place. The same file is
 * the same schema until the test removes it; what is in memory is a new one each time.
 */
#ifndef TESTS_STORES_H
#define TESTS_STORES_H

#include <stdbool.h>

/* With this code the test ends, skipped, where PostgreSQL is asked for and there is none. */
enum { STORES_SKIPPED = 77 };

bool stores_are_postgres(void);
/* The replacement of this argument: itself, unless it names a store that was moved. The text is
 * valid until the end of the program. */
const char *stores_argument(const char *argument);

#endif
