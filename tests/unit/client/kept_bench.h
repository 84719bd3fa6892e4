/*
 * kept_bench.h - one keeper of a sign-in, what it told, and a sign-in to keep.
 */
#ifndef TESTS_UNIT_CLIENT_KEPT_BENCH_H
#define TESTS_UNIT_CLIENT_KEPT_BENCH_H

#include "client/sign_in_store.h"
#include "model/when.h"
#include "unit/client/small_loop.h"

struct keeper {
	struct small_loop loop;
	struct sign_in_store *store;
	int calls;
	struct stored_sign_in tokens; /* as they were loaded last */
	struct err err;
};

static inline void
keeper_begin(struct keeper *k, const char *file, const char *secret_name)
{
	*k = (struct keeper){ .tokens.until_ms = WHEN_NONE };
	small_loop_init(&k->loop);
	k->store = sign_in_store_new(&k->loop.io, file, secret_name);
}

static inline void
keeper_end(struct keeper *k)
{
	sign_in_store_free(k->store);
	stored_sign_in_free(&k->tokens);
	small_loop_free(&k->loop);
}

static inline void
keeper_done(void *ctx, const struct err *err)
{
	struct keeper *k = ctx;
	k->calls++;
	k->err = err ? *err : (struct err){ 0 };
}

static inline void
keeper_loaded(void *ctx, const struct stored_sign_in *tokens, const struct err *err)
{
	struct keeper *k = ctx;
	if (tokens)
		stored_sign_in_copy(&k->tokens, tokens);
	keeper_done(k, err);
}

static inline bool
keeper_was_told(void *ctx)
{
	return ((struct keeper *)ctx)->calls > 0;
}

/* Each of these to its end; false: k->err says why. */
static inline bool
keeper_waits(struct keeper *k)
{
	return small_loop_until(&k->loop, keeper_was_told, k, 20000) && k->calls == 1 &&
	    !k->err.kind;
}

static inline bool
keeper_load(struct keeper *k)
{
	k->calls = 0;
	stored_sign_in_free(&k->tokens);
	sign_in_store_load(k->store, keeper_loaded, k);
	return keeper_waits(k);
}

static inline bool
keeper_save(struct keeper *k, const struct stored_sign_in *tokens)
{
	k->calls = 0;
	sign_in_store_save(k->store, tokens, keeper_done, k);
	return keeper_waits(k);
}

static inline bool
keeper_forget(struct keeper *k)
{
	k->calls = 0;
	sign_in_store_clear(k->store, keeper_done, k);
	return keeper_waits(k);
}

static inline bool
keeper_lock(struct keeper *k)
{
	k->calls = 0;
	sign_in_store_lock(k->store, keeper_done, k);
	return keeper_waits(k);
}

/* A sign-in with texts of the test's own in every place; stored_sign_in_free() afterwards. */
static inline void
make_sign_in(struct stored_sign_in *t, const char *issuer, const char *access, const char *refresh)
{
	*t = (struct stored_sign_in){ .since_ms = 1795430000000, .until_ms = 1795430300000 };
	buf_addz(&t->resource, "https://api.example/v1");
	buf_addz(&t->issuer, issuer);
	buf_addz(&t->client_id, "console 1");
	buf_addz(&t->access, access);
	buf_addz(&t->refresh, refresh);
	buf_addz(&t->scope, "catalog.read \"x\"");
}

#endif
