/* Sign-ins that wait for a decision and refresh tokens in use, with a simulated time. */
#include "lib/test.h"
#include "service/auth/grants.h"

#include <stdio.h>
#include <string.h>

#define ALL "read catalog:write identity:admin"

enum { S = 1000 };

static const struct oauth_client console = {
	.name = "console", .scope = ALL, .root = "*", .subject = "agent", .allows_device_code = true
};
static const struct oauth_client other = {
	.name = "other", .scope = ALL, .root = "*", .subject = "agent", .allows_device_code = true
};
static const struct remote_address here = { .address = { [12] = 127, 0, 0, 1 },
	.is_loopback = true };
static const struct remote_address there = { .address = { [12] = 127, 0, 0, 2 },
	.is_loopback = true };

struct sign_in {
	struct grants *g;
	struct grants_answer codes;
	struct grants_answer given;
};

static void
end(struct sign_in *s)
{
	grants_free(s->g);
}

static void
begin(struct sign_in *s, const char *scope, int64_t now)
{
	struct grants_request rq = { &console, STR_NONE, str_of(scope), now };
	assert_int_equal(grants_begin(s->g, &rq, &s->codes), OAUTH_OK);
}

static enum oauth_result
find_code(struct grants *g, const char *code, int64_t now, struct grants_answer *view)
{
	struct grants_attempt try = { &here, str_of(code), STR_NONE, now };
	return grants_decide(g, &try, DECISION_NONE, view);
}

/* Opens the page and decides. */
static enum oauth_result
decide(struct sign_in *s, bool yes, int64_t now)
{
	struct grants_answer view = { 0 };
	enum oauth_result seen = find_code(s->g, s->codes.user_code, now, &view);
	if (seen != OAUTH_OK)
		return seen;
	struct grants_attempt try = { &here, str_of(s->codes.user_code), str_of(view.secret), now };
	return grants_decide(s->g, &try, yes ? DECISION_YES : DECISION_NO, &view);
}

static enum oauth_result
poll_as(struct sign_in *s, const struct oauth_client *client, const char *code, int64_t now)
{
	struct grants_request rq = { client, str_of(code), STR_NONE, now };
	return grants_poll(s->g, &rq, &s->given);
}

static enum oauth_result
poll(struct sign_in *s, int64_t now)
{
	return poll_as(s, &console, s->codes.secret, now);
}

static enum oauth_result
renew_as(struct sign_in *s, const struct oauth_client *client, const char *token, const char *scope,
    int64_t now)
{
	struct grants_request rq = { client, str_of(token), str_of(scope), now };
	return grants_renew(s->g, &rq, &s->given);
}

static enum oauth_result
renew(struct sign_in *s, const char *token, int64_t now)
{
	return renew_as(s, &console, token, NULL, now);
}

/* A sign-in that was approved at time 0. */
static void
approve_program(struct sign_in *s, const char *scope)
{
	begin(s, scope, 0);
	assert_int_equal(decide(s, true, 0), OAUTH_OK);
	assert_int_equal(poll(s, 0), OAUTH_OK);
}

TEST(a_code_is_pending_until_approved)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	begin(&s, "read", 0);
	assert_int_equal(poll(&s, 1 * S), OAUTH_PENDING);
	assert_int_equal(poll(&s, 6 * S), OAUTH_PENDING);
	assert_int_equal(decide(&s, true, 7 * S), OAUTH_OK);
	/* the decision is returned however early the next poll is */
	assert_int_equal(poll(&s, 7 * S), OAUTH_OK);
	assert_string_equal(s.given.scope, "read");
	assert_int_equal(strlen(s.given.secret), GRANTS_SECRET_SIZE - 1);
	assert_int_equal(poll(&s, 20 * S), OAUTH_INVALID_GRANT);
}

TEST(polling_too_often_increases_the_interval)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	begin(&s, "read", 0);
	assert_int_equal(poll(&s, 0), OAUTH_PENDING);
	assert_int_equal(poll(&s, 5 * S - 1), OAUTH_SLOW_DOWN); /* interval 10 s from now on */
	assert_int_equal(poll(&s, 14 * S), OAUTH_SLOW_DOWN);    /* interval 15 s */
	assert_int_equal(poll(&s, 29 * S), OAUTH_PENDING);
	assert_int_equal(poll(&s, 43 * S), OAUTH_SLOW_DOWN); /* interval 20 s */
	assert_int_equal(poll(&s, 63 * S), OAUTH_PENDING);
}

