/* One renewal of a sign-in that is kept: when the issuer is asked, what is kept then, and who wins.
 */
#include "client/renewal.h"
#include "unit/client/held_answer.h"
#include "unit/client/renewal_bench.h"
#include "unit/client/scripted_issuer.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define SIGNS_IN ""
#define NEW_TOKENS                                                                           \
	"{\"access_token\":\"access-2\",\"refresh_token\":\"refresh-2\",\"expires_in\":100," \
	"\"scope\":\"less\"}"

/* One console. */
struct console {
	struct small_loop *loop;
	struct oauth *oauth;
	struct kept *kept;
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

static void
console_begin(struct console *c, struct small_loop *loop, const struct oauth_rules *rules)
{
	*c = (struct console){ .loop = loop };
	c->oauth = oauth_new(&loop->io, rules);
	c->kept = kept_new(&loop->io, KEPT_FILE, NULL);
}

static void
console_end(struct console *c)
{
	renewal_stop(c->renewal);
	oauth_free(c->oauth);
	kept_free(c->kept);
	buf_free(&c->access);
	buf_free(&c->refresh);
}

static void
begin(struct set *s)
{
	*s = (struct set){ 0 };
	assert_int_equal(system("rm -rf " KEPT_FOLDER), 0);
	small_loop_init(&s->loop);
	issuer_start(&s->issuer);
	issuer_says(&s->issuer, "/token", 0, 200, NEW_TOKENS);
	s->rules = issuer_rules(&s->issuer);
	console_begin(&s->one, &s->loop, &s->rules);
}

static void
end(struct set *s)
{
	console_end(&s->one);
	small_loop_free(&s->loop);
	issuer_stop(&s->issuer);
}

static void
told(void *ctx, const struct kept_tokens *tokens, const struct err *err)
{
	struct console *c = ctx;
	c->calls++;
	c->renewal = NULL;
	c->err = err ? *err : (struct err){ 0 };
	if (!tokens)
		return;
	buf_adds(&c->access, buf_str(&tokens->access));
	buf_adds(&c->refresh, buf_str(&tokens->refresh));
}

static bool
was_it_told(void *ctx)
{
	return ((struct console *)ctx)->calls > 0;
}

static void
start(struct console *c, const char *held)
{
	c->calls = 0;
	buf_reset(&c->access);
	buf_reset(&c->refresh);
	struct renewal *r = renewal_start(
	    &(struct renewal_order){ .io = c->loop->io,
		.oauth = c->oauth,
		.kept = c->kept,
		.held = str_of(held) },
	    told, c);
	if (r)
		c->renewal = r;
}

static void
finish(struct console *c)
{
	assert_true(small_loop_until(c->loop, was_it_told, c, 20000));
	assert_int_equal(c->calls, 1);
	assert_false(kept_holds(c->kept));
}

static void
renew(struct set *s, const char *held)
{
	start(&s->one, held);
	finish(&s->one);
}

static void
expect_kept(const char *access, const char *refresh)
{
	struct kept_tokens t;
	read_sign_in(&t);
	if (!str_eqz(buf_str(&t.access), access) || !str_eqz(buf_str(&t.refresh), refresh))
		fail_msg("%.*s and %.*s are kept, not %s and %s", STR_ARG(buf_str(&t.access)),
		    STR_ARG(buf_str(&t.refresh)), access, refresh);
	kept_tokens_free(&t);
}

static void
expect_told(struct set *s, const char *access, const char *refresh)
{
	assert_int_equal(s->one.err.kind, ERR_NONE);
	assert_string_equal(buf_z(&s->one.access), access);
	assert_string_equal(buf_z(&s->one.refresh), refresh);
}

/* Somebody has to sign in, and what is kept is as it was. */
static void
expect_signed_out(struct set *s, const char *words)
{
	assert_int_equal(s->one.err.kind, ERR_AUTH);
	assert_string_equal(s->one.err.code, "signed_out");
	assert_string_equal(s->one.err.text, words);
	assert_int_equal(s->one.access.n, 0);
}

/* ---- the issuer is asked ---- */

static void
a_refresh_token_is_used_and_both_new_ones_are_kept(void **state)
{
	struct kept_tokens t;
	struct set s;
	(void)state;
	begin(&s);
	keep_sign_in(&s.rules, "access-1", "refresh&1", -100000, -1000);
	renew(&s, "access-1");
	expect_told(&s, "access-2", "refresh-2");
	const struct hostile_request *r = issuer_asked(&s.issuer, "/token", 1);
	assert_string_equal(
	    r->body, "grant_type=refresh_token&refresh_token=refresh%261&client_id=console%201");
	read_sign_in(&t);
	assert_string_equal(buf_z(&t.access), "access-2");
	assert_string_equal(buf_z(&t.refresh), "refresh-2");
	assert_string_equal(buf_z(&t.scope), "less");
	assert_string_equal(buf_z(&t.issuer), s.rules.issuer);
	assert_string_equal(buf_z(&t.resource), s.rules.resource);
	assert_true(clock_real() - t.since_ms < 20000);
	assert_int_equal(t.until_ms - t.since_ms, 100000);
	kept_tokens_free(&t);
	end(&s);
}

/* An issuer that does not rotate gives none, and says nothing of what stays. */
static void
a_refresh_token_that_is_not_replaced_stays(void **state)
{
	struct kept_tokens t;
	struct set s;
	(void)state;
	begin(&s);
	issuer_says(&s.issuer, "/token", 0, 200, "{\"access_token\":\"access-2\"}");
	keep_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
	renew(&s, "");
	expect_told(&s, "access-2", "refresh-1");
	read_sign_in(&t);
	assert_string_equal(buf_z(&t.refresh), "refresh-1");
	assert_string_equal(buf_z(&t.scope), "catalog.read \"x\"");
	assert_int_equal(t.until_ms, WHEN_NONE);
	kept_tokens_free(&t);
	end(&s);
}

/* A good one is only asked for again by who holds that very token, and was refused with it. */
static void
a_token_that_is_good_is_taken_unless_it_is_the_one_held(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	keep_sign_in(&s.rules, "access-1", "refresh-1", 0, 100000);
	renew(&s, "");
	expect_told(&s, "access-1", "refresh-1");
	renew(&s, "access-0");
	expect_told(&s, "access-1", "refresh-1");
	assert_int_equal(hostile_count(s.issuer.server), 0);
	renew(&s, "access-1");
	expect_told(&s, "access-2", "refresh-2");
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
	end(&s);
}

/* Ten seconds before its end it is no good any more; of a short one a tenth. */
static void
a_token_is_good_until_shortly_before_its_end(void **state)
{
	static const struct {
		int64_t since, until;
		bool good;
	} cases[] = { { 0, 100000, true }, { -89000, 11000, true }, { -91000, 9000, false },
		{ -100000, -1, false }, { -300000, 12000, true }, { -300000, 8000, false },
		{ -7000, 3000, true }, { -9500, 500, false }, { 0, 0, false } };
	struct set s;
	(void)state;
	begin(&s);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct kept_tokens t;
		keep_sign_in(&s.rules, "access-1", "refresh-1", cases[i].since, cases[i].until);
		read_sign_in(&t);
		if (renewal_is_good(&t) != cases[i].good)
			fail_msg("from %lld to %lld", (long long)cases[i].since,
			    (long long)cases[i].until);
		t.until_ms = WHEN_NONE;
		assert_true(renewal_is_good(&t));
		buf_reset(&t.access);
		assert_false(renewal_is_good(&t));
		kept_tokens_free(&t);
	}
	end(&s);
}

