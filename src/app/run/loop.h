/*
 * loop.h - one thread, one poll: descriptors, timers, and what is done before each wait.
 *
 * Callbacks may add and remove watches and timers freely. A descriptor stays its owner's.
 * With nothing to do the loop sleeps without a time-out.
 */
#ifndef APP_RUN_LOOP_H
#define APP_RUN_LOOP_H

#include "client/io.h"

#include <stdbool.h>

struct loop;

struct loop *loop_new(void);
void loop_free(struct loop *loop);
/* The loop as the client wants to see it. */
struct io_watch loop_io(struct loop *loop);
/* A key on this descriptor ends the turn, so that its answer is drawn before anything else is done.
 */
void loop_set_user_fd(struct loop *loop, int fd);
/* Called once a turn, before waiting: the place to draw. */
void loop_before_wait(struct loop *loop, void (*fn)(void *ctx), void *ctx);
/* Turns until loop_stop(). */
void loop_run(struct loop *loop);
/* One turn: waits at most max_ms (-1: until something happens), then calls what is due. */
void loop_run_once(struct loop *loop, int64_t max_ms);
void loop_stop(struct loop *loop);
/* Does a timer ring within so many milliseconds? */
bool loop_has_timer_within(const struct loop *loop, int64_t ms);

#endif