TEST(a_denial_is_final_and_every_code_expires)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	begin(&s, "read", 0);
	assert_int_equal(decide(&s, false, 1 * S), OAUTH_OK);
	assert_int_equal(poll(&s, 1 * S), OAUTH_DENIED);
	assert_int_equal(poll(&s, 2 * S), OAUTH_DENIED);
	assert_int_equal(decide(&s, true, 3 * S), OAUTH_UNKNOWN_CODE);
	begin(&s, "read", 0);
	assert_int_equal(poll(&s, 599 * S), OAUTH_PENDING);
	assert_int_equal(decide(&s, true, 600 * S), OAUTH_UNKNOWN_CODE);
	assert_int_equal(poll(&s, 600 * S), OAUTH_EXPIRED);
	begin(&s, "read", 0);
	assert_int_equal(decide(&s, true, 599 * S), OAUTH_OK);
	assert_int_equal(poll(&s, 600 * S), OAUTH_EXPIRED);
}

TEST(a_code_belongs_to_its_client)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	begin(&s, "read", 0);
	assert_int_equal(decide(&s, true, 0), OAUTH_OK);
	assert_int_equal(poll_as(&s, &other, s.codes.secret, 0), OAUTH_INVALID_GRANT);
	assert_int_equal(poll_as(&s, &console, "x", 0), OAUTH_INVALID_GRANT);
	assert_int_equal(poll_as(&s, &console, "", 0), OAUTH_INVALID_GRANT);
	assert_int_equal(poll(&s, 0), OAUTH_OK);
}

/* ---- user codes ---- */

TEST(user_codes_have_a_fixed_form_and_are_read_tolerantly)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	struct grants_answer view = { 0 };
	char typed[30];
	for (int i = 0; i < 200; i++) {
		begin(&s, "read", 0);
		assert_int_equal(strspn(s.codes.user_code, "BCDFGHJKLMNPQRSTVWXZ"), 4);
		assert_int_equal(s.codes.user_code[4], '-');
		assert_int_equal(strspn(s.codes.user_code + 5, "BCDFGHJKLMNPQRSTVWXZ"), 4);
		assert_int_equal(strlen(s.codes.user_code), 9);
	}
	snprintf(typed, sizeof(typed), " %.4s %.2s-%.2s ", s.codes.user_code, s.codes.user_code + 5,
	    s.codes.user_code + 7);
	for (char *p = typed; *p; p++)
		if (*p >= 'A')
			*p = (char)(*p | 32);
	assert_int_equal(find_code(s.g, typed, 0, &view), OAUTH_OK);
	assert_string_equal(view.client->name, "console");
	assert_string_equal(view.scope, "read");
	snprintf(typed, sizeof(typed), "%sB", s.codes.user_code);
	assert_int_equal(find_code(s.g, typed, 0, &view), OAUTH_UNKNOWN_CODE);
	assert_int_equal(find_code(s.g, "", 0, &view), OAUTH_UNKNOWN_CODE);
}

TEST(only_the_browser_that_loaded_the_page_decides)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	struct grants_answer view = { 0 }, of_another = { 0 };
	begin(&s, "read", 0);
	assert_int_equal(find_code(s.g, s.codes.user_code, 0, &of_another), OAUTH_OK);
	begin(&s, "read", 0);
	const struct str proofs[] = { STR_NONE, STR("x"), str_of(of_another.secret) };
	for (size_t i = 0; i < sizeof(proofs) / sizeof(*proofs); i++) {
		struct grants_attempt try = { &here, str_of(s.codes.user_code), proofs[i], 0 };
		assert_int_equal(grants_decide(s.g, &try, DECISION_YES, &view), OAUTH_UNPROVEN);
	}
	assert_int_equal(poll(&s, 0), OAUTH_PENDING);
	assert_int_equal(decide(&s, true, 0), OAUTH_OK);
	assert_int_equal(decide(&s, false, 0), OAUTH_UNKNOWN_CODE);
	assert_int_equal(poll(&s, 0), OAUTH_OK);
}

