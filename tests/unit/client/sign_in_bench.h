/*
 * sign_in_bench.h - a sign-in at a scripted issuer: its event loop, its notifications, and the file
 * of the tokens.
 */
#ifndef TESTS_UNIT_CLIENT_SIGN_IN_BENCH_H
#define TESTS_UNIT_CLIENT_SIGN_IN_BENCH_H

#include "client/sign_in.h"
#include "unit/client/scripted_issuer.h"
#include "unit/client/small_loop.h"

#include <unistd.h>

#define SIGN_IN_FILE "kept/one/sign-in.json"

struct bench {
	struct issuer issuer;
	struct small_loop loop;
	struct sign_in *sign_in;
	struct sign_in_rules rules;
	int tasks, ends;
	enum sign_in_method method;
	struct buf code, address, whole;
	int64_t until_ms;
	struct err err;
};

static inline void
bench_task(void *ctx, const struct sign_in_task *task)
{
	struct bench *b = ctx;
	b->tasks++;
	b->method = task->method;
	b->until_ms = task->code_expires_at;
	buf_adds(&b->code, task->code);
	buf_adds(&b->address, task->address);
	buf_adds(&b->whole, task->address_with_code);
}

static inline void
bench_done(void *ctx, const struct err *err)
{
	struct bench *b = ctx;
	b->ends++;
	b->err = err ? *err : (struct err){ 0 };
}

static inline void
bench_begin(struct bench *b)
{
	*b = (struct bench){ 0 };
	unlink(SIGN_IN_FILE);
	small_loop_init(&b->loop);
	issuer_start(&b->issuer);
	b->rules.oauth = issuer_rules(&b->issuer);
	b->rules.file = SIGN_IN_FILE;
}

static inline void
bench_start(struct bench *b, enum sign_in_method method)
{
	const struct sign_in_callbacks told = { bench_task, bench_done };
	b->sign_in = sign_in_start(&b->loop.io, &b->rules, method, &told, b);
}

/* Prepares another sign-in at the same issuer. */
static inline void
bench_reset(struct bench *b)
{
	sign_in_stop(b->sign_in);
	b->sign_in = NULL;
	b->tasks = b->ends = 0;
	b->err = (struct err){ 0 };
	buf_reset(&b->code);
	buf_reset(&b->address);
	buf_reset(&b->whole);
}

static inline void
bench_end(struct bench *b)
{
	sign_in_stop(b->sign_in);
	small_loop_free(&b->loop);
	issuer_stop(&b->issuer);
	buf_free(&b->code);
	buf_free(&b->address);
	buf_free(&b->whole);
}

static inline bool
bench_has_task(void *ctx)
{
	const struct bench *b = ctx;
	return b->tasks || b->ends;
}

static inline bool
bench_has_ended(void *ctx)
{
	return ((const struct bench *)ctx)->ends > 0;
}

/* True if the sign-in has ended, or no request is in progress and only a timer is pending. */
static inline bool
bench_is_waiting(void *ctx)
{
	const struct bench *b = ctx;
	return b->ends || (b->tasks && b->loop.watches.n == 0 && b->loop.timers.n == 1);
}

#endif