/* ---- somebody has to sign in ---- */

static void
a_refresh_token_that_was_used_already_ends_the_sign_in(void **state)
{
	static const char *const errors[] = { "{\"error\":\"invalid_grant\"}",
		"{\"error\":\"unauthorized_client\",\"error_description\":\"no\"}" };
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct set s;
		begin(&s);
		keep_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
		issuer_says(&s.issuer, "/token", 0, 400, errors[i]);
		renew(&s, "access-1");
		expect_signed_out(&s, "the sign-in has ended" SIGNS_IN);
		expect_kept("access-1", "refresh-1"); /* till somebody signs in, or out */
		assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
		end(&s);
	}
}

static void
without_a_sign_in_nothing_is_asked(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	renew(&s, "");
	expect_signed_out(&s, "nobody is signed in here" SIGNS_IN);
	keep_sign_in(&s.rules, "access-1", "", -100000, -1000);
	renew(&s, "");
	expect_signed_out(&s, "the sign-in has ended" SIGNS_IN);
	assert_int_equal(hostile_count(s.issuer.server), 0);
	end(&s);
}

/* It goes where it was made for, and nowhere else; it stays for who goes back there. */
static void
a_sign_in_for_elsewhere_is_not_used(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	for (int i = 0; i < 3; i++) {
		struct oauth_rules other = s.rules;
		const char **const members[] = { &other.resource, &other.issuer, &other.client_id };
		*members[i] = "https://elsewhere.example";
		for (int good = 0; good < 2; good++) {
			keep_sign_in(
			    &other, "access-1", "refresh-1", -100000, good ? 90000 : -1000);
			renew(&s, "");
			expect_signed_out(&s,
			    "the sign-in that is kept is for another address or issuer" SIGNS_IN);
			expect_kept("access-1", "refresh-1");
		}
	}
	assert_int_equal(hostile_count(s.issuer.server), 0);
	end(&s);
}

