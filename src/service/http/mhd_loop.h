/*
 * mhd_loop.h - an event loop thread that drives libmicrohttpd and serves its connections.
 *
 * libmicrohttpd's own loop stalls when 128 connections of a thread become ready together: it waits
 * again before it serves them. Here the library never waits; only this loop does. Callbacks in the
 * loop must not block.
 */
#ifndef SERVICE_HTTP_MHD_LOOP_H
#define SERVICE_HTTP_MHD_LOOP_H

#include <stdbool.h>
#include <sys/socket.h>

struct MHD_Connection;
struct MHD_Daemon;
struct mhd_loop;

/* All are called from the loop's thread. */
struct mhd_loop_callbacks {
	/* libmicrohttpd closed a new connection without a response. */
	void (*on_refused)(void *ctx, const struct sockaddr *from);
	/* libmicrohttpd asks to run again at once: there is much to do, or a connection cannot
	 * proceed. Called repeatedly while that lasts, after at least one run. */
	void (*on_stuck)(void *ctx);
	void (*on_idle)(void *ctx); /* the loop is about to wait for events */
	void *ctx;
};

/* Serves the connections of this daemon, which must have no thread of its own and use epoll. The
 * caller keeps ownership, but only the loop's thread may use the daemon until mhd_loop_stop().
 * Returns NULL if the thread cannot be created. */
struct mhd_loop *mhd_loop_start(
    struct MHD_Daemon *daemon, const struct mhd_loop_callbacks *callbacks);
/* Stops the thread and waits for its end. The daemon's connections stay open, and messages from
 * other threads are still queued. */
void mhd_loop_stop(struct mhd_loop *l);
/* Call after mhd_loop_stop(), when no thread posts messages any more, and before the daemon is
 * stopped. */
void mhd_loop_free(struct mhd_loop *l);
/* Passes a connection to the loop, which owns the descriptor from now on. Can be called from any
 * thread. */
void mhd_loop_add_connection(
    struct mhd_loop *l, int fd, const struct sockaddr *from, socklen_t size);
/* Resumes a suspended connection. Can be called from any thread. */
void mhd_loop_resume(struct mhd_loop *l, struct MHD_Connection *connection);

#endif