TEST(guessing_codes_ends_after_ten)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	struct grants_answer view = { 0 };
	begin(&s, "read", 0);
	for (int i = 0; i < TRIES_MAX; i++)
		assert_int_equal(find_code(s.g, "BBBB-BBBB", 1, &view), OAUTH_UNKNOWN_CODE);
	assert_int_equal(find_code(s.g, "BBBB-BBBB", 1, &view), OAUTH_NO_MORE_CODES);
	struct grants_attempt try = { &there, STR("BBBB-BBBB"), STR_NONE, 1 };
	assert_int_equal(grants_decide(s.g, &try, DECISION_NONE, &view), OAUTH_UNKNOWN_CODE);
	assert_int_equal(
	    find_code(s.g, "BBBB-BBBB", 1 + TRIES_WINDOW_MS, &view), OAUTH_UNKNOWN_CODE);
	/* Wrong guesses do not block a client with the correct code. */
	assert_int_equal(find_code(s.g, s.codes.user_code, 1, &view), OAUTH_OK);
	assert_int_equal(decide(&s, true, 1), OAUTH_OK);
}

/* ---- refresh tokens ---- */

TEST(each_refresh_token_works_once)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	char old[GRANTS_SECRET_SIZE];
	approve_program(&s, ALL);
	for (int i = 1; i < 20; i++) {
		memcpy(old, s.given.secret, sizeof(old));
		assert_int_equal(renew(&s, old, i * S), OAUTH_OK);
		assert_string_not_equal(s.given.secret, old);
		assert_string_equal(s.given.scope, ALL);
	}
}

TEST(a_reused_refresh_token_ends_its_own_family_only)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	struct sign_in t = { .g = s.g };
	char first[GRANTS_SECRET_SIZE], last[GRANTS_SECRET_SIZE];
	approve_program(&t, "read");
	approve_program(&s, "read");
	memcpy(first, s.given.secret, sizeof(first));
	assert_int_equal(renew(&s, s.given.secret, 1), OAUTH_OK);
	assert_int_equal(renew(&s, s.given.secret, 2), OAUTH_OK);
	memcpy(last, s.given.secret, sizeof(last));
	assert_int_equal(renew(&s, first, 3), OAUTH_TOKEN_REUSED);
	assert_int_equal(renew(&s, last, 3), OAUTH_INVALID_GRANT);
	assert_int_equal(renew(&t, t.given.secret, 4), OAUTH_OK);
}

TEST(tokens_of_others_change_nothing)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	char token[GRANTS_SECRET_SIZE];
	approve_program(&s, "read");
	memcpy(token, s.given.secret, sizeof(token));
	assert_int_equal(renew_as(&s, &other, token, NULL, 1), OAUTH_INVALID_GRANT);
	assert_int_equal(renew(&s, "", 1), OAUTH_INVALID_GRANT);
	assert_int_equal(renew(&s, s.codes.secret, 1), OAUTH_INVALID_GRANT);
	struct grants_request rq = { &console, str_from(token, 63), STR_NONE, 1 };
	assert_int_equal(grants_renew(s.g, &rq, &s.given), OAUTH_INVALID_GRANT);
	assert_int_equal(renew(&s, token, 1), OAUTH_OK);
}

TEST(a_family_expires_twelve_hours_after_its_last_use)
{
	const int64_t life = (int64_t)GRANTS_REFRESH_LIFETIME_S * S;
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	char token[GRANTS_SECRET_SIZE];
	approve_program(&s, "read");
	assert_int_equal(renew(&s, s.given.secret, life - 1), OAUTH_OK);
	memcpy(token, s.given.secret, sizeof(token));
	assert_int_equal(renew(&s, token, 2 * life - 1), OAUTH_INVALID_GRANT);
	assert_int_equal(renew(&s, token, 2 * life - 1), OAUTH_INVALID_GRANT);
}

