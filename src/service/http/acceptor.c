#include "service/http/acceptor.h"

#include "base/log.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* SLOTS_FULL_PAUSE_MS: at the connection limit it retries soon, since a connection closed for a new
 * one ends within a moment. LAST_ACCEPT_WAIT_MS: for a connection that the kernel is just
 * establishing when the port closes. */
enum {
	SLOTS_FULL_PAUSE_MS = 2,
	NO_DESCRIPTOR_PAUSE_MS = 50,
	LAST_ACCEPT_WAIT_MS = 10,
	LAST_ACCEPT_TURNS_MAX = 10
};

struct acceptor {
	struct acceptor_callbacks callbacks;
	pthread_t thread;
	int listen_fd, reserve_fd;
	int end_fd; /* an eventfd, readable when the thread must end */
};

/* Waits for ms milliseconds; true if the thread must end. */
static bool
pause_unless_ended(struct acceptor *a, int ms)
{
	struct pollfd end = { .fd = a->end_fd, .events = POLLIN };
	return poll(&end, 1, ms) > 0;
}

static int
accept_connection(struct acceptor *a, struct sockaddr_storage *from, socklen_t *size)
{
	*size = sizeof(*from);
	return accept4(a->listen_fd, (struct sockaddr *)from, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static bool
is_out_of_resources(int why)
{
	return why == EMFILE || why == ENFILE || why == ENOBUFS || why == ENOMEM;
}

static void
use_reserve_descriptor(struct acceptor *a)
{
	struct sockaddr_storage from;
	socklen_t size;
	log_event(LOG_WARN, "out of file descriptors", LOG_NUMBER("errno", errno));
	if (a->reserve_fd >= 0)
		close(a->reserve_fd);
	int fd = accept_connection(a, &from, &size);
	if (fd >= 0) {
		a->callbacks.on_reject(a->callbacks.ctx, fd, (const struct sockaddr *)&from);
		close(fd);
	}
	a->reserve_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* Accepts all waiting connections; true if the thread must end. */
static bool
accept_connections(struct acceptor *a)
{
	for (;;) {
		struct sockaddr_storage from;
		socklen_t size;
		if (!a->callbacks.has_free_slot(a->callbacks.ctx))
			return pause_unless_ended(a, SLOTS_FULL_PAUSE_MS);
		int fd = accept_connection(a, &from, &size);
		if (fd >= 0) {
			a->callbacks.on_accept(
			    a->callbacks.ctx, fd, (const struct sockaddr *)&from, size);
		} else if (is_out_of_resources(errno)) {
			use_reserve_descriptor(a);
			return pause_unless_ended(a, NO_DESCRIPTOR_PAUSE_MS);
		} else if (errno == EAGAIN) {
			return false;
		}
	}
}

/* Accepts the connections that the kernel has established or is establishing. The filter drops
 * new connection requests: such a client finds the port closed when it retries. */
static void
accept_with_reserve(struct acceptor *a)
{
	enum { TCP_FLAGS_OFFSET = 13, TCP_FLAG_SYN = 2, ACCEPT_WHOLE_PACKET = 0xffff };
	struct sock_filter no_syn[] = { BPF_STMT(BPF_LD | BPF_B | BPF_ABS, TCP_FLAGS_OFFSET),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, TCP_FLAG_SYN, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, 0), BPF_STMT(BPF_RET | BPF_K, ACCEPT_WHOLE_PACKET) };
	struct sock_fprog filter = { .len = sizeof(no_syn) / sizeof(*no_syn), .filter = no_syn };
	struct pollfd next = { .fd = a->listen_fd, .events = POLLIN };
	setsockopt(a->listen_fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof(filter));
	for (int i = 0; i < LAST_ACCEPT_TURNS_MAX && poll(&next, 1, LAST_ACCEPT_WAIT_MS) > 0; i++)
		accept_connections(a);
}

static void *
run_acceptor(void *arg)
{
	struct acceptor *a = arg;
	struct pollfd fds[] = { { .fd = a->listen_fd, .events = POLLIN },
		{ .fd = a->end_fd, .events = POLLIN } };
	for (;;) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return NULL;
		if (fds[1].revents || accept_connections(a))
			break;
	}
	if (!a->callbacks.keeps_listening)
		accept_with_reserve(a);
	return NULL;
}

static void
free_acceptor(struct acceptor *a)
{
	if (a->reserve_fd >= 0)
		close(a->reserve_fd);
	if (a->end_fd >= 0)
		close(a->end_fd);
	x_free(a);
}

struct acceptor *
acceptor_start(int listen_fd, const struct acceptor_callbacks *callbacks)
{
	struct acceptor *a = x_new(struct acceptor);
	a->callbacks = *callbacks;
	a->listen_fd = listen_fd;
	a->end_fd = eventfd(0, EFD_CLOEXEC);
	a->reserve_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	if (a->end_fd >= 0 && a->reserve_fd >= 0 &&
	    pthread_create(&a->thread, NULL, run_acceptor, a) == 0)
		return a;
	free_acceptor(a);
	return NULL;
}

void
acceptor_stop(struct acceptor *a)
{
	eventfd_write(a->end_fd, 1);
	pthread_join(a->thread, NULL);
	close(a->listen_fd);
	free_acceptor(a);
}
