/* One renewal of a stored sign-in: the time of the request, the stored result, and the choice of
 * one console among several. */
#include "lib/test.h"
#include "unit/client/renewal_set.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define SIGNS_IN ""

static void
renew(struct set *s, const char *held)
{
	start(&s->one, held);
	finish(&s->one);
}

static void
expect_tokens(struct set *s, const char *access, const char *refresh)
{
	assert_int_equal(s->one.err.kind, ERR_NONE);
	assert_string_equal(buf_z(&s->one.access), access);
	assert_string_equal(buf_z(&s->one.refresh), refresh);
}

/* The user has to sign in, and the saved tokens are unchanged. */
static void
expect_signed_out(struct set *s, const char *words)
{
	assert_int_equal(s->one.err.kind, ERR_AUTH);
	assert_string_equal(s->one.err.code, "signed_out");
	if (!str_starts(str_of(s->one.err.text), str_of(words)))
		fail_msg("%s\nis not: %s", s->one.err.text, words);
	assert_int_equal(s->one.access.n, 0);
}

/* ---- requests to the issuer ---- */

TEST(each_refresh_names_the_resource)
{
	CLEANUP(end) struct set s;
	begin(&s);
	console_end(&s.one);
	s.rules.resource_indicator = "https://api.example/";
	console_begin(&s.one, &s.loop, &s.rules);
	store_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
	renew(&s, "access-1");
	expect_tokens(&s, "access-2", "refresh-2");
	assert_string_equal(issuer_request(&s.issuer, "/token", 1)->body,
	    "grant_type=refresh_token&refresh_token=refresh-1&resource=https%3A%2F%2Fapi.example%2F"
	    "&client_id=console%201");
}

TEST(a_refresh_stores_both_new_tokens)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules, "access-1", "refresh&1", -100000, -1000);
	renew(&s, "access-1");
	expect_tokens(&s, "access-2", "refresh-2");
	const struct hostile_request *r = issuer_request(&s.issuer, "/token", 1);
	assert_string_equal(
	    r->body, "grant_type=refresh_token&refresh_token=refresh%261&client_id=console%201");
	read_sign_in(&t);
	assert_string_equal(buf_z(&t.access_token), "access-2");
	assert_string_equal(buf_z(&t.refresh_token), "refresh-2");
	assert_string_equal(buf_z(&t.scope), "less");
	assert_string_equal(buf_z(&t.issuer), s.rules.issuer);
	assert_string_equal(buf_z(&t.resource), s.rules.resource);
	assert_true(clock_real() - t.received_at < 20000);
	assert_int_equal(t.expires_at - t.received_at, 100000);
}

/* An issuer that does not rotate refresh tokens sends no new one: the old one stays. */
TEST(a_refresh_token_that_is_not_rotated_is_kept)
{
	CLEANUP(stored_sign_in_free) struct stored_sign_in t;
	CLEANUP(end) struct set s;
	begin(&s);
	issuer_answers_json(&s.issuer, "/token", 0, 200, "{\"access_token\":\"access-2\"}");
	store_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
	renew(&s, "");
	expect_tokens(&s, "access-2", "refresh-1");
	read_sign_in(&t);
	assert_string_equal(buf_z(&t.refresh_token), "refresh-1");
	assert_string_equal(buf_z(&t.scope), "catalog.read \"x\"");
	assert_int_equal(t.expires_at, WHEN_NONE);
}

/* A valid token is renewed only for a caller that was refused with this very token. */
TEST(a_fresh_token_is_reused_unless_it_was_refused)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules, "access-1", "refresh-1", 0, 100000);
	renew(&s, "");
	expect_tokens(&s, "access-1", "refresh-1");
	renew(&s, "access-0");
	expect_tokens(&s, "access-1", "refresh-1");
	assert_int_equal(hostile_count(s.issuer.server), 0);
	renew(&s, "access-1");
	expect_tokens(&s, "access-2", "refresh-2");
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
}

