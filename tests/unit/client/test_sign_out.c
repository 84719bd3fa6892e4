/* Signing out: the stored tokens are removed whatever the issuer says, and the issuer revokes
 * them. */
#include "client/sign_in.h"
#include "lib/test.h"
#include "unit/client/renewal_bench.h"
#include "unit/client/scripted_issuer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct set {
	struct small_loop loop;
	struct issuer issuer;
	struct sign_in_rules rules;
	struct sign_out *sign_out;
	int calls;
	bool was;
	struct err err;
};

static void
begin(struct set *s)
{
	*s = (struct set){ 0 };
	assert_int_equal(system("rm -rf " KEPT_FOLDER), 0);
	small_loop_init(&s->loop);
	issuer_start(&s->issuer);
	issuer_answers_json(&s->issuer, "/revoke", 0, 200, "");
	s->rules = (struct sign_in_rules){ .oauth = issuer_rules(&s->issuer), .file = KEPT_FILE };
}

static void
on_signed_out(void *ctx, bool was, const struct err *err)
{
	struct set *s = ctx;
	s->calls++;
	s->was = was;
	s->err = err ? *err : (struct err){ 0 };
}

static bool
has_result(void *ctx)
{
	return ((struct set *)ctx)->calls > 0;
}

static void
sign_out(struct set *s)
{
	s->calls = 0;
	s->sign_out = sign_out_start(&s->loop.io, &s->rules, on_signed_out, s);
	assert_int_equal(s->calls, 0); /* never called synchronously */
	assert_true(small_loop_until(&s->loop, has_result, s, 20000));
	assert_int_equal(s->calls, 1);
	assert_true(is_lock_free());
	sign_out_stop(s->sign_out);
	assert_int_equal(s->loop.timers.n, 0);
}

static void
end(struct set *s)
{
	small_loop_free(&s->loop);
	issuer_stop(&s->issuer);
}

TEST(the_sign_in_is_removed_and_revoked)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh&1", 0, 100000);
	sign_out(&s);
	assert_true(s.was);
	assert_int_equal(s.err.kind, ERR_NONE);
	assert_int_not_equal(access(KEPT_FILE, F_OK), 0);
	assert_string_equal(issuer_request(&s.issuer, "/revoke", 1)->body,
	    "token=refresh%261&token_type_hint=refresh_token&client_id=console%201");
	assert_int_equal(hostile_count(s.issuer.server), 2);
}

TEST(without_a_sign_in_no_request_is_sent)
{
	CLEANUP(end) struct set s;
	begin(&s);
	sign_out(&s);
	assert_false(s.was);
	assert_int_equal(s.err.kind, ERR_NONE);
	store_sign_in(&s.rules.oauth, "access-1", "", 0, 100000);
	sign_out(&s);
	assert_true(s.was); /* there is no token to revoke */
	assert_int_not_equal(access(KEPT_FILE, F_OK), 0);
	assert_int_equal(hostile_count(s.issuer.server), 0);
}

/* The sign-in is removed from this machine even if the issuer does not revoke it. */
TEST(a_failing_issuer_does_not_keep_the_sign_in)
{
	static const struct {
		const char *path;
		int status; /* 0: the connection breaks */
	} cases[] = { { "/revoke", 0 }, { "/revoke", 503 }, { "/revoke", 400 },
		{ ISSUER_METADATA, 0 }, { ISSUER_METADATA, 404 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(end) struct set s;
		begin(&s);
		store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 100000);
		if (cases[i].status)
			issuer_answers_json(&s.issuer, cases[i].path, 0, cases[i].status, "{}");
		else
			issuer_breaks_off(&s.issuer, cases[i].path);
		sign_out(&s);
		assert_true(s.was);
		assert_int_equal(s.err.kind, ERR_NONE);
		assert_int_not_equal(access(KEPT_FILE, F_OK), 0);
	}
}

TEST(an_issuer_without_revocation_is_not_asked)
{
	auto_buf members = { 0 };
	CLEANUP(end) struct set s;
	begin(&s);
	buf_addf(&members, ",\"token_endpoint\":\"%s/token\"", hostile_url(s.issuer.server));
	issuer_set_metadata(&s.issuer, buf_z(&members));
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 100000);
	sign_out(&s);
	assert_true(s.was);
	assert_int_equal(s.err.kind, ERR_NONE);
	assert_int_equal(hostile_count(s.issuer.server), 1);
}

TEST(an_unreadable_sign_in_is_removed)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 100000);
	assert_int_equal(chmod(KEPT_FILE, 0644), 0);
	sign_out(&s);
	assert_true(s.was);
	assert_int_equal(s.err.kind, ERR_NONE);
	assert_int_not_equal(access(KEPT_FILE, F_OK), 0);
}

TEST(a_sign_in_that_cannot_be_removed_is_reported)
{
	CLEANUP(end) struct set s;
	begin(&s);
	assert_int_equal(system("mkdir -p " KEPT_FILE), 0);
	sign_out(&s);
	assert_int_equal(s.err.kind, ERR_IO);
	assert_non_null(strstr(s.err.text, KEPT_FILE ": "));
	assert_int_equal(hostile_count(s.issuer.server), 0);
}

/* Tokens from another issuer, stored before the configuration changed, are not sent to the new
 * one. With another address but the same issuer they are revoked there. */
TEST(tokens_are_revoked_at_their_own_issuer_only)
{
	struct set s;
	for (int i = 0; i < 3; i++) {
		begin(&s);
		struct oauth_rules other = s.rules.oauth;
		const char **const members[] = { &other.issuer, &other.client_id, &other.resource };
		*members[i] = "https://elsewhere.example";
		store_sign_in(&other, "access-1", "refresh-1", 0, 100000);
		sign_out(&s);
		assert_true(s.was);
		assert_int_equal(s.err.kind, ERR_NONE);
		assert_int_not_equal(access(KEPT_FILE, F_OK), 0);
		assert_int_equal(hostile_count(s.issuer.server), i == 2 ? 2 : 0);
		end(&s);
	}
}
