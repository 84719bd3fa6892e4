/* Connections that dawdle are shut down, however alive they look; others are left alone. */
#include "service/reaper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

static void
whoever_is_late_is_shut_down(void **state)
{
	static const struct reaper_limits limits = { { 1, 1000000, 1, 1 }, 1, 1000000 };
	struct reaper *r = reaper_start(&limits);
	int late[2], slow[2];
	char byte;
	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, late), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, slow), 0);
	struct watched *b = reaper_watch(r, slow[0]);
	reaper_enter(b, REAPER_BODY);
	struct watched *a = reaper_watch(r, late[0]);
	/* Sending bytes does not help: read() returns when the reaper has come. */
	assert_int_equal(send(late[1], "x", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(late[1], &byte, 1), 0);
	assert_int_equal(send(slow[0], "y", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(slow[1], &byte, 1), 1);
	reaper_enter(b, REAPER_RESPONSE);
	assert_int_equal(read(slow[1], &byte, 1), 0);
	reaper_forget(r, a);
	reaper_forget(r, b);
	reaper_stop(r);
	for (int i = 0; i < 2; i++) {
		close(late[i]);
		close(slow[i]);
	}
}

static void
forgotten_ones_are_left_alone(void **state)
{
	static const struct reaper_limits limits = { { 1, 1, 1, 1 }, 1, 1 };
	struct reaper *r = reaper_start(&limits);
	int kept[2], late[2];
	char byte;
	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, kept), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, late), 0);
	struct watched *a = reaper_watch(r, late[0]);
	reaper_forget(r, reaper_watch(r, kept[0]));
	assert_int_equal(read(late[1], &byte, 1), 0);
	assert_int_equal(send(kept[0], "x", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(kept[1], &byte, 1), 1);
	reaper_forget(r, a);
	reaper_stop(r);
	for (int i = 0; i < 2; i++) {
		close(kept[i]);
		close(late[i]);
	}
}

/* Of two bodies the one that crawls is cut off; bytes earn time, but not more than all of it. */
static void
a_body_must_come_at_a_rate(void **state)
{
	static const struct reaper_limits limits = { { 1000000, 1000000, 1, 1 }, 1000, 1 };
	struct reaper *r = reaper_start(&limits);
	int crawls[2], flows[2];
	char byte;
	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, crawls), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, flows), 0);
	struct watched *a = reaper_watch(r, crawls[0]), *b = reaper_watch(r, flows[0]);
	reaper_enter(b, REAPER_BODY);
	reaper_body(b, 900000);
	reaper_enter(a, REAPER_BODY);
	reaper_body(a, 1);
	assert_int_equal(read(crawls[1], &byte, 1), 0);
	assert_int_equal(send(flows[0], "y", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(flows[1], &byte, 1), 1);
	reaper_forget(r, a);
	reaper_forget(r, b);
	reaper_stop(r);
	for (int i = 0; i < 2; i++) {
		close(crawls[i]);
		close(flows[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whoever_is_late_is_shut_down),
		cmocka_unit_test(forgotten_ones_are_left_alone),
		cmocka_unit_test(a_body_must_come_at_a_rate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