/* ---- what goes wrong on the way ---- */

/* A folder stands where the next one would be written: as without room. */
static void
without_room_the_refresh_token_is_not_used_up(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	keep_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
	assert_int_equal(mkdir(KEPT_FILE ".new", 0700), 0);
	renew(&s, "access-1");
	assert_int_equal(s.one.err.kind, ERR_IO);
	assert_string_equal(
	    s.one.err.text, "the sign-in cannot be kept in " KEPT_FILE ": File exists");
	assert_string_equal(s.one.err.code, "");
	assert_int_equal(hostile_count(s.issuer.server), 0);
	expect_kept("access-1", "refresh-1");
	assert_int_equal(rmdir(KEPT_FILE ".new"), 0);
	renew(&s, "access-1");
	expect_told(&s, "access-2", "refresh-2");
	end(&s);
}

static void
without_a_folder_nothing_is_asked(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	int fd = open(KEPT_FOLDER, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	close(fd);
	renew(&s, "access-1");
	assert_int_equal(s.one.err.kind, ERR_IO);
	assert_int_equal(hostile_count(s.issuer.server), 0);
	end(&s);
	assert_int_equal(unlink(KEPT_FOLDER), 0);
}

static void
an_issuer_that_cannot_be_asked_ends_nothing(void **state)
{
	static const struct {
		const char *path;
		int status; /* 0: the line breaks */
		const char *body;
		enum err_kind kind;
	} cases[] = {
		{ "/token", 0, "", ERR_NETWORK },
		{ "/token", 503, "{\"error\":\"temporarily_unavailable\"}", ERR_UPSTREAM },
		{ "/token", 401, "{\"error\":\"invalid_client\"}", ERR_AUTH },
		{ "/token", 200, "{\"access_token\":\"a b\"}", ERR_PROTOCOL },
		{ ISSUER_METADATA, 0, "", ERR_NETWORK },
		{ ISSUER_METADATA, 404, "", ERR_PROTOCOL },
		{ ISSUER_METADATA, 200, "{\"issuer\":\"https://elsewhere.example\"}",
		    ERR_PROTOCOL },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct set s;
		begin(&s);
		keep_sign_in(&s.rules, "access-1", "refresh-1", -100000, -1000);
		if (cases[i].status)
			issuer_says(&s.issuer, cases[i].path, 0, cases[i].status, cases[i].body);
		else
			issuer_breaks_off(&s.issuer, cases[i].path);
		renew(&s, "access-1");
		assert_int_equal(s.one.err.kind, cases[i].kind);
		assert_string_not_equal(s.one.err.code, "signed_out");
		expect_kept("access-1", "refresh-1");
		bool asked = strcmp(cases[i].path, "/token") == 0;
		assert_int_equal(issuer_count(&s.issuer, "/token"), asked);
		end(&s);
	}
}

/* ---- others at the same time ---- */

static bool
is_issuer_asked(void *ctx)
{
	return issuer_count(ctx, "/token") > 0;
}

/* To the moment when the issuer has been asked and its answer is on the way. */
static void
start_and_hold(struct set *s)
{
	keep_sign_in(&s->rules, "access-1", "refresh-1", -100000, -1000);
	issuer_holds(&s->issuer, "/token", HELD_MS);
	start(&s->one, "access-1");
	assert_true(small_loop_until(&s->loop, is_issuer_asked, &s->issuer, 20000));
	assert_int_equal(s->one.calls, 0);
	assert_false(is_lock_free());
}

static void
two_at_once_ask_once(void **state)
{
	struct console two;
	struct set s;
	(void)state;
	begin(&s);
	console_begin(&two, &s.loop, &s.rules);
	start_and_hold(&s);
	start(&two, "access-1");
	small_loop_turn(&s.loop, 0);
	assert_int_equal(two.calls, 0);
	let_go(s.issuer.server);
	finish(&s.one);
	finish(&two);
	expect_told(&s, "access-2", "refresh-2");
	assert_string_equal(buf_z(&two.access), "access-2");
	assert_string_equal(buf_z(&two.refresh), "refresh-2");
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
	console_end(&two);
	end(&s);
}

/* It was stopped for so long that somebody tidied up, and another signed in. */
static void
who_lost_the_lock_believes_a_newer_sign_in(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	start_and_hold(&s);
	assert_int_equal(unlink(KEPT_LOCK), 0);
	assert_true(is_lock_free());
	keep_sign_in(&s.rules, "access-9", "refresh-9", 0, 100000);
	let_go(s.issuer.server);
	finish(&s.one);
	expect_told(&s, "access-9", "refresh-9");
	expect_kept("access-9", "refresh-9");
	end(&s);
}

static void
who_lost_the_lock_to_nobody_keeps_what_it_got(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	start_and_hold(&s);
	assert_int_equal(unlink(KEPT_LOCK), 0);
	let_go(s.issuer.server);
	finish(&s.one);
	expect_told(&s, "access-2", "refresh-2");
	expect_kept("access-2", "refresh-2");
	end(&s);
}

/* What is kept meanwhile is for another issuer: it is not ours to use, nor to replace. */
static void
who_lost_the_lock_leaves_a_sign_in_for_elsewhere(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	struct oauth_rules other = s.rules;
	other.issuer = "https://elsewhere.example";
	start_and_hold(&s);
	assert_int_equal(unlink(KEPT_LOCK), 0);
	keep_sign_in(&other, "access-9", "refresh-9", 0, 100000);
	let_go(s.issuer.server);
	finish(&s.one);
	expect_told(&s, "access-2", "refresh-2");
	expect_kept("access-9", "refresh-9");
	end(&s);
}

/* The issuer refuses, since somebody else was faster with the same refresh token. */
static void
who_is_refused_takes_what_another_console_got(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	issuer_says(&s.issuer, "/token", 0, 400, "{\"error\":\"invalid_grant\"}");
	start_and_hold(&s);
	keep_sign_in(&s.rules, "access-9", "refresh-9", 0, 100000);
	let_go(s.issuer.server);
	finish(&s.one);
	expect_told(&s, "access-9", "refresh-9");
	assert_int_equal(issuer_count(&s.issuer, "/token"), 1);
	end(&s);
}

static void
one_that_is_stopped_gives_the_lock_back(void **state)
{
	struct set s;
	(void)state;
	begin(&s);
	start_and_hold(&s);
	renewal_stop(s.one.renewal);
	s.one.renewal = NULL;
	assert_true(is_lock_free());
	let_go(s.issuer.server);
	small_loop_turn(&s.loop, 0);
	assert_int_equal(s.one.calls, 0);
	expect_kept("access-1", "refresh-1");
	renewal_stop(NULL);
	end(&s);
}

static volatile sig_atomic_t signals;

static void
count_signal(int number)
{
	(void)number;
	signals++;
}

static void
a_signal_waits_until_the_answer_is_kept(void **state)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE };
	(void)state;
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++) {
		struct set s;
		signals = 0;
		signal(ending[i], count_signal);
		begin(&s);
		start_and_hold(&s);
		assert_true(renewal_must_finish(s.one.renewal));
		raise(ending[i]);
		small_loop_turn(&s.loop, 0);
		assert_int_equal(signals, 0);
		let_go(s.issuer.server);
		finish(&s.one);
		assert_int_equal(signals, 1);
		expect_kept("access-2", "refresh-2");
		signal(ending[i], SIG_DFL);
		end(&s);
	}
}

