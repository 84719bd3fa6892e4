/* Slow connections are shut down, however active they look; others are left alone. */
#include "base/clock.h"
#include "lib/test.h"
#include "service/http/reaper.h"

#include <sys/socket.h>
#include <unistd.h>

TEST(late_connections_are_shut_down)
{
	static const struct reaper_limits limits = { { 1, 1000000, 1, 1, 1 }, 1, 1000000 };
	struct reaper *r = reaper_start(&limits, NULL, NULL);
	int late[2], slow[2];
	char byte;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, late), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, slow), 0);
	struct watched_connection *b = reaper_watch(r, slow[0], NULL);
	reaper_enter_phase(b, REAPER_BODY);
	struct watched_connection *a = reaper_watch(r, late[0], NULL);
	/* Sending bytes does not help: read() returns once the reaper has shut the connection
	 * down. */
	assert_int_equal(send(late[1], "x", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(late[1], &byte, 1), 0);
	assert_int_equal(send(slow[0], "y", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(slow[1], &byte, 1), 1);
	reaper_enter_phase(b, REAPER_RESPONSE);
	assert_int_equal(read(slow[1], &byte, 1), 0);
	reaper_unwatch(r, a);
	reaper_unwatch(r, b);
	reaper_stop(r);
	for (int i = 0; i < 2; i++) {
		close(late[i]);
		close(slow[i]);
	}
}

TEST(removed_connections_are_left_alone)
{
	static const struct reaper_limits limits = { { 1, 1, 1, 1, 1 }, 1, 1 };
	struct reaper *r = reaper_start(&limits, NULL, NULL);
	int kept[2], late[2];
	char byte;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, kept), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, late), 0);
	struct watched_connection *a = reaper_watch(r, late[0], NULL);
	reaper_unwatch(r, reaper_watch(r, kept[0], NULL));
	assert_int_equal(read(late[1], &byte, 1), 0);
	assert_int_equal(send(kept[0], "x", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(kept[1], &byte, 1), 1);
	reaper_unwatch(r, a);
	reaper_stop(r);
	for (int i = 0; i < 2; i++) {
		close(kept[i]);
		close(late[i]);
	}
}

/* A body that arrives too slowly is cut off; received bytes extend its time, up to a maximum. */
TEST(a_body_must_arrive_at_a_minimum_rate)
{
	static const struct reaper_limits limits = { { 1000000, 1000000, 1, 1, 1 }, 1000, 1 };
	struct reaper *r = reaper_start(&limits, NULL, NULL);
	int crawls[2], flows[2];
	char byte;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, crawls), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, flows), 0);
	struct watched_connection *a = reaper_watch(r, crawls[0], NULL),
				  *b = reaper_watch(r, flows[0], NULL);
	reaper_enter_phase(b, REAPER_BODY);
	reaper_extend_for_body(b, 900000);
	reaper_enter_phase(a, REAPER_BODY);
	reaper_extend_for_body(a, 1);
	assert_int_equal(read(crawls[1], &byte, 1), 0);
	assert_int_equal(send(flows[0], "y", 1, MSG_NOSIGNAL), 1);
	assert_int_equal(read(flows[1], &byte, 1), 1);
	reaper_unwatch(r, a);
	reaper_unwatch(r, b);
	reaper_stop(r);
	for (int i = 0; i < 2; i++) {
		close(crawls[i]);
		close(flows[i]);
	}
}

/* Three addresses: one with many connections, one with the most that still count as few, one
 * with a single connection. */
enum { CROWD = REAPER_CROWD_MIN + 4, FEW = REAPER_CROWD_MIN };

struct reaper_fixture {
	struct limits *limits;
	struct reaper *reaper;
	struct watched_connection *watched[CROWD + FEW + 1];
	int fds[CROWD + FEW + 1][2];
};

static struct remote_address
address(unsigned char last)
{
	return (struct remote_address){ .address = { [12] = 192, 0, 2, last } };
}

static void
add_connections(struct reaper_fixture *t, size_t from, size_t n, unsigned char last)
{
	struct remote_address remote = address(last);
	for (size_t i = from; i < from + n; i++) {
		limits_add_connection(t->limits, &remote);
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, t->fds[i]), 0);
		t->watched[i] = reaper_watch(
		    t->reaper, t->fds[i][0], limits_client_address(t->limits, &remote));
	}
}

static void
open_reaper(struct reaper_fixture *t)
{
	t->limits = limits_new(&limits_default);
	t->reaper = reaper_start(NULL, NULL, NULL);
	add_connections(t, 0, CROWD, 1);
	add_connections(t, CROWD, FEW, 2);
	add_connections(t, CROWD + FEW, 1, 3);
}

static void
close_reaper(struct reaper_fixture *t)
{
	for (size_t i = 0; i < CROWD + FEW + 1; i++) {
		reaper_unwatch(t->reaper, t->watched[i]);
		close(t->fds[i][0]);
		close(t->fds[i][1]);
	}
	reaper_stop(t->reaper);
	limits_free(t->limits);
}

/* True if the i-th connection was shut down. */
static bool
is_ended(const struct reaper_fixture *t, size_t i)
{
	char byte;
	return recv(t->fds[i][1], &byte, 1, MSG_DONTWAIT) == 0;
}

static void
enter_later(struct reaper_fixture *t, size_t i, enum reaper_phase phase)
{
	int64_t now = clock_ticks();
	while (clock_ticks() == now)
		;
	reaper_enter_phase(t->watched[i], phase);
}

TEST(the_oldest_idle_connections_of_crowded_addresses_are_closed_first)
{
	CLEANUP(close_reaper) struct reaper_fixture t;
	open_reaper(&t);
	enter_later(&t, CROWD + 1, REAPER_IDLE); /* older, but one of few at its address */
	enter_later(&t, 3, REAPER_IDLE);
	enter_later(&t, 2, REAPER_IDLE);
	assert_true(reaper_make_room(t.reaper, 0));
	assert_true(is_ended(&t, 3));
	assert_true(reaper_make_room(t.reaper, 1000));
	assert_true(is_ended(&t, 2));
	/* then a connection in progress at the crowded address, if the new client's address has
	 * fewer */
	assert_true(reaper_make_room(t.reaper, CROWD - 1));
	assert_false(is_ended(&t, CROWD + 1));
	/* and last the idle connection of an address with few */
	assert_true(reaper_make_room(t.reaper, CROWD));
	assert_true(is_ended(&t, CROWD + 1));
	assert_false(reaper_make_room(t.reaper, CROWD));
}

TEST(busy_connections_and_those_of_few_are_not_closed)
{
	CLEANUP(close_reaper) struct reaper_fixture t;
	open_reaper(&t);
	for (size_t i = 0; i < CROWD; i++)
		reaper_enter_phase(t.watched[i], REAPER_WORK);
	assert_false(reaper_make_room(t.reaper, 0));
	enter_later(&t, 5, REAPER_RESPONSE);
	enter_later(&t, 4, REAPER_BODY);
	assert_false(reaper_make_room(t.reaper, CROWD));
	assert_true(reaper_make_room(t.reaper, CROWD - 1));
	assert_true(is_ended(&t, 5));
	assert_true(reaper_make_room(t.reaper, CROWD - 1));
	assert_true(is_ended(&t, 4));
	assert_false(reaper_make_room(t.reaper, 0));
}
