/* Signals that arrive after the issuer has received the refresh token and before its response is
 * saved. */
#include "unit/client/renewal_set.h"

#include <signal.h>

static volatile sig_atomic_t signals;

static void
count_signal(int number)
{
	(void)number;
	signals++;
}

TEST(a_signal_is_delayed_until_the_response_is_stored)
{
	static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE };
	for (size_t i = 0; i < sizeof(ending) / sizeof(*ending); i++) {
		CLEANUP(end) struct set s;
		signals = 0;
		signal(ending[i], count_signal);
		begin(&s);
		start_and_hold(&s);
		assert_true(renewal_is_critical(s.one.renewal));
		raise(ending[i]);
		small_loop_turn(&s.loop, 0);
		assert_int_equal(signals, 0);
		release_held_answers(s.issuer.server);
		finish(&s.one);
		assert_int_equal(signals, 1);
		expect_stored("access-2", "refresh-2");
		signal(ending[i], SIG_DFL);
	}
}

/* After three seconds the signal is delivered, also if that ends the renewal. */
TEST(a_signal_is_delayed_for_three_seconds_at_most)
{
	CLEANUP(end) struct set s;
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
	assert_false(renewal_is_critical(s.one.renewal));
	renewal_stop(s.one.renewal);
	s.one.renewal = NULL;
	raise(SIGTERM);
	assert_int_equal(signals, 2);
	signal(SIGTERM, SIG_DFL);
	release_held_answers(s.issuer.server);
}

TEST(a_signal_that_was_blocked_stays_blocked)
{
	CLEANUP(end) struct set s;
	sigset_t own, now;
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
	release_held_answers(s.issuer.server);
}