TEST(a_refresh_can_narrow_the_scope_and_never_widen_it)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	char token[GRANTS_SECRET_SIZE];
	approve_program(&s, "read catalog:write");
	assert_int_equal(
	    renew_as(&s, &console, s.given.secret, "identity:admin read", 1), OAUTH_OK);
	assert_string_equal(s.given.scope, "read");
	memcpy(token, s.given.secret, sizeof(token));
	assert_int_equal(renew_as(&s, &console, token, "identity:admin", 2), OAUTH_NO_SCOPE);
	assert_int_equal(renew(&s, token, 3), OAUTH_OK); /* the token was not used up */
	assert_string_equal(s.given.scope, "read catalog:write");
}

static void
revoke_as(struct sign_in *s, const struct oauth_client *client, const char *token)
{
	struct grants_request rq = { client, str_of(token), STR_NONE, 1 };
	struct grants_answer none;
	assert_int_equal(grants_revoke(s->g, &rq, &none), OAUTH_OK);
}

TEST(revoking_any_token_ends_its_family)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	char first[GRANTS_SECRET_SIZE];
	approve_program(&s, "read");
	memcpy(first, s.given.secret, sizeof(first));
	revoke_as(&s, &other, first);
	revoke_as(&s, &console, "nothing");
	assert_int_equal(renew(&s, first, 1), OAUTH_OK);
	revoke_as(&s, &console, first);
	assert_int_equal(renew(&s, s.given.secret, 2), OAUTH_INVALID_GRANT);
}

/* ---- limits ---- */

TEST(no_pending_code_is_evicted_for_a_new_one)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	struct grants_answer first, more;
	begin(&s, "read", 0);
	first = s.codes;
	for (int i = 1; i < GRANTS_MAX; i++)
		begin(&s, "read", 1);
	struct grants_request rq = { &console, STR_NONE, STR("read"), 1 };
	assert_int_equal(grants_begin(s.g, &rq, &more), OAUTH_TOO_MANY_SIGN_INS);
	assert_int_equal(poll_as(&s, &console, first.secret, 0), OAUTH_PENDING);
	assert_int_equal(poll(&s, 0), OAUTH_PENDING);
	/* An expired code frees its slot. */
	begin(&s, "read", GRANTS_CODE_LIFETIME_S * 1000);
	assert_int_equal(poll(&s, GRANTS_CODE_LIFETIME_S * 1000), OAUTH_PENDING);
}

TEST(the_least_recently_used_family_is_evicted)
{
	CLEANUP(end) struct sign_in s = { .g = grants_new() };
	struct grants_answer used, unused;
	approve_program(&s, "read");
	used = s.given;
	approve_program(&s, "read");
	unused = s.given;
	assert_int_equal(renew(&s, used.secret, 1), OAUTH_OK);
	used = s.given;
	for (int i = 2; i <= GRANTS_MAX; i++)
		approve_program(&s, "read");
	assert_int_equal(renew(&s, unused.secret, 2), OAUTH_INVALID_GRANT);
	assert_int_equal(renew(&s, used.secret, 2), OAUTH_OK);
}

/* ---- scopes ---- */

static void
narrows_to(const char *has, const char *wanted, const char *left)
{
	const struct oauth_client client = { .scope = has };
	struct grants_request rq = { &client, STR_NONE, str_of(wanted), 1 };
	struct grants_answer out;
	enum oauth_result result = grants_narrow_scope(NULL, &rq, &out);
	assert_int_equal(result, left[0] ? OAUTH_OK : OAUTH_NO_SCOPE);
	assert_string_equal(out.scope, left);
}

TEST(scopes_are_narrowed_word_by_word)
{
	static const struct {
		const char *has, *wanted, *left;
	} cases[] = {
		{ ALL, NULL, ALL },
		{ ALL, "read", "read" },
		{ ALL, "identity:admin  read read", "identity:admin read" },
		{ ALL, "rea reads root", "" },
		{ ALL, "", ALL },
		{ "read", ALL, "read" },
		{ "", "read", "" },
	};
	char many[SCOPE_SIZE + 100] = "";
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		narrows_to(cases[i].has, cases[i].wanted, cases[i].left);
	memset(many, 'a', SCOPE_SIZE - 1);
	narrows_to(many, NULL, many);
	memset(many, 'a', SCOPE_SIZE);
	memcpy(many + SCOPE_SIZE, " read", 6);
	narrows_to(many, NULL, "read");
}
