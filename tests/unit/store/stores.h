/*
 * stores.h - runs tests of what every store promises on each kind of store: EACH(test) runs a test
 * on a new store of each kind.
 */
#ifndef TESTS_STORES_H
#define TESTS_STORES_H

#include "base/mem.h"
#include "lib/files.h"
#include "lib/postgres.h"
#include "lib/test.h"
#include "store/store.h"

#include <stdio.h>
#include <unistd.h>

struct fixture {
	struct store *store;
	struct store_tx tx; /* the current transaction */
	char file[64];      /* "" for a store without a file */
	char url[POSTGRES_URL];
};

static inline int
fixture_open(void **state, const char *url)
{
	struct fixture *f = *state;
	struct err err;
	snprintf(f->url, sizeof(f->url), "%s", url);
	f->store = store_open(str_of(url), &err);
	if (!f->store)
		fprintf(stderr, "%s\n", err.text);
	return f->store ? 0 : -1;
}

static inline int
open_memory(void **state)
{
	*state = x_new(struct fixture);
	return fixture_open(state, "sqlite::memory:");
}

static inline int
open_file(void **state)
{
	struct fixture *f = x_new(struct fixture);
	char url[80];
	snprintf(f->file, sizeof(f->file), "store-test-%ld.db", (long)getpid());
	snprintf(url, sizeof(url), "sqlite:%s", f->file);
	*state = f;
	return fixture_open(state, url);
}

static inline int
open_postgres(void **state)
{
	struct fixture *f = x_new(struct fixture);
	char url[POSTGRES_URL];
	*state = f;
	return postgres_schema(url) ? fixture_open(state, url) : -1;
}

static inline int
close_store(void **state)
{
	struct fixture *f = *state;
	store_close(f->store);
	if (f->file[0])
		unlink_store(f->file);
	postgres_drop(f->url);
	x_free(f);
	return 0;
}

static inline void
skip_on_postgres(void **state)
{
	(void)state;
	skip_because("there is no PostgreSQL");
}

static inline void
begin(struct fixture *f, enum store_access access)
{
	struct err err;
	if (!store_begin(f->store, &f->tx, access, &err))
		fail_msg("%s", err.text);
}

static inline void
end(struct fixture *f, bool commit)
{
	struct err err;
	if (!store_end(&f->tx, commit, &err))
		fail_msg("%s", err.text);
}

/* Counts what a list has, in an int. */
static inline bool
count_basket(void *ctx, const struct store_basket *b)
{
	(void)b;
	++*(int *)ctx;
	return true;
}

static inline void
register_on_postgres(int line, const char *name, CMUnitTestFunction run)
{
	char url[POSTGRES_URL];
	if (postgres_server(url))
		test_register(line, name, run, open_postgres, close_store);
	else
		test_register(line, name, skip_on_postgres, NULL, NULL);
}

static inline void
register_on_each(int line, const char *name, CMUnitTestFunction run)
{
	test_register(line, name, run, open_memory, close_store);
	test_register(line, name, run, open_file, close_store);
	register_on_postgres(line, name, run);
}

/* Tests that run on each kind of store, and tests that run on PostgreSQL. */
#define EACH(name) TEST_BY(register_on_each, name)
#define ON_POSTGRES(name) TEST_BY(register_on_postgres, name)

#endif