/* A token is used until ten seconds before it expires, a short one until a tenth of its lifetime
 * before. */
TEST(a_token_is_fresh_until_shortly_before_it_expires)
{
	static const struct {
		int64_t since, until;
		bool good;
	} cases[] = { { 0, 100000, true }, { -89000, 11000, true }, { -91000, 9000, false },
		{ -100000, -1, false }, { -300000, 12000, true }, { -300000, 8000, false },
		{ -7000, 3000, true }, { -9500, 500, false }, { 0, 0, false } };
	CLEANUP(end) struct set s;
	begin(&s);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(stored_sign_in_free) struct stored_sign_in t;
		store_sign_in(&s.rules, "access-1", "refresh-1", cases[i].since, cases[i].until);
		read_sign_in(&t);
		if (renewal_is_fresh(&t) != cases[i].good)
			fail_msg("from %lld to %lld", (long long)cases[i].since,
			    (long long)cases[i].until);
		t.expires_at = WHEN_NONE;
		assert_true(renewal_is_fresh(&t));
		buf_reset(&t.access_token);
		assert_false(renewal_is_fresh(&t));
	}
}

/* ---- sign-ins that have ended ---- */

TEST(a_used_refresh_token_ends_the_sign_in)
{
	static const struct {
		int status;
		const char *body, *words;
	} errors[] = {
		{ 400, "{\"error\":\"invalid_grant\"}", " refused: invalid_grant" },
		{ 400, "{\"error\":\"unauthorized_client\",\"error_description\":\"no\"}",
		    " refused: \"no\"" },
		{ 400, "{\"error\":\"interaction_required\",\"error_description\":\"MFA is due\"}",
		    " refused: \"MFA is due\"" },
		{ 401, "{\"error\":\"login_required\"}", " refused: login_required" },
		{ 403, "{\"error\":\"consent_required\"}", " refused: consent_required" },
		{ 403, "{\"error\":\"access_denied\"}", " refused: access_denied" },
		{ 400, "{\"error\":\"access_denied\",\"error_description\":\"blocked\"}",
		    " refused: \"blocked\"" },
		{ 200, "{\"error\":\"invalid_grant\"}", " refused: invalid_grant" },
	};
	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		CLEANUP(end) struct set s;
		begin(&s);
		store_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
		issuer_answers_json(&s.issuer, "/token", 0, errors[i].status, errors[i].body);
		renew(&s, "access-1");
		expect_signed_out(&s, "the sign-in has ended" SIGNS_IN);
		if (!strstr(s.one.err.text, errors[i].words))
			fail_msg("%s\nsays nothing of: %s", s.one.err.text, errors[i].words);
		expect_stored("access-1", "refresh-1"); /* kept until the user signs in or out */
		assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
	}
}

TEST(without_a_sign_in_no_request_is_sent)
{
	CLEANUP(end) struct set s;
	begin(&s);
	renew(&s, "");
	expect_signed_out(&s, "not signed in" SIGNS_IN);
	store_sign_in(&s.rules, "access-1", "", -100000, -1000);
	renew(&s, "");
	expect_signed_out(&s, "the sign-in has ended" SIGNS_IN);
	assert_int_equal(hostile_count(s.issuer.server), 0);
}

/* The tokens are sent only to the address they are for; they stay stored for when the user
 * returns there. */
TEST(a_sign_in_for_another_address_is_not_used)
{
	CLEANUP(end) struct set s;
	begin(&s);
	for (int i = 0; i < 3; i++) {
		struct oauth_rules other = s.rules;
		const char **const members[] = { &other.resource, &other.issuer, &other.client_id };
		*members[i] = "https://elsewhere.example";
		for (int good = 0; good < 2; good++) {
			store_sign_in(
			    &other, "access-1", "refresh-1", -100000, good ? 90000 : -1000);
			renew(&s, "");
			expect_signed_out(
			    &s, "the saved sign-in is for another address or issuer" SIGNS_IN);
			expect_stored("access-1", "refresh-1");
		}
	}
	assert_int_equal(hostile_count(s.issuer.server), 0);
}