/* Three seconds, and then what was stopped is stopped with it. */
static void
a_signal_does_not_wait_for_long(void **state)
{
	struct set s;
	(void)state;
	signals = 0;
	signal(SIGTERM, count_signal);
	begin(&s);
	start_and_hold(&s);
	raise(SIGTERM);
	small_loop_turn(&s.loop, 0);
	move_clock(2900);
	small_loop_turn(&s.loop, 0);
	assert_int_equal(signals, 0);
	move_clock(100);
	small_loop_turn(&s.loop, 0);
	assert_int_equal(signals, 1);
	assert_false(renewal_must_finish(s.one.renewal));
	renewal_stop(s.one.renewal);
	s.one.renewal = NULL;
	raise(SIGTERM);
	assert_int_equal(signals, 2);
	signal(SIGTERM, SIG_DFL);
	let_go(s.issuer.server);
	end(&s);
}

/* Who blocked it has a plan for it. */
static void
a_signal_that_was_blocked_before_stays_so(void **state)
{
	struct set s;
	sigset_t own, now;
	(void)state;
	sigemptyset(&own);
	sigaddset(&own, SIGTERM);
	sigprocmask(SIG_BLOCK, &own, NULL);
	begin(&s);
	start_and_hold(&s);
	renewal_stop(s.one.renewal);
	s.one.renewal = NULL;
	sigprocmask(SIG_UNBLOCK, &own, &now);
	assert_true(sigismember(&now, SIGTERM));
	assert_false(sigismember(&now, SIGINT));
	let_go(s.issuer.server);
	end(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_refresh_token_is_used_and_both_new_ones_are_kept),
		cmocka_unit_test(a_refresh_token_that_is_not_replaced_stays),
		cmocka_unit_test(a_token_that_is_good_is_taken_unless_it_is_the_one_held),
		cmocka_unit_test(a_token_is_good_until_shortly_before_its_end),
		cmocka_unit_test(a_refresh_token_that_was_used_already_ends_the_sign_in),
		cmocka_unit_test(without_a_sign_in_nothing_is_asked),
		cmocka_unit_test(a_sign_in_for_elsewhere_is_not_used),
		cmocka_unit_test(without_room_the_refresh_token_is_not_used_up),
		cmocka_unit_test(without_a_folder_nothing_is_asked),
		cmocka_unit_test(an_issuer_that_cannot_be_asked_ends_nothing),
		cmocka_unit_test(two_at_once_ask_once),
		cmocka_unit_test(who_lost_the_lock_believes_a_newer_sign_in),
		cmocka_unit_test(who_lost_the_lock_to_nobody_keeps_what_it_got),
		cmocka_unit_test(who_lost_the_lock_leaves_a_sign_in_for_elsewhere),
		cmocka_unit_test(who_is_refused_takes_what_another_console_got),
		cmocka_unit_test(one_that_is_stopped_gives_the_lock_back),
		cmocka_unit_test(a_signal_waits_until_the_answer_is_kept),
		cmocka_unit_test(a_signal_does_not_wait_for_long),
		cmocka_unit_test(a_signal_that_was_blocked_before_stays_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
