/* The acceptor: it waits while no slot is free, and loses no connection when it stops. */
#include "lib/deadline.h"
#include "lib/test.h"
#include "service/http/acceptor.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

struct acceptor_fixture {
	struct acceptor *acceptor;
	struct sockaddr_in address;
	atomic_uint slots;     /* free slots */
	atomic_uint questions; /* calls of has_free_slot() */
	atomic_uint accepted;
};

static bool
has_free_slot(void *ctx)
{
	struct acceptor_fixture *t = ctx;
	atomic_fetch_add(&t->questions, 1);
	return atomic_load(&t->slots) > 0;
}

/* Responds with one byte. */
static void
on_accept(void *ctx, int fd, const struct sockaddr *from, socklen_t size)
{
	struct acceptor_fixture *t = ctx;
	(void)from, (void)size;
	atomic_fetch_sub(&t->slots, 1);
	atomic_fetch_add(&t->accepted, 1);
	ssize_t written = write(fd, "x", 1);
	(void)written;
	close(fd);
}

static void
on_reject(void *ctx, int fd, const struct sockaddr *from)
{
	(void)ctx, (void)fd, (void)from;
}

static void
start(struct acceptor_fixture *t, unsigned slots)
{
	const struct acceptor_callbacks callbacks = { .has_free_slot = has_free_slot,
		.on_accept = on_accept,
		.on_reject = on_reject,
		.ctx = t };
	socklen_t size = sizeof(t->address);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	*t = (struct acceptor_fixture){ .slots = slots,
		.address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) } };
	assert_int_equal(bind(fd, (struct sockaddr *)&t->address, size), 0);
	assert_int_equal(listen(fd, 64), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&t->address, &size), 0);
	t->acceptor = acceptor_start(fd, &callbacks);
	assert_non_null(t->acceptor);
}

static int
begin_connecting(const struct acceptor_fixture *t)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (connect(fd, (const struct sockaddr *)&t->address, sizeof(t->address)) != 0 &&
	    errno != EINPROGRESS) {
		close(fd);
		return -1;
	}
	return fd;
}

static bool
gets_response(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char byte;
	return poll(&p, 1, ms) > 0 && read(fd, &byte, 1) == 1;
}

TEST(callers_wait_until_a_slot_is_free)
{
	enum { CALLERS = 3, TURNS = 10 };
	struct acceptor_fixture t;
	int fds[CALLERS];
	start(&t, 0);
	for (int i = 0; i < CALLERS; i++)
		fds[i] = begin_connecting(&t);
	int64_t end = deadline_in(5000);
	while (atomic_load(&t.questions) < TURNS && deadline_left(end) > 0)
		poll(NULL, 0, 1);
	assert_in_range(atomic_load(&t.questions), TURNS, 1000000);
	assert_int_equal(atomic_load(&t.accepted), 0);
	for (int i = 0; i < CALLERS; i++) { /* one slot, one caller, in the order of connecting */
		atomic_store(&t.slots, 1);
		assert_true(gets_response(fds[i], deadline_left(deadline_in(5000))));
		close(fds[i]);
		assert_int_equal(atomic_load(&t.accepted), i + 1);
	}
	acceptor_stop(t.acceptor);
}

/* ---- stopping ---- */

struct caller {
	const struct acceptor_fixture *fixture;
	atomic_bool *stopped;
	unsigned served, lost; /* connections that were established */
	pthread_t thread;
};

static bool
becomes_connected(int fd, atomic_bool *stopped)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	int why = 0;
	socklen_t size = sizeof(why);
	while (poll(&p, 1, 1) <= 0)
		if (atomic_load(stopped)) /* the port is closed to new connections */
			return false;
	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size) == 0 && why == 0;
}

static void *
call_until_stopped(void *arg)
{
	struct caller *c = arg;
	int fd;
	while ((fd = begin_connecting(c->fixture)) >= 0) {
		bool connected = becomes_connected(fd, c->stopped);
		bool served = connected && gets_response(fd, deadline_left(deadline_in(5000)));
		c->served += served;
		c->lost += connected && !served;
		close(fd);
		if (!served)
			break;
	}
	return NULL;
}

static unsigned
stop_while_called(unsigned round)
{
	enum { CALLERS = 3, SERVED_MIN = 5 };
	struct acceptor_fixture t;
	atomic_bool stopped = false;
	struct caller callers[CALLERS];
	unsigned lost = 0;
	start(&t, UINT_MAX);
	for (int i = 0; i < CALLERS; i++) {
		callers[i] = (struct caller){ .fixture = &t, .stopped = &stopped };
		assert_int_equal(
		    pthread_create(&callers[i].thread, NULL, call_until_stopped, &callers[i]), 0);
	}
	int64_t end = deadline_in(5000);
	while (atomic_load(&t.accepted) < SERVED_MIN + round % 7 && deadline_left(end) > 0)
		;
	acceptor_stop(t.acceptor);
	atomic_store(&stopped, true);
	for (int i = 0; i < CALLERS; i++) {
		pthread_join(callers[i].thread, NULL);
		lost += callers[i].lost;
	}
	assert_in_range(atomic_load(&t.accepted), SERVED_MIN, UINT_MAX);
	return lost;
}

/* Connections that the kernel has established, or is about to, are served before the port
 * closes. */
TEST(no_connection_is_lost_by_stopping)
{
	enum { ROUNDS = 60 };
	for (unsigned i = 0; i < ROUNDS; i++)
		assert_int_equal(stop_while_called(i), 0);
}

int
main(void)
{
	return run_all_tests(NULL, NULL);
}
