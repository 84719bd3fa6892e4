/*
 * failing_steps.h - SQLite with one step that fails: this stands in front of the library, in one
 * program with the store.
 *
 * failing_steps(n) makes the n-th step from now fail, as a disk would; 0: none does. It says
 * whether one has failed since it was called before.
 */
#ifndef TESTS_UNIT_STORE_FAILING_STEPS_H
#define TESTS_UNIT_STORE_FAILING_STEPS_H

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
	unsigned left;        /* steps until one fails */
	sqlite3_stmt *failed; /* its reset says so once more */
	bool has_failed;
} steps;

static inline bool
failing_steps(unsigned n)
{
	bool failed = steps.has_failed;
	steps.left = n;
	steps.failed = NULL;
	steps.has_failed = false;
	return failed;
}

typedef int on_statement(sqlite3_stmt *stmt);

static inline on_statement *
of_library(const char *name)
{
	on_statement *f;
	*(void **)&f = dlsym(RTLD_NEXT, name);
	return f;
}

int
sqlite3_step(sqlite3_stmt *stmt)
{
	static on_statement *real;
	real = real ? real : of_library("sqlite3_step");
	if (!steps.left || --steps.left)
		return real(stmt);
	steps.failed = stmt;
	steps.has_failed = true;
	return SQLITE_IOERR;
}

int
sqlite3_reset(sqlite3_stmt *stmt)
{
	static on_statement *real;
	real = real ? real : of_library("sqlite3_reset");
	int code = real(stmt);
	if (!stmt || stmt != steps.failed)
		return code;
	steps.failed = NULL;
	return SQLITE_IOERR;
}

#endif
