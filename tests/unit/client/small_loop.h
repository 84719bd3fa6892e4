/*
 * small_loop.h - the smallest event loop that a client can use, for tests of layers below
 * app/loop.c.
 *
 * A few descriptors and timers; waits have a timeout. small_loop_free() frees everything.
 */
#ifndef TESTS_UNIT_CLIENT_SMALL_LOOP_H
#define TESTS_UNIT_CLIENT_SMALL_LOOP_H

#include "base/clock.h"
#include "base/vec.h"
#include "client/io.h"
#include "lib/deadline.h"

#include <poll.h>

struct small_watch {
	int fd;
	unsigned want;
	io_ready_fn *fn;
	void *arg;
};

struct small_timer {
	unsigned id;
	int64_t due;
	io_timer_fn *fn;
	void *arg;
};

struct small_loop {
	struct io_watch io;
	VEC(struct small_watch) watches;
	VEC(struct small_timer) timers;
	unsigned next;
};

static inline void
small_loop_watch(void *ctx, int fd, unsigned want, io_ready_fn *fn, void *arg)
{
	struct small_loop *l = ctx;
	struct small_watch w = { fd, want, fn, arg };
	for (size_t i = l->watches.n; i-- > 0;)
		if (l->watches.v[i].fd == fd)
			vec_remove(&l->watches, i);
	if (want)
		vec_push(&l->watches, w);
}

static inline unsigned
small_loop_after(void *ctx, int64_t ms, io_timer_fn *fn, void *arg)
{
	struct small_loop *l = ctx;
	struct small_timer t = { ++l->next, clock_ticks() + ms, fn, arg };
	vec_push(&l->timers, t);
	return t.id;
}

static inline void
small_loop_remove(void *ctx, unsigned id)
{
	struct small_loop *l = ctx;
	for (size_t i = l->timers.n; i-- > 0;)
		if (l->timers.v[i].id == id)
			vec_remove(&l->timers, i);
}

static inline void
small_loop_init(struct small_loop *l)
{
	*l = (struct small_loop){ 0 };
	l->io = (struct io_watch){ l, small_loop_watch, small_loop_after, small_loop_remove };
}

static inline void
small_loop_free(struct small_loop *l)
{
	vec_free(&l->watches);
	vec_free(&l->timers);
}

static inline void
small_loop_ring(struct small_loop *l)
{
	for (size_t i = 0; i < l->timers.n; i++) {
		struct small_timer t = l->timers.v[i];
		if (t.due > clock_ticks())
			continue;
		vec_remove(&l->timers, i);
		t.fn(t.arg);
		i = (size_t)-1; /* restart, since the callback may have changed the list */
	}
}

/* Waits at most ms for an event, and calls the callbacks that are due. */
static inline void
small_loop_turn(struct small_loop *l, int ms)
{
	struct pollfd fds[32];
	nfds_t n = 0;
	for (size_t i = 0; i < l->watches.n && n < 32; i++)
		fds[n++] = (struct pollfd){ l->watches.v[i].fd,
			(short)((l->watches.v[i].want & IO_READ ? POLLIN : 0) |
			    (l->watches.v[i].want & IO_WRITE ? POLLOUT : 0)),
			0 };
	for (size_t i = 0; i < l->timers.n; i++) {
		int64_t left = l->timers.v[i].due - clock_ticks();
		if (left < ms)
			ms = left > 0 ? (int)left : 0;
	}
	poll(fds, n, ms);
	for (nfds_t i = 0; i < n; i++) {
		for (size_t k = 0; fds[i].revents && k < l->watches.n; k++) {
			struct small_watch w = l->watches.v[k];
			if (w.fd != fds[i].fd)
				continue;
			w.fn(w.arg, w.fd,
			    (fds[i].revents & POLLOUT ? IO_WRITE : 0) |
				(fds[i].revents & ~POLLOUT ? IO_READ : 0));
			break;
		}
	}
	small_loop_ring(l);
}

typedef bool small_loop_condition(void *ctx);

static inline bool
small_loop_until(struct small_loop *l, small_loop_condition *condition, void *ctx, int64_t ms)
{
	int64_t deadline = deadline_in(ms);
	while (!condition(ctx) && clock_ticks() < deadline)
		small_loop_turn(l, 50);
	return condition(ctx);
}

#endif
