/*
 * acceptor.h - accepts connections from a listening socket, in a thread of its own, and passes each
 * to the server.
 *
 * Owns the listening descriptor and one in reserve: when descriptors are used up, the reserve is
 * used to refuse one caller with a response, and then the acceptor pauses instead of spinning. At
 * the connection limit it leaves callers in the kernel's queue.
 */
#ifndef SERVICE_HTTP_ACCEPTOR_H
#define SERVICE_HTTP_ACCEPTOR_H

#include <stdbool.h>
#include <sys/socket.h>

/* The server; called from the acceptor's thread. */
struct acceptor_callbacks {
	bool (*has_slot)(void *ctx);
	/* The descriptor is the callee's. */
	void (*take)(void *ctx, int fd, const struct sockaddr *from, socklen_t size);
	/* As above, for a caller that gets no descriptor. */
	void (*turn_away)(void *ctx, int fd, const struct sockaddr *from);
	void *ctx;
};

struct acceptor;

/* listen_fd does not block. NULL when there is no thread or descriptor for it. */
struct acceptor *acceptor_start(int listen_fd, const struct acceptor_callbacks *callbacks);
/* Accepts no more connections, and closes the listening socket. */
void acceptor_stop(struct acceptor *a);

#endif
