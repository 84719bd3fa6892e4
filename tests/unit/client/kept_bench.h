/*
 * kept_bench.h - one sign-in store, its results, and a sign-in to store.
 */
#ifndef TESTS_UNIT_CLIENT_KEPT_BENCH_H
#define TESTS_UNIT_CLIENT_KEPT_BENCH_H

#include "client/sign_in_store.h"
#include "model/when.h"
#include "unit/client/small_loop.h"

struct store_bench {
	struct small_loop loop;
	struct sign_in_store *store;
	int calls;
	struct stored_sign_in tokens; /* tokens from the last load */
	struct err err;
};

static inline void
store_bench_begin(struct store_bench *k, const char *file, const char *secret_name)
{
	*k = (struct store_bench){ .tokens.expires_at = WHEN_NONE };
	small_loop_init(&k->loop);
	k->store = sign_in_store_new(&k->loop.io, file, secret_name);
}

static inline void
store_bench_end(struct store_bench *k)
{
	sign_in_store_free(k->store);
	stored_sign_in_free(&k->tokens);
	small_loop_free(&k->loop);
}

static inline void
store_bench_done(void *ctx, const struct err *err)
{
	struct store_bench *k = ctx;
	k->calls++;
	k->err = err ? *err : (struct err){ 0 };
}

static inline void
store_bench_loaded(void *ctx, const struct stored_sign_in *tokens, const struct err *err)
{
	struct store_bench *k = ctx;
	if (tokens)
		stored_sign_in_copy(&k->tokens, tokens);
	store_bench_done(k, err);
}

static inline bool
store_bench_has_result(void *ctx)
{
	return ((struct store_bench *)ctx)->calls > 0;
}

/* Waits for the result of the current operation; on false, k->err has the reason. */
static inline bool
store_bench_waits(struct store_bench *k)
{
	return small_loop_until(&k->loop, store_bench_has_result, k, 20000) && k->calls == 1 &&
	    !k->err.kind;
}

static inline bool
store_bench_load(struct store_bench *k)
{
	k->calls = 0;
	stored_sign_in_free(&k->tokens);
	sign_in_store_load(k->store, store_bench_loaded, k);
	return store_bench_waits(k);
}

static inline bool
store_bench_save(struct store_bench *k, const struct stored_sign_in *tokens)
{
	k->calls = 0;
	sign_in_store_save(k->store, tokens, store_bench_done, k);
	return store_bench_waits(k);
}

static inline bool
store_bench_clear(struct store_bench *k)
{
	k->calls = 0;
	sign_in_store_clear(k->store, store_bench_done, k);
	return store_bench_waits(k);
}

static inline bool
store_bench_lock(struct store_bench *k)
{
	k->calls = 0;
	sign_in_store_lock(k->store, store_bench_done, k);
	return store_bench_waits(k);
}

/* Makes a sign-in with distinct texts in every member; call stored_sign_in_free() afterwards. */
static inline void
make_sign_in(struct stored_sign_in *t, const char *issuer, const char *access, const char *refresh)
{
	*t = (struct stored_sign_in){ .received_at = 1795430000000, .expires_at = 1795430300000 };
	buf_addz(&t->resource, "https://api.example/v1");
	buf_addz(&t->issuer, issuer);
	buf_addz(&t->client_id, "console 1");
	buf_addz(&t->access_token, access);
	buf_addz(&t->refresh_token, refresh);
	buf_addz(&t->scope, "catalog.read \"x\"");
}

#endif
