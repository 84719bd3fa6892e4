/* Sessions with a sign-in or a client secret: when they renew, what the user sees, and that
 * simultaneous requests cause one renewal. */
#include "client/client.h"
#include "client/session.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/held_answer.h"
#include "unit/client/renewal_bench.h"
#include "unit/client/scripted_issuer.h"
#include "unit/client/session_told.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define NEW_TOKENS \
	"{\"access_token\":\"access-2\",\"refresh_token\":\"refresh-2\",\"expires_in\":100}"

struct set {
	struct small_loop loop;
	struct issuer issuer;
	struct sign_in_rules rules;
	struct session *session;
	struct token_result told;
	int changes; /* number of change notifications */
};

static void
on_session_change(void *ctx)
{
	((struct set *)ctx)->changes++;
}

static void
begin_with(struct set *s, bool by_secret)
{
	assert_int_equal(system("rm -rf " KEPT_FOLDER), 0);
	*s = (struct set){ 0 };
	small_loop_init(&s->loop);
	issuer_start(&s->issuer);
	issuer_answers_json(&s->issuer, "/token", 0, 200, NEW_TOKENS);
	s->rules = (struct sign_in_rules){ .oauth = issuer_rules(&s->issuer),
		.file = KEPT_FILE,
		.uses_client_secret = by_secret };
	if (by_secret)
		s->rules.oauth.secret_file = "secret";
	s->session = session_new(
	    &s->loop.io, &(struct session_source){ .sign_in_rules = &s->rules });
	session_set_on_changed(s->session, on_session_change, s);
}

static void
begin(struct set *s)
{
	begin_with(s, false);
}

static void
end(struct set *s)
{
	session_free(s->session);
	assert_int_equal(s->loop.timers.n, 0);
	small_loop_free(&s->loop);
	issuer_stop(&s->issuer);
	buf_free(&s->told.token);
}

static const char *
get_token(struct set *s, bool fresh)
{
	s->told.calls = 0;
	session_get_token(s->session, fresh, on_token, &s->told);
	assert_true(small_loop_until(&s->loop, has_token_result, &s->told, 20000));
	assert_int_equal(s->told.calls, 1);
	return buf_z(&s->told.token);
}

static struct session_state
get_state(struct set *s)
{
	struct session_state state;
	session_get_state(s->session, &state);
	return state;
}

/* True if no request is in progress and the only timer is the next renewal, in this many ms. */
static bool
is_idle_until_renewal(void *ctx)
{
	const struct set *s = ctx;
	return s->loop.watches.n == 0 && s->loop.timers.n <= 1;
}

static void
expect_renewal_between(struct set *s, int64_t least, int64_t most)
{
	assert_true(small_loop_until(&s->loop, is_idle_until_renewal, s, 20000));
	assert_int_equal(s->loop.timers.n, 1);
	int64_t left = s->loop.timers.v[0].due - clock_ticks();
	if (left > most || left < least)
		fail_msg("it renews itself in %lld ms, not %lld", (long long)left, (long long)most);
}

static void
expect_renewal_in(struct set *s, int64_t ms)
{
	expect_renewal_between(s, ms - 1000, ms);
}

static bool
has_changed_again(void *ctx)
{
	return ((struct set *)ctx)->changes > 0;
}

/* Moves the clock to the next renewal and waits for it. */
static void
wait_for_renewal(struct set *s)
{
	s->changes = 0;
	move_clock(s->loop.timers.v[0].due - clock_ticks() + 1);
	assert_true(small_loop_until(&s->loop, has_changed_again, s, 20000));
	assert_int_equal(s->changes, 1);
}

/* ---- automatic renewal ---- */

TEST(a_token_is_renewed_at_four_fifths_of_its_lifetime)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 1000000);
	assert_false(get_state(&s).has_token);
	assert_string_equal(get_token(&s, false), "access-1");
	assert_int_equal(s.changes, 1);
	assert_int_equal(hostile_count(s.issuer.server), 0);
	expect_renewal_in(&s, 800000);
	assert_int_equal(get_state(&s).kind, SESSION_SIGN_IN);
	assert_true(
	    get_state(&s).has_token && get_state(&s).auto_renews && !get_state(&s).renewal_err);
	assert_true(get_state(&s).token_expires_at > clock_real() + 990000);
	wait_for_renewal(&s);
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
	assert_string_equal(get_token(&s, false), "access-2");
	assert_true(get_state(&s).token_expires_at <= clock_real() + 100000);
	expect_renewal_in(&s, 80000);
}

