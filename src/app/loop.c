#include "app/loop.h"

#include "base/clock.h"
#include "base/vec.h"

#include <poll.h>

/* Time per iteration for timers; the rest run in the next iteration. */
enum { LOOP_TURN_MS = 4 };

struct watcher {
	int fd;
	unsigned events;
	io_ready_fn *fn;
	void *arg;
};

struct timer {
	unsigned id;
	int64_t deadline_ms;
	io_timer_fn *fn;
	void *arg;
};

struct loop {
	VEC(struct watcher) watchers;
	VEC(struct timer) timers;
	VEC(struct pollfd) polled;
	unsigned next_id;
	int user_input_fd; /* -1 for none */
	bool user_served_first;
	bool stopped;
	void (*before_wait)(void *ctx);
	void *before_wait_ctx;
};

struct loop *
loop_new(void)
{
	struct loop *loop = x_new(struct loop);
	loop->next_id = 1;
	loop->user_input_fd = -1;
	return loop;
}

void
loop_free(struct loop *loop)
{
	if (!loop)
		return;
	vec_free(&loop->watchers);
	vec_free(&loop->timers);
	vec_free(&loop->polled);
	x_free(loop);
}

static struct watcher *
find_watcher(struct loop *loop, int fd)
{
	for (size_t i = 0; i < loop->watchers.n; i++)
		if (loop->watchers.v[i].fd == fd)
			return &loop->watchers.v[i];
	return NULL;
}

static void
set_fd_watch(void *ctx, int fd, unsigned want, io_ready_fn *fn, void *arg)
{
	struct loop *loop = ctx;
	struct watcher *known = find_watcher(loop, fd);
	struct watcher w = { .fd = fd, .events = want, .fn = fn, .arg = arg };
	if (known && want == 0)
		vec_remove(&loop->watchers, (size_t)(known - loop->watchers.v));
	else if (known)
		*known = w;
	else if (want)
		vec_push(&loop->watchers, w);
}

static unsigned
start_timer(void *ctx, int64_t ms, io_timer_fn *fn, void *arg)
{
	struct loop *loop = ctx;
	struct timer t = {
		.id = loop->next_id++, .deadline_ms = clock_ticks() + ms, .fn = fn, .arg = arg
	};
	if (loop->next_id == 0)
		loop->next_id = 1;
	vec_push(&loop->timers, t);
	return t.id;
}

static void
cancel_timer(void *ctx, unsigned id)
{
	struct loop *loop = ctx;
	for (size_t i = 0; i < loop->timers.n; i++) {
		if (loop->timers.v[i].id != id)
			continue;
		vec_remove(&loop->timers, i);
		return;
	}
}

struct io_watch
loop_io(struct loop *loop)
{
	return (struct io_watch){ .ctx = loop,
		.watch_fd = set_fd_watch,
		.start_timer = start_timer,
		.cancel_timer = cancel_timer };
}

void
loop_set_user_fd(struct loop *loop, int fd)
{
	loop->user_input_fd = fd;
}

void
loop_set_before_wait(struct loop *loop, void (*fn)(void *ctx), void *ctx)
{
	loop->before_wait = fn;
	loop->before_wait_ctx = ctx;
}

void
loop_stop(struct loop *loop)
{
	loop->stopped = true;
}

static int64_t
ms_until_next_timer(const struct loop *loop, int64_t now)
{
	int64_t least = -1;
	for (size_t i = 0; i < loop->timers.n; i++) {
		int64_t left = loop->timers.v[i].deadline_ms - now;
		if (left < 0)
			left = 0;
		if (least < 0 || left < least)
			least = left;
	}
	return least;
}

bool
loop_has_timer_within(const struct loop *loop, int64_t ms)
{
	int64_t until = clock_ticks() + ms;
	for (size_t i = 0; i < loop->timers.n; i++)
		if (loop->timers.v[i].deadline_ms <= until)
			return true;
	return false;
}

/* Runs the timers that are due, the earliest first, except those set in this iteration. At least
 * one runs, so that busy descriptors cannot starve them. */
static void
run_timers(struct loop *loop, unsigned last, int64_t until)
{
	int64_t now = clock_ticks();
	do {
		size_t first = loop->timers.n;
		for (size_t i = 0; i < loop->timers.n; i++) {
			const struct timer *t = &loop->timers.v[i];
			if (t->deadline_ms > now || t->id >= last)
				continue;
			if (first == loop->timers.n ||
			    t->deadline_ms < loop->timers.v[first].deadline_ms)
				first = i;
		}
		if (first == loop->timers.n)
			return;
		struct timer t = loop->timers.v[first];
		vec_remove(&loop->timers, first);
		t.fn(t.arg);
	} while (clock_ticks() < until);
}

static void
call_watcher(struct loop *loop, const struct pollfd *p)
{
	struct watcher *w = p->revents ? find_watcher(loop, p->fd) : NULL;
	unsigned ready = 0;
	if (!w)
		return;
	if (p->revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL))
		ready |= IO_READ;
	if (p->revents & (POLLOUT | POLLERR))
		ready |= IO_WRITE;
	ready &= w->events | (p->revents & (POLLERR | POLLHUP | POLLNVAL) ? IO_READ : 0);
	if (ready)
		w->fn(w->arg, w->fd, ready);
}

/* Never twice in a row: a terminal with constant input must not starve other descriptors. */
static bool
call_user_watcher(struct loop *loop)
{
	loop->user_served_first = !loop->user_served_first;
	if (!loop->user_served_first)
		return false;
	for (size_t i = 0; i < loop->polled.n; i++) {
		if (loop->polled.v[i].fd != loop->user_input_fd || !loop->polled.v[i].revents)
			continue;
		call_watcher(loop, &loop->polled.v[i]);
		return true;
	}
	loop->user_served_first = false;
	return false;
}

static void
call_watchers(struct loop *loop)
{
	for (size_t i = 0; i < loop->polled.n; i++)
		call_watcher(loop, &loop->polled.v[i]);
}

void
loop_run_once(struct loop *loop, int64_t max_ms)
{
	int64_t wait = ms_until_next_timer(loop, clock_ticks());
	if (wait < 0 || (max_ms >= 0 && max_ms < wait))
		wait = max_ms;
	if (wait > 1 << 30)
		wait = 1 << 30;
	loop->polled.n = 0;
	for (size_t i = 0; i < loop->watchers.n; i++) {
		const struct watcher *w = &loop->watchers.v[i];
		short events = (short)((w->events & IO_READ ? POLLIN : 0) |
		    (w->events & IO_WRITE ? POLLOUT : 0));
		struct pollfd p = { w->fd, events, 0 };
		vec_push(&loop->polled, p);
	}
	unsigned last = loop->next_id;
	int n = poll(loop->polled.v, loop->polled.n, (int)wait);
	int64_t until = clock_ticks() + LOOP_TURN_MS;
	if (n > 0 && call_user_watcher(loop))
		return; /* the others are still ready in the next iteration, after drawing */
	if (n > 0)
		call_watchers(loop);
	run_timers(loop, last, until);
}

void
loop_run(struct loop *loop)
{
	loop->stopped = false;
	while (!loop->stopped) {
		if (loop->before_wait)
			loop->before_wait(loop->before_wait_ctx);
		if (!loop->stopped)
			loop_run_once(loop, -1);
	}
}
