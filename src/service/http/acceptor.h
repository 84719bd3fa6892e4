/*
 * acceptor.h - a thread that accepts connections from a listening socket and passes them to the
 * server.
 *
 * Owns the listening descriptor and a spare one. When the process is out of descriptors, the spare
 * is used to refuse one caller with a response; then the acceptor pauses instead of spinning. At
 * the connection limit, callers wait in the kernel's queue.
 */
#ifndef SERVICE_HTTP_ACCEPTOR_H
#define SERVICE_HTTP_ACCEPTOR_H

#include <stdbool.h>
#include <sys/socket.h>

/* Implemented by the server; called from the acceptor's thread. */
struct acceptor_callbacks {
	bool (*has_free_slot)(void *ctx);
	/* Takes over a connection; the callback owns the descriptor. */
	void (*on_accept)(void *ctx, int fd, const struct sockaddr *from, socklen_t size);
	/* Refuses a caller because the process is out of descriptors; the callback does not own
	 * fd. */
	void (*on_reject)(void *ctx, int fd, const struct sockaddr *from);
	void *ctx;
	bool keeps_listening; /* the socket goes on listening for another process */
};

struct acceptor;

/* listen_fd must be non-blocking. Returns NULL if no thread or descriptor is available. */
struct acceptor *acceptor_start(int listen_fd, const struct acceptor_callbacks *callbacks);
/* Stops accepting and closes the listening socket. */
void acceptor_stop(struct acceptor *a);

#endif