/* Stored a while ago: it is renewed when the rest of the four fifths is over. */
TEST(an_older_token_is_renewed_after_the_remaining_time)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", -700000, 300000);
	assert_string_equal(get_token(&s, false), "access-1");
	expect_renewal_in(&s, 100000);
	session_reload(s.session);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", -900000, 100000);
	assert_string_equal(get_token(&s, false), "access-1");
	expect_renewal_in(&s, 1000); /* the renewal is overdue: soon */
}

TEST(a_token_without_an_expiry_is_not_renewed)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, WHEN_NONE);
	assert_string_equal(get_token(&s, false), "access-1");
	assert_int_equal(s.loop.timers.n, 0);
	assert_int_equal(get_state(&s).token_expires_at, WHEN_NONE);
	assert_string_equal(get_token(&s, true), "access-2"); /* after a 401 the issuer is asked */
}

/* The current token stays in use while the issuer is unreachable, which is retried each time
 * after a quarter of the remaining time. */
TEST(an_unreachable_issuer_is_retried_while_the_token_lasts)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 1000000);
	issuer_breaks_off(&s.issuer, "/token");
	assert_string_equal(get_token(&s, false), "access-1");
	wait_for_renewal(&s);
	assert_true(get_state(&s).has_token);
	assert_false(get_state(&s).auto_renews);
	assert_int_equal(get_state(&s).renewal_err->kind, ERR_NETWORK);
	expect_renewal_between(&s, 25000, 50000); /* the four tries took a while */
	assert_string_equal(get_token(&s, false), "access-1");
	wait_for_renewal(&s);
	expect_renewal_between(&s, 18750, 37500);
	assert_int_equal(issuer_count(&s.issuer, "/token"), 8);
	issuer_answers_json(&s.issuer, "/token", 0, 200, NEW_TOKENS);
	wait_for_renewal(&s);
	assert_true(get_state(&s).auto_renews && !get_state(&s).renewal_err);
	assert_string_equal(get_token(&s, false), "access-2");
}

TEST(after_the_sign_in_has_ended_no_request_is_sent)
{
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 1000000);
	issuer_answers_json(&s.issuer, "/token", 0, 400, "{\"error\":\"invalid_grant\"}");
	assert_string_equal(get_token(&s, false), "access-1");
	wait_for_renewal(&s);
	assert_string_equal(get_state(&s).renewal_err->code, "signed_out");
	assert_true(small_loop_until(&s.loop, is_idle_until_renewal, &s, 20000));
	assert_int_equal(s.loop.timers.n, 0);
	assert_string_equal(get_token(&s, false), "access-1"); /* while it is valid */
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
}

TEST(a_sign_in_from_another_process_is_used)
{
	CLEANUP(end) struct set s;
	begin(&s);
	assert_string_equal(get_token(&s, false), "");
	assert_string_equal(s.told.err.code, "signed_out");
	assert_int_equal(get_state(&s).renewal_err->kind, ERR_AUTH);
	store_sign_in(&s.rules.oauth, "access-5", "refresh-5", 0, 1000000);
	s.changes = 0;
	session_reload(s.session);
	assert_int_equal(s.changes, 1);
	assert_null(get_state(&s).renewal_err);
	assert_string_equal(get_token(&s, false), "access-5");
	assert_int_equal(hostile_count(s.issuer.server), 0);
}

/* ---- one renewal for several requests ---- */

struct second {
	struct set *set;
	struct token_result told;
};

static void
get_token_again(void *ctx, struct str token, const struct err *err)
{
	struct second *second = ctx;
	on_token(&second->set->told, token, err);
	session_get_token(second->set->session, true, on_token, &second->told);
}

static bool
issuer_was_asked(void *ctx)
{
	return issuer_count(ctx, "/token") > 0;
}

/* A caller that gets another console's token may be refused with it at once and ask again: the
 * second renewal gets its own lock, although the first one is still finishing. */
