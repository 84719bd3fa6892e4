/*
 * loop.h - one thread and the connections that it serves: libmicrohttpd driven from outside.
 *
 * By itself libmicrohttpd stalls when 128 connections of a thread become ready together: it waits
 * again before it serves them. Here it never waits; this loop does. Nothing that runs in it may
 * wait for anything else.
 */
#ifndef SERVICE_HTTP_MHD_LOOP_H
#define SERVICE_HTTP_MHD_LOOP_H

#include <stdbool.h>
#include <sys/socket.h>

struct MHD_Connection;
struct MHD_Daemon;
struct mhd_loop;

/* Both are called by the loop's thread. */
struct mhd_loop_callbacks {
	/* Handed over, and closed without a word. */
	void (*refused)(void *ctx, const struct sockaddr *from);
	/* libmicrohttpd wants turn after turn: there is much to do, or a connection cannot go on.
	 * Called again and again while that is so, after one turn at least. */
	void (*stuck)(void *ctx);
	void *ctx;
};

/* Serves the connections of this daemon, which has no thread of its own and uses epoll. It stays
 * the caller's, and only this thread may touch it until mhd_loop_stop(). NULL: there is no thread. */
struct mhd_loop *mhd_loop_start(struct MHD_Daemon *daemon, const struct mhd_loop_callbacks *callbacks);
/* Waits for the thread's end. Connections of its daemon stay open, and messages from other
 * threads are still kept. */
void mhd_loop_stop(struct mhd_loop *l);
/* After it was stopped and no thread posts any more; before the daemon is stopped. */
void mhd_loop_free(struct mhd_loop *l);
/* Hands over a connection, from any thread; the descriptor is the loop's now. */
void mhd_loop_add_connection(struct mhd_loop *l, int fd, const struct sockaddr *from, socklen_t size);
/* Lets a suspended connection go on, from any thread. */
void mhd_loop_resume(struct mhd_loop *l, struct MHD_Connection *connection);

#endif
