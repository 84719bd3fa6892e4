/* Sign-ins that wait for a decision and refresh tokens in use, with a simulated time. */
#include "service/auth/grants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

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
	struct grants_codes codes;
	struct grants_tokens given;
};

static void
begin(struct sign_in *s, const char *scope, int64_t now)
{
	assert_true(
	    grants_begin(s->g, &(struct grants_request){ &console, scope, now }, &s->codes));
}

static enum code_verdict
find_code(struct grants *g, const char *code, int64_t now, struct grants_view *view)
{
	return grants_find_code(g, &(struct grants_attempt){ &here, str_of(code), now }, view);
}

/* Opens the page and decides. */
static enum code_verdict
decide(struct sign_in *s, bool yes, int64_t now)
{
	struct grants_view view = { 0 };
	enum code_verdict seen = find_code(s->g, s->codes.user_code, now, &view);
	if (seen != CODE_OK)
		return seen;
	return grants_decide(s->g,
	    &(struct grants_attempt){ &here, str_of(s->codes.user_code), now }, str_of(view.proof),
	    yes, &view);
}

static enum grant_verdict
poll(struct sign_in *s, int64_t now)
{
	return grants_poll(s->g, &console, str_of(s->codes.device_code), now, &s->given);
}

static enum grant_verdict
renew_as(struct sign_in *s, const struct oauth_client *client, const char *token, const char *scope,
    int64_t now)
{
	struct grants_renewal order = { client, str_of(token), str_of(scope), now };
	return grants_renew(s->g, &order, &s->given);
}

static enum grant_verdict
renew(struct sign_in *s, const char *token, int64_t now)
{
	return renew_as(s, &console, token, NULL, now);
}

/* A sign-in that was approved at time 0. */
static void
approve_program(struct sign_in *s, const char *scope)
{
	begin(s, scope, 0);
	assert_int_equal(decide(s, true, 0), CODE_OK);
	assert_int_equal(poll(s, 0), GRANT_OK);
}

static void
a_code_is_pending_until_approved(void **state)
{
	struct sign_in s = { .g = grants_new() };
	(void)state;
	begin(&s, "read", 0);
	assert_int_equal(poll(&s, 1 * S), GRANT_PENDING);
	assert_int_equal(poll(&s, 6 * S), GRANT_PENDING);
	assert_int_equal(decide(&s, true, 7 * S), CODE_OK);
	/* the decision is returned however early the next poll is */
	assert_int_equal(poll(&s, 7 * S), GRANT_OK);
	assert_string_equal(s.given.scope, "read");
	assert_int_equal(strlen(s.given.refresh_token), GRANTS_SECRET_SIZE - 1);
	assert_int_equal(poll(&s, 20 * S), GRANT_UNKNOWN);
	grants_free(s.g);
}

static void
polling_too_often_increases_the_interval(void **state)
{
	struct sign_in s = { .g = grants_new() };
	(void)state;
	begin(&s, "read", 0);
	assert_int_equal(poll(&s, 0), GRANT_PENDING);
	assert_int_equal(poll(&s, 5 * S - 1), GRANT_SLOW_DOWN); /* interval 10 s from now on */
	assert_int_equal(poll(&s, 14 * S), GRANT_SLOW_DOWN);    /* interval 15 s */
	assert_int_equal(poll(&s, 29 * S), GRANT_PENDING);
	assert_int_equal(poll(&s, 43 * S), GRANT_SLOW_DOWN); /* interval 20 s */
	assert_int_equal(poll(&s, 63 * S), GRANT_PENDING);
	grants_free(s.g);
}

static void
a_denial_is_final_and_every_code_expires(void **state)
{
	struct sign_in s = { .g = grants_new() };
	(void)state;
	begin(&s, "read", 0);
	assert_int_equal(decide(&s, false, 1 * S), CODE_OK);
	assert_int_equal(poll(&s, 1 * S), GRANT_DENIED);
	assert_int_equal(poll(&s, 2 * S), GRANT_DENIED);
	assert_int_equal(decide(&s, true, 3 * S), CODE_UNKNOWN);
	begin(&s, "read", 0);
	assert_int_equal(poll(&s, 599 * S), GRANT_PENDING);
	assert_int_equal(decide(&s, true, 600 * S), CODE_UNKNOWN);
	assert_int_equal(poll(&s, 600 * S), GRANT_EXPIRED);
	begin(&s, "read", 0);
	assert_int_equal(decide(&s, true, 599 * S), CODE_OK);
	assert_int_equal(poll(&s, 600 * S), GRANT_EXPIRED);
	grants_free(s.g);
}