TEST(a_second_renewal_holds_its_own_lock)
{
	struct second second = { 0 };
	CLEANUP(end) struct set s;
	begin(&s);
	second.set = &s;
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 100000);
	issuer_holds(&s.issuer, "/token", HELD_MS);
	session_get_token(s.session, false, get_token_again, &second);
	assert_string_equal(buf_z(&s.told.token), "access-1");
	assert_true(small_loop_until(&s.loop, issuer_was_asked, &s.issuer, 20000));
	assert_false(is_lock_free());
	release_held_answers(s.issuer.server);
	assert_true(small_loop_until(&s.loop, has_token_result, &second.told, 20000));
	assert_string_equal(buf_z(&second.told.token), "access-2");
	assert_true(is_lock_free());
	buf_free(&second.told.token);
}

/* Two consoles with one file: one renews, the other waits for its result. */
TEST(two_sessions_ask_once)
{
	struct token_result told = { 0 };
	CLEANUP(end) struct set s;
	begin(&s);
	store_sign_in(&s.rules.oauth, "access-1", "refresh-1", -100000, -1000);
	struct session *other = session_new(
	    &s.loop.io, &(struct session_source){ .sign_in_rules = &s.rules });
	session_get_token(s.session, false, on_token, &s.told);
	session_get_token(other, false, on_token, &told);
	session_get_token(other, true, on_token, &told);
	assert_true(small_loop_until(&s.loop, has_token_result, &told, 20000));
	assert_true(small_loop_until(&s.loop, has_token_result, &s.told, 20000));
	assert_string_equal(buf_z(&s.told.token), "access-2");
	assert_string_equal(buf_z(&told.token), "access-2");
	assert_int_equal(told.calls, 2);
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
	session_free(other);
	buf_free(&told.token);
}

static bool
has_one_result(void *ctx)
{
	const struct token_result *both = ctx;
	return both[0].calls || both[1].calls;
}

static bool
have_both_results(void *ctx)
{
	const struct token_result *both = ctx;
	return both[0].calls && both[1].calls;
}

static void
expect_token_of(struct hostile *server, size_t i, const char *token)
{
	auto_buf header = { 0 };
	assert_non_null(hostile_request(server, i));
	assert_true(hostile_header(hostile_request(server, i), "Authorization", &header));
	assert_string_equal(buf_z(&header), token);
}

/* Two reads are refused with the same token, at once or one long after the other: the issuer is
 * asked once, and both continue with the new token. */
TEST(two_refused_reads_send_one_request)
{
	auto_buf no = { 0 }, yes = { 0 };
	hostile_answer(&no, 401, "", STR("{\"code\":\"expired_token\"}"));
	hostile_json(&yes, "{\"items\":[]}");
	for (int late = 0; late < 2; late++) {
		const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&no) },
			{ .nth = 2, .answer = buf_str(&no), .delay_ms = late ? HELD_MS : 0 },
			{ .answer = buf_str(&yes) } };
		auto_hostile *api = hostile_start(rules, 3);
		struct token_result both[2] = { { 0 } };
		CLEANUP(end) struct set s;
		begin(&s);
		store_sign_in(&s.rules.oauth, "access-1", "refresh-1", 0, 100000);
		struct client *client = client_new(
		    &(struct client_config){ .base_url = hostile_url(api),
			.wire_names = wire_names_default(),
			.token_source = { .sign_in_rules = &s.rules } },
		    &s.loop.io);
		client_read(client, ENDPOINT_BASKETS, STR(""), on_page, &both[0]);
		client_read(client, ENDPOINT_BASKETS, STR(""), on_page, &both[1]);
		if (late) {
			assert_true(small_loop_until(&s.loop, has_one_result, both, 20000));
			assert_int_equal(both[0].calls + both[1].calls, 1);
			release_held_answers(api);
		}
		assert_true(small_loop_until(&s.loop, have_both_results, both, 20000));
		assert_int_equal(both[0].err.kind + both[1].err.kind, ERR_NONE);
		assert_int_equal(hostile_count(api), 4);
		for (size_t i = 0; i < 4; i++)
			expect_token_of(api, i, i < 2 ? "Bearer access-1" : "Bearer access-2");
		assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
		client_free(client);
	}
}