/* ---- failures during a renewal ---- */

/* A folder blocks the next file, as a full disk would. */
TEST(a_refresh_is_not_sent_if_it_cannot_be_stored)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
	assert_int_equal(mkdir(KEPT_FILE ".new", 0700), 0);
	renew(&s, "access-1");
	assert_int_equal(s.one.err.kind, ERR_IO);
	assert_string_equal(
	    s.one.err.text, "the sign-in cannot be saved in " KEPT_FILE ": File exists");
	assert_string_equal(s.one.err.code, "");
	assert_int_equal(hostile_count(s.issuer.server), 0);
	expect_stored("access-1", "refresh-1");
	assert_int_equal(rmdir(KEPT_FILE ".new"), 0);
	renew(&s, "access-1");
	expect_tokens(&s, "access-2", "refresh-2");
}

TEST(without_a_folder_no_request_is_sent)
{
	struct set s;
	begin(&s);
	int fd = open(KEPT_FOLDER, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	close(fd);
	renew(&s, "access-1");
	assert_int_equal(s.one.err.kind, ERR_IO);
	assert_int_equal(hostile_count(s.issuer.server), 0);
	end(&s);
	assert_int_equal(unlink(KEPT_FOLDER), 0);
}

TEST(an_unreachable_issuer_does_not_end_the_sign_in)
{
	static const struct {
		const char *path;
		int status; /* 0: the connection breaks */
		const char *body;
		enum err_kind kind;
		size_t tries; /* temporary failures are retried */
	} cases[] = {
		{ "/token", 0, "", ERR_NETWORK, 4 },
		{ "/token", 503, "{\"error\":\"temporarily_unavailable\"}", ERR_UPSTREAM, 4 },
		{ "/token", 401, "{\"error\":\"invalid_client\"}", ERR_AUTH, 1 },
		{ "/token", 200, "{\"access_token\":\"a b\"}", ERR_PROTOCOL, 1 },
		{ ISSUER_METADATA, 0, "", ERR_NETWORK, 4 },
		{ ISSUER_METADATA, 404, "", ERR_PROTOCOL, 1 },
		{ ISSUER_METADATA, 200, "{\"issuer\":\"https://elsewhere.example\"}", ERR_PROTOCOL,
		    1 },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(end) struct set s;
		begin(&s);
		store_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
		if (cases[i].status)
			issuer_answers_json(
			    &s.issuer, cases[i].path, 0, cases[i].status, cases[i].body);
		else
			issuer_breaks_off(&s.issuer, cases[i].path);
		renew(&s, "access-1");
		assert_int_equal(s.one.err.kind, cases[i].kind);
		assert_string_not_equal(s.one.err.code, "signed_out");
		expect_stored("access-1", "refresh-1");
		assert_int_equal(issuer_count(&s.issuer, cases[i].path), cases[i].tries);
		if (s.one.err.http_status && s.one.err.kind != ERR_PROTOCOL)
			assert_non_null(strstr(s.one.err.text, hostile_url(s.issuer.server)));
	}
}

/* A single failed response, for example during a restart of the issuer, has no visible effect. */
TEST(a_temporary_failure_of_the_issuer_is_retried)
{
	for (int i = 0; i < 2; i++) {
		CLEANUP(end) struct set s;
		begin(&s);
		store_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
		s.issuer.rules[issuer_rule(&s.issuer, "/token", 0)].path = "-";
		if (i)
			issuer_answers_json(&s.issuer, "/token", 1, 503, "");
		else
			issuer_answers_json(
			    &s.issuer, "/token", 1, 429, "{\"error\":\"slow_down\"}");
		issuer_answers_json(&s.issuer, "/token", 2, 200, NEW_TOKENS);
		renew(&s, "access-1");
		expect_tokens(&s, "access-2", "refresh-2");
		expect_stored("access-2", "refresh-2");
		assert_string_equal(issuer_request(&s.issuer, "/token", 1)->body,
		    issuer_request(&s.issuer, "/token", 2)->body);
	}
}

/* ---- several consoles at once ---- */

TEST(concurrent_renewals_send_one_request)
{
	CLEANUP(console_end) struct console two;
	CLEANUP(end) struct set s;
	begin(&s);
	console_begin(&two, &s.loop, &s.rules);
	start_and_hold(&s);
	start(&two, "access-1");
	small_loop_turn(&s.loop, 0);
	assert_int_equal(two.calls, 0);
	release_held_answers(s.issuer.server);
	finish(&s.one);
	finish(&two);
	expect_tokens(&s, "access-2", "refresh-2");
	assert_string_equal(buf_z(&two.access), "access-2");
	assert_string_equal(buf_z(&two.refresh), "refresh-2");
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
}

/* This console was suspended for so long that the lock file was deleted and another console
 * signed in. */
TEST(after_losing_the_lock_a_newer_sign_in_is_used)
{
	CLEANUP(end) struct set s;
	begin(&s);
	start_and_hold(&s);
	assert_int_equal(unlink(KEPT_LOCK), 0);
	assert_true(is_lock_free());
	store_sign_in(&s.rules, "access-9", "refresh-9", 0, 100000);
	release_held_answers(s.issuer.server);
	finish(&s.one);
	expect_tokens(&s, "access-9", "refresh-9");
	expect_stored("access-9", "refresh-9");
}

TEST(after_losing_the_lock_the_new_tokens_are_kept)
{
	CLEANUP(end) struct set s;
	begin(&s);
	start_and_hold(&s);
	assert_int_equal(unlink(KEPT_LOCK), 0);
	release_held_answers(s.issuer.server);
	finish(&s.one);
	expect_tokens(&s, "access-2", "refresh-2");
	expect_stored("access-2", "refresh-2");
}

/* The sign-in saved meanwhile is for another issuer: it must be neither used nor replaced. */
TEST(after_losing_the_lock_another_issuers_sign_in_is_kept)
{
	CLEANUP(end) struct set s;
	begin(&s);
	struct oauth_rules other = s.rules;
	other.issuer = "https://elsewhere.example";
	start_and_hold(&s);
	assert_int_equal(unlink(KEPT_LOCK), 0);
	store_sign_in(&other, "access-9", "refresh-9", 0, 100000);
	release_held_answers(s.issuer.server);
	finish(&s.one);
	expect_tokens(&s, "access-2", "refresh-2");
	expect_stored("access-9", "refresh-9");
}

/* The issuer refuses because another console used the same refresh token first. */
TEST(after_a_refusal_another_consoles_tokens_are_used)
{
	CLEANUP(end) struct set s;
	begin(&s);
	issuer_answers_json(&s.issuer, "/token", 0, 400, "{\"error\":\"invalid_grant\"}");
	start_and_hold(&s);
	store_sign_in(&s.rules, "access-9", "refresh-9", 0, 100000);
	release_held_answers(s.issuer.server);
	finish(&s.one);
	expect_tokens(&s, "access-9", "refresh-9");
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
}

TEST(a_cancelled_renewal_releases_the_lock)
{
	CLEANUP(end) struct set s;
	begin(&s);
	start_and_hold(&s);
	renewal_stop(s.one.renewal);
	s.one.renewal = NULL;
	assert_true(is_lock_free());
	release_held_answers(s.issuer.server);
	small_loop_turn(&s.loop, 0);
	assert_int_equal(s.one.calls, 0);
	expect_stored("access-1", "refresh-1");
	renewal_stop(NULL);
}
