/*
 * io.h - what the client needs of an event loop: descriptors to watch and timers. The loop
 * above fills one in, so nothing here knows which loop it is. One thread.
 */
#ifndef CLIENT_IO_H
#define CLIENT_IO_H

#include <stdint.h>

enum { IO_READ = 1, IO_WRITE = 2 };

typedef void io_ready_fn(void *arg, int fd, unsigned ready);
typedef void io_timer_fn(void *arg);

struct io_watch {
	void *ctx;
	/* Calls fn while fd is ready for what is wanted; want 0 forgets the descriptor. */
	void (*watch)(void *ctx, int fd, unsigned want, io_ready_fn *fn, void *arg);
	/* Calls fn once after ms. Gives a number for cancel_timer(), never 0. */
	unsigned (*start_timer)(void *ctx, int64_t ms, io_timer_fn *fn, void *arg);
	/* 0 and timers that already rang are ignored. */
	void (*cancel_timer)(void *ctx, unsigned timer);
};

#endif
