/*
 * failing_steps.h - SQLite with one failing step: this replaces functions of the library in a
 * program with the store.
 *
 * failing_steps(n) makes the nth step from now fail, like a disk error; 0 makes none fail. It
 * returns whether a step has failed since the last call. With `values_fail` set, each bound value
 * counts like a step and can fail for lack of memory. Steps that read the data version are not
 * counted, because no operation depends on them; with `versions_fail` set, all of them fail.
 */
#ifndef TESTS_UNIT_STORE_FAILING_STEPS_H
#define TESTS_UNIT_STORE_FAILING_STEPS_H

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static struct {
	unsigned left;        /* steps until the one that fails */
	sqlite3_stmt *failed; /* its reset reports the failure again */
	bool has_failed, values_fail, versions_fail;
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

/* True if this call is the one that fails. */
static inline bool
is_failing_call(void)
{
	if (!steps.left || --steps.left)
		return false;
	steps.has_failed = true;
	return true;
}

typedef int on_statement(sqlite3_stmt *stmt);
typedef int bind_number(sqlite3_stmt *stmt, int at, sqlite3_int64 v);
typedef int bind_bytes(sqlite3_stmt *stmt, int at, const void *p, int n, void (*release)(void *));

static inline on_statement *
library_function(const char *name)
{
	on_statement *f;
	*(void **)&f = dlsym(RTLD_NEXT, name);
	return f;
}

int
sqlite3_step(sqlite3_stmt *stmt)
{
	static on_statement *real;
	real = real ? real : library_function("sqlite3_step");
	const char *sql = sqlite3_sql(stmt);
	bool version = sql && strcmp(sql, "PRAGMA data_version") == 0;
	if (version ? !steps.versions_fail : !is_failing_call())
		return real(stmt);
	steps.failed = stmt;
	return SQLITE_IOERR;
}

int
sqlite3_bind_int64(sqlite3_stmt *stmt, int at, sqlite3_int64 v)
{
	static bind_number *real;
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "sqlite3_bind_int64");
	return steps.values_fail && is_failing_call() ? SQLITE_NOMEM : real(stmt, at, v);
}

static inline int
bind_or_fail(
    const char *name, sqlite3_stmt *stmt, int at, const void *p, int n, void (*release)(void *))
{
	bind_bytes *real;
	*(void **)&real = dlsym(RTLD_NEXT, name);
	return steps.values_fail && is_failing_call() ? SQLITE_NOMEM
						      : real(stmt, at, p, n, release);
}

int
sqlite3_bind_text(sqlite3_stmt *stmt, int at, const char *p, int n, void (*release)(void *))
{
	return bind_or_fail("sqlite3_bind_text", stmt, at, p, n, release);
}

int
sqlite3_bind_blob(sqlite3_stmt *stmt, int at, const void *p, int n, void (*release)(void *))
{
	return bind_or_fail("sqlite3_bind_blob", stmt, at, p, n, release);
}

int
sqlite3_reset(sqlite3_stmt *stmt)
{
	static on_statement *real;
	real = real ? real : library_function("sqlite3_reset");
	int code = real(stmt);
	if (!stmt || stmt != steps.failed)
		return code;
	steps.failed = NULL;
	return SQLITE_IOERR;
}

#endif