static void
a_code_belongs_to_its_client(void **state)
{
	struct sign_in s = { .g = grants_new() };
	(void)state;
	begin(&s, "read", 0);
	assert_int_equal(decide(&s, true, 0), CODE_OK);
	assert_int_equal(
	    grants_poll(s.g, &other, str_of(s.codes.device_code), 0, &s.given), GRANT_UNKNOWN);
	assert_int_equal(grants_poll(s.g, &console, STR("x"), 0, &s.given), GRANT_UNKNOWN);
	assert_int_equal(grants_poll(s.g, &console, STR(""), 0, &s.given), GRANT_UNKNOWN);
	assert_int_equal(poll(&s, 0), GRANT_OK);
	grants_free(s.g);
}

/* ---- user codes ---- */

static void
user_codes_have_a_fixed_form_and_are_read_tolerantly(void **state)
{
	struct sign_in s = { .g = grants_new() };
	struct grants_view view = { 0 };
	char typed[30];
	(void)state;
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
	assert_int_equal(find_code(s.g, typed, 0, &view), CODE_OK);
	assert_string_equal(view.client->name, "console");
	assert_string_equal(view.scope, "read");
	snprintf(typed, sizeof(typed), "%sB", s.codes.user_code);
	assert_int_equal(find_code(s.g, typed, 0, &view), CODE_UNKNOWN);
	assert_int_equal(find_code(s.g, "", 0, &view), CODE_UNKNOWN);
	grants_free(s.g);
}

static void
only_the_browser_that_loaded_the_page_decides(void **state)
{
	struct sign_in s = { .g = grants_new() };
	struct grants_view view = { 0 }, of_another = { 0 };
	(void)state;
	begin(&s, "read", 0);
	assert_int_equal(find_code(s.g, s.codes.user_code, 0, &of_another), CODE_OK);
	begin(&s, "read", 0);
	const struct grants_attempt try = { &here, str_of(s.codes.user_code), 0 };
	assert_int_equal(grants_decide(s.g, &try, STR_NONE, true, &view), CODE_UNPROVEN);
	assert_int_equal(grants_decide(s.g, &try, STR("x"), true, &view), CODE_UNPROVEN);
	assert_int_equal(
	    grants_decide(s.g, &try, str_of(of_another.proof), true, &view), CODE_UNPROVEN);
	assert_int_equal(poll(&s, 0), GRANT_PENDING);
	assert_int_equal(decide(&s, true, 0), CODE_OK);
	assert_int_equal(decide(&s, false, 0), CODE_UNKNOWN);
	assert_int_equal(poll(&s, 0), GRANT_OK);
	grants_free(s.g);
}

static void
guessing_codes_ends_after_ten(void **state)
{
	struct sign_in s = { .g = grants_new() };
	struct grants_view view = { 0 };
	(void)state;
	begin(&s, "read", 0);
	for (int i = 0; i < TRIES_MAX; i++)
		assert_int_equal(find_code(s.g, "BBBB-BBBB", 1, &view), CODE_UNKNOWN);
	assert_int_equal(find_code(s.g, "BBBB-BBBB", 1, &view), CODE_LIMITED);
	assert_int_equal(
	    grants_find_code(s.g, &(struct grants_attempt){ &there, STR("BBBB-BBBB"), 1 }, &view),
	    CODE_UNKNOWN);
	assert_int_equal(find_code(s.g, "BBBB-BBBB", 1 + TRIES_WINDOW_MS, &view), CODE_UNKNOWN);
	/* Wrong guesses do not block a client with the correct code. */
	assert_int_equal(find_code(s.g, s.codes.user_code, 1, &view), CODE_OK);
	assert_int_equal(decide(&s, true, 1), CODE_OK);
	grants_free(s.g);
}

