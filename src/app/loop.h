/*
 * loop.h - the event loop: one thread and one poll() for descriptors, timers, and a callback before
 * each wait.
 *
 * Callbacks may add and remove watches and timers freely. Descriptors remain the caller's. An idle
 * loop sleeps without a timeout.
 */
#ifndef APP_LOOP_H
#define APP_LOOP_H

#include "client/io.h"

#include <stdbool.h>

struct loop;

struct loop *loop_new(void);
void loop_free(struct loop *loop);
/* The loop as the client's io_watch. */
struct io_watch loop_io(struct loop *loop);
/* Input on this descriptor ends the iteration, so that its effect is drawn before other work is
 * done. */
void loop_set_user_fd(struct loop *loop, int fd);
/* Sets a function called in each iteration, before waiting: the place to draw. */
void loop_set_before_wait(struct loop *loop, void (*fn)(void *ctx), void *ctx);
/* Runs until loop_stop(). */
void loop_run(struct loop *loop);
/* Runs one iteration: waits at most max_ms (-1: until an event), then runs the callbacks that
 * are due. */
void loop_run_once(struct loop *loop, int64_t max_ms);
void loop_stop(struct loop *loop);
/* True if a timer expires within `ms` milliseconds. */
bool loop_has_timer_within(const struct loop *loop, int64_t ms);

#endif
