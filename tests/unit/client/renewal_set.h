/*
 * renewal_set.h - one console that renews a stored sign-in at a scripted issuer.
 */
#ifndef TESTS_UNIT_CLIENT_RENEWAL_SET_H
#define TESTS_UNIT_CLIENT_RENEWAL_SET_H

#include "client/renewal.h"
#include "lib/test.h"
#include "unit/client/held_answer.h"
#include "unit/client/renewal_bench.h"
#include "unit/client/scripted_issuer.h"

#include <string.h>

#define NEW_TOKENS                                                                           \
	"{\"access_token\":\"access-2\",\"refresh_token\":\"refresh-2\",\"expires_in\":100," \
	"\"scope\":\"less\"}"

struct console {
	struct small_loop *loop;
	struct oauth *oauth;
	struct sign_in_store *store;
	struct renewal *renewal;
	int calls;
	struct buf access, refresh;
	struct err err;
};

struct set {
	struct small_loop loop;
	struct issuer issuer;
	struct oauth_rules rules;
	struct console one;
};

static inline void
console_begin(struct console *c, struct small_loop *loop, const struct oauth_rules *rules)
{
	*c = (struct console){ .loop = loop };
	c->oauth = oauth_new(&loop->io, rules);
	c->store = sign_in_store_new(&loop->io, KEPT_FILE, NULL);
}

static inline void
console_end(struct console *c)
{
	renewal_stop(c->renewal);
	oauth_free(c->oauth);
	sign_in_store_free(c->store);
	buf_free(&c->access);
	buf_free(&c->refresh);
}

static inline void
begin(struct set *s)
{
	*s = (struct set){ 0 };
	assert_int_equal(system("rm -rf " KEPT_FOLDER), 0);
	small_loop_init(&s->loop);
	issuer_start(&s->issuer);
	issuer_answers_json(&s->issuer, "/token", 0, 200, NEW_TOKENS);
	s->rules = issuer_rules(&s->issuer);
	console_begin(&s->one, &s->loop, &s->rules);
}

static inline void
end(struct set *s)
{
	console_end(&s->one);
	small_loop_free(&s->loop);
	issuer_stop(&s->issuer);
}

static inline void
on_tokens(void *ctx, const struct stored_sign_in *tokens, const struct err *err)
{
	struct console *c = ctx;
	c->calls++;
	c->renewal = NULL;
	c->err = err ? *err : (struct err){ 0 };
	if (!tokens)
		return;
	buf_adds(&c->access, buf_str(&tokens->access_token));
	buf_adds(&c->refresh, buf_str(&tokens->refresh_token));
}

static inline bool
has_result(void *ctx)
{
	return ((struct console *)ctx)->calls > 0;
}

static inline void
start(struct console *c, const char *held)
{
	c->calls = 0;
	buf_reset(&c->access);
	buf_reset(&c->refresh);
	struct renewal *r = renewal_start(&(struct renewal_params){ .io = c->loop->io,
					      .oauth = c->oauth,
					      .store = c->store,
					      .rejected_token = str_of(held) },
	    on_tokens, c);
	if (r)
		c->renewal = r;
}

static inline void
finish(struct console *c)
{
	assert_true(small_loop_until(c->loop, has_result, c, 20000));
	assert_int_equal(c->calls, 1);
	assert_false(sign_in_store_holds_lock(c->store));
}

static inline void
expect_stored(const char *access, const char *refresh)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	read_sign_in(&t);
	if (!str_eqz(buf_str(&t.access_token), access) ||
	    !str_eqz(buf_str(&t.refresh_token), refresh))
		fail_msg("%.*s and %.*s are kept, not %s and %s", STR_ARG(buf_str(&t.access_token)),
		    STR_ARG(buf_str(&t.refresh_token)), access, refresh);
}

static inline bool
issuer_was_asked(void *ctx)
{
	return issuer_count(ctx, "/token") > 0;
}

/* Starts a renewal and returns when the issuer has the request and its response is held back. */
static inline void
start_and_hold(struct set *s)
{
	store_sign_in(&s->rules, "access-1", "refresh-1", -100000, -1000);
	issuer_holds(&s->issuer, "/token", HELD_MS);
	start(&s->one, "access-1");
	assert_true(small_loop_until(&s->loop, issuer_was_asked, &s->issuer, 20000));
	assert_int_equal(s->one.calls, 0);
	assert_false(is_lock_free());
}

#endif
