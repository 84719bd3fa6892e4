/*
 * io.h - the interface of an event loop as the client needs it: watched descriptors and timers. The
 * caller's loop fills it in, so the client does not depend on a particular loop. Single-threaded.
 */
#ifndef CLIENT_IO_H
#define CLIENT_IO_H

#include <stdint.h>

enum { IO_READ = 1, IO_WRITE = 2 };

typedef void io_ready_fn(void *arg, int fd, unsigned ready);
typedef void io_timer_fn(void *arg);

struct io_watch {
	void *ctx;
	/* Calls fn whenever fd is ready for an event in `want`; want 0 stops watching fd. */
	void (*watch_fd)(void *ctx, int fd, unsigned want, io_ready_fn *fn, void *arg);
	/* Calls fn once, after ms. Returns a number for cancel_timer(), never 0. */
	unsigned (*start_timer)(void *ctx, int64_t ms, io_timer_fn *fn, void *arg);
	/* Ignores 0 and expired timers. */
	void (*cancel_timer)(void *ctx, unsigned timer);
};

#endif
