/*
 * stores.h - runs the same tests on another store: if BACKROOM_TEST_STORE is "postgres", a program
 * that a test starts on an SQLite file gets a PostgreSQL schema instead. The same file maps to the
 * same schema until the test removes it; a store in memory is a new schema each time.
 */
#ifndef TESTS_STORES_H
#define TESTS_STORES_H

#include <stdbool.h>

/* The test exits with this code, as skipped, if PostgreSQL is required but not available. */
enum { STORES_SKIPPED = 77 };

bool stores_are_postgres(void);
/* The replacement of this argument; the argument itself unless it names a store that was moved.
 * The text is valid until the program ends. */
const char *stores_argument(const char *argument);

#endif