/* ---- refresh tokens ---- */

static void
each_refresh_token_works_once(void **state)
{
	struct sign_in s = { .g = grants_new() };
	char old[GRANTS_SECRET_SIZE];
	(void)state;
	approve_program(&s, ALL);
	for (int i = 1; i < 20; i++) {
		memcpy(old, s.given.refresh_token, sizeof(old));
		assert_int_equal(renew(&s, old, i * S), GRANT_OK);
		assert_string_not_equal(s.given.refresh_token, old);
		assert_string_equal(s.given.scope, ALL);
	}
	grants_free(s.g);
}

static void
a_reused_refresh_token_ends_its_own_family_only(void **state)
{
	struct sign_in s = { .g = grants_new() }, t = { .g = s.g };
	char first[GRANTS_SECRET_SIZE], last[GRANTS_SECRET_SIZE];
	(void)state;
	approve_program(&t, "read");
	approve_program(&s, "read");
	memcpy(first, s.given.refresh_token, sizeof(first));
	assert_int_equal(renew(&s, s.given.refresh_token, 1), GRANT_OK);
	assert_int_equal(renew(&s, s.given.refresh_token, 2), GRANT_OK);
	memcpy(last, s.given.refresh_token, sizeof(last));
	assert_int_equal(renew(&s, first, 3), GRANT_REPLAYED);
	assert_int_equal(renew(&s, last, 3), GRANT_UNKNOWN);
	assert_int_equal(renew(&t, t.given.refresh_token, 4), GRANT_OK);
	grants_free(s.g);
}

static void
tokens_of_others_change_nothing(void **state)
{
	struct sign_in s = { .g = grants_new() };
	char token[GRANTS_SECRET_SIZE];
	(void)state;
	approve_program(&s, "read");
	memcpy(token, s.given.refresh_token, sizeof(token));
	assert_int_equal(renew_as(&s, &other, token, NULL, 1), GRANT_UNKNOWN);
	assert_int_equal(renew(&s, "", 1), GRANT_UNKNOWN);
	assert_int_equal(renew(&s, s.codes.device_code, 1), GRANT_UNKNOWN);
	assert_int_equal(
	    grants_renew(s.g,
		&(struct grants_renewal){ &console, str_from(token, 63), STR_NONE, 1 }, &s.given),
	    GRANT_UNKNOWN);
	assert_int_equal(renew(&s, token, 1), GRANT_OK);
	grants_free(s.g);
}

static void
a_family_expires_twelve_hours_after_its_last_use(void **state)
{
	const int64_t life = (int64_t)GRANTS_REFRESH_LIFETIME_S * S;
	struct sign_in s = { .g = grants_new() };
	char token[GRANTS_SECRET_SIZE];
	(void)state;
	approve_program(&s, "read");
	assert_int_equal(renew(&s, s.given.refresh_token, life - 1), GRANT_OK);
	memcpy(token, s.given.refresh_token, sizeof(token));
	assert_int_equal(renew(&s, token, 2 * life - 1), GRANT_UNKNOWN);
	assert_int_equal(renew(&s, token, 2 * life - 1), GRANT_UNKNOWN);
	grants_free(s.g);
}

static void
a_refresh_can_narrow_the_scope_and_never_widen_it(void **state)
{
	struct sign_in s = { .g = grants_new() };
	char token[GRANTS_SECRET_SIZE];
	(void)state;
	approve_program(&s, "read catalog:write");
	assert_int_equal(
	    renew_as(&s, &console, s.given.refresh_token, "identity:admin read", 1), GRANT_OK);
	assert_string_equal(s.given.scope, "read");
	memcpy(token, s.given.refresh_token, sizeof(token));
	assert_int_equal(renew_as(&s, &console, token, "identity:admin", 2), GRANT_NO_SCOPE);
	assert_int_equal(renew(&s, token, 3), GRANT_OK); /* the token was not used up */
	assert_string_equal(s.given.scope, "read catalog:write");
	grants_free(s.g);
}

