/*
 * acceptor.h - takes connections from a listening socket, in a thread of its own, and hands each
 * to whoever serves it.
 *
 * Owns the listening descriptor and one in reserve: when descriptors are used up, the reserve is
 * given away to turn one caller away with an answer, and then the acceptor pauses instead of
 * spinning on what it cannot take. While its house is full it lets callers wait in the kernel's
 * queue.
 */
#ifndef SERVICE_HTTP_ACCEPTOR_H
#define SERVICE_HTTP_ACCEPTOR_H

#include <stdbool.h>
#include <sys/socket.h>

/* Who serves; called from the acceptor's thread. */
struct acceptor_house {
	bool (*has_slot)(void *ctx);
	/* The descriptor is the callee's. */
	void (*take)(void *ctx, int fd, const struct sockaddr *from, socklen_t size);
	/* The same, of a caller for whom there is no descriptor. */
	void (*turn_away)(void *ctx, int fd, const struct sockaddr *from);
	void *ctx;
};

struct acceptor;

/* listen_fd does not block. NULL when there is no thread or descriptor for it. */
struct acceptor *acceptor_start(int listen_fd, const struct acceptor_house *house);
/* Takes nobody any more, and closes the listening socket. */
void acceptor_stop(struct acceptor *a);

#endif