/* ---- with a client secret ---- */

static void
write_secret(mode_t mode)
{
	unlink("secret");
	int fd = open("secret", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0 && write(fd, "s3:cr+et\n", 9) == 9);
	assert_int_equal(fchmod(fd, mode), 0);
	close(fd);
}

/* "console%201:s3%3Acr%2Bet" in base64, as in RFC 6749, 2.3.1. */
TEST(a_secret_is_sent_in_the_header)
{
	auto_buf header = { 0 };
	CLEANUP(end) struct set s;
	write_secret(0600);
	begin_with(&s, true);
	assert_int_equal(get_state(&s).kind, SESSION_SECRET);
	assert_string_equal(get_token(&s, false), "access-2");
	const struct hostile_request *r = issuer_request(&s.issuer, "/token", 1);
	assert_string_equal(
	    r->body, "grant_type=client_credentials&scope=catalog.read%20offline_access");
	assert_true(hostile_header(r, "Authorization", &header));
	assert_string_equal(buf_z(&header), "Basic Y29uc29sZSUyMDE6czMlM0FjciUyQmV0");
	assert_false(hostile_header(
	    issuer_request(&s.issuer, ISSUER_METADATA, 1), "Authorization", &header));
}

TEST(a_secret_is_sent_in_the_form_if_only_that_is_supported)
{
	static const struct {
		const char *methods;
		bool in_form;
	} cases[] = { { "[\"client_secret_post\"]", true },
		{ "[\"private_key_jwt\",\"client_secret_post\"]", true },
		{ "[\"client_secret_post\",\"client_secret_basic\"]", false },
		{ "[\"client_secret_basic\"]", false }, { "[]", false },
		{ "\"client_secret_post\"", false } };
	write_secret(0600);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf members = { 0 }, header = { 0 };
		CLEANUP(end) struct set s;
		begin_with(&s, true);
		buf_addf(&members,
		    ",\"token_endpoint\":\"%s/token\",\"token_endpoint_auth_methods_supported\":%s",
		    hostile_url(s.issuer.server), cases[i].methods);
		issuer_set_metadata(&s.issuer, buf_z(&members));
		assert_string_equal(get_token(&s, false), "access-2");
		const struct hostile_request *r = issuer_request(&s.issuer, "/token", 1);
		bool in_form = strstr(r->body,
				   "&client_id=console%201&client_secret=s3%3Acr%2Bet") != NULL;
		if (in_form != cases[i].in_form ||
		    hostile_header(r, "Authorization", &header) == in_form)
			fail_msg("%s: %s", cases[i].methods, r->body);
	}
}

TEST(a_secret_readable_by_others_is_not_sent)
{
	CLEANUP(end) struct set s;
	write_secret(0644);
	begin_with(&s, true);
	assert_string_equal(get_token(&s, false), "");
	assert_int_equal(s.told.err.kind, ERR_AUTH);
	assert_non_null(strstr(s.told.err.text, "chmod 600 'secret'"));
	assert_null(strstr(s.told.err.text, "s3"));
	assert_int_equal(issuer_count(&s.issuer, "/token"), 0);
	write_secret(0600);
	assert_string_equal(get_token(&s, false), "access-2");
}

/* If a refresh token is sent anyway, it is not used: the client secret is enough. */
TEST(a_sign_in_with_a_secret_stores_nothing)
{
	CLEANUP(end) struct set s;
	write_secret(0600);
	begin_with(&s, true);
	assert_string_equal(get_token(&s, false), "access-2");
	assert_int_not_equal(access(KEPT_FOLDER, F_OK), 0);
	assert_false(process_any_file_holds(".", "access-2"));
	assert_false(process_any_file_holds(".", "refresh-2"));
	expect_renewal_in(&s, 80000);
	wait_for_renewal(&s);
	assert_non_null(
	    strstr(issuer_request(&s.issuer, "/token", 2)->body, "grant_type=client_credentials"));
	assert_int_equal(issuer_count(&s.issuer, ISSUER_METADATA), 1);
	assert_int_not_equal(access(KEPT_FOLDER, F_OK), 0);
}