static void
revoking_any_token_ends_its_family(void **state)
{
	struct sign_in s = { .g = grants_new() };
	char first[GRANTS_SECRET_SIZE];
	(void)state;
	approve_program(&s, "read");
	memcpy(first, s.given.refresh_token, sizeof(first));
	grants_revoke(s.g, &other, str_of(first));
	grants_revoke(s.g, &console, STR("nothing"));
	assert_int_equal(renew(&s, first, 1), GRANT_OK);
	grants_revoke(s.g, &console, str_of(first));
	assert_int_equal(renew(&s, s.given.refresh_token, 2), GRANT_UNKNOWN);
	grants_free(s.g);
}

/* ---- limits ---- */

static void
no_pending_code_is_evicted_for_a_new_one(void **state)
{
	struct sign_in s = { .g = grants_new() };
	struct grants_codes first, more;
	(void)state;
	begin(&s, "read", 0);
	first = s.codes;
	for (int i = 1; i < GRANTS_MAX; i++)
		begin(&s, "read", 1);
	assert_false(grants_begin(s.g, &(struct grants_request){ &console, "read", 1 }, &more));
	assert_int_equal(
	    grants_poll(s.g, &console, str_of(first.device_code), 0, &s.given), GRANT_PENDING);
	assert_int_equal(poll(&s, 0), GRANT_PENDING);
	/* An expired code frees its slot. */
	begin(&s, "read", GRANTS_CODE_LIFETIME_S * 1000);
	assert_int_equal(poll(&s, GRANTS_CODE_LIFETIME_S * 1000), GRANT_PENDING);
	grants_free(s.g);
}

static void
the_least_recently_used_family_is_evicted(void **state)
{
	struct sign_in s = { .g = grants_new() };
	struct grants_tokens used, unused;
	(void)state;
	approve_program(&s, "read");
	used = s.given;
	approve_program(&s, "read");
	unused = s.given;
	assert_int_equal(renew(&s, used.refresh_token, 1), GRANT_OK);
	used = s.given;
	for (int i = 2; i <= GRANTS_MAX; i++)
		approve_program(&s, "read");
	assert_int_equal(renew(&s, unused.refresh_token, 2), GRANT_UNKNOWN);
	assert_int_equal(renew(&s, used.refresh_token, 2), GRANT_OK);
	grants_free(s.g);
}

/* ---- scopes ---- */

static void
scopes_are_narrowed_word_by_word(void **state)
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
	char out[SCOPE_SIZE], many[SCOPE_SIZE + 100] = "";
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		scope_narrow(out, cases[i].has, str_of(cases[i].wanted));
		assert_string_equal(out, cases[i].left);
	}
	memset(many, 'a', SCOPE_SIZE - 1);
	scope_narrow(out, many, STR_NONE);
	assert_int_equal(strlen(out), SCOPE_SIZE - 1);
	memset(many, 'a', SCOPE_SIZE);
	memcpy(many + SCOPE_SIZE, " read", 6);
	scope_narrow(out, many, STR_NONE);
	assert_string_equal(out, "read");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_code_is_pending_until_approved),
		cmocka_unit_test(polling_too_often_increases_the_interval),
		cmocka_unit_test(a_denial_is_final_and_every_code_expires),
		cmocka_unit_test(a_code_belongs_to_its_client),
		cmocka_unit_test(user_codes_have_a_fixed_form_and_are_read_tolerantly),
		cmocka_unit_test(only_the_browser_that_loaded_the_page_decides),
		cmocka_unit_test(guessing_codes_ends_after_ten),
		cmocka_unit_test(each_refresh_token_works_once),
		cmocka_unit_test(a_reused_refresh_token_ends_its_own_family_only),
		cmocka_unit_test(tokens_of_others_change_nothing),
		cmocka_unit_test(a_family_expires_twelve_hours_after_its_last_use),
		cmocka_unit_test(a_refresh_can_narrow_the_scope_and_never_widen_it),
		cmocka_unit_test(revoking_any_token_ends_its_family),
		cmocka_unit_test(no_pending_code_is_evicted_for_a_new_one),
		cmocka_unit_test(the_least_recently_used_family_is_evicted),
		cmocka_unit_test(scopes_are_narrowed_word_by_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
