#include "service/http/mhd_loop.h"

#include "base/mem.h"
#include "base/vec.h"

#include <limits.h>
#include <microhttpd.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* In an external loop, libmicrohttpd 0.9 asks to run again and again for a connection whose
 * buffer is full of an endless line; 1.0 closes it. Runs are counted instead of time: while this
 * thread had no core, no data was read, and each run reads a buffer of data. After BUSY_TURNS_MAX
 * without data on any connection, it runs only every BUSY_PAUSE_MS. */
enum { BUSY_TURNS_MAX = 1000, BUSY_PAUSE_MS = 10 };

struct new_connection {
	int fd;
	struct sockaddr_storage address;
	socklen_t address_size;
};

/* New connections and other messages from other threads. */
struct loop_inbox {
	VEC(struct new_connection) new_connections;
	VEC(struct MHD_Connection *) connections_to_resume;
	bool end_requested;
};

struct mhd_loop {
	struct MHD_Daemon *daemon;
	struct mhd_loop_callbacks callbacks;
	int epoll_fd;            /* the daemon's descriptor */
	unsigned immediate_runs; /* consecutive requests to run again at once */
	unsigned idle_runs;      /* consecutive runs without any data since */
	pthread_t thread;
	int wakeup_fd; /* an eventfd, readable when the inbox is not empty */
	pthread_mutex_t lock;
	struct loop_inbox inbox; /* guarded by the lock */
	struct loop_inbox
	    swapped_inbox; /* swapped with inbox by the thread, so that memory is reused */
};

static bool
is_inbox_empty(const struct loop_inbox *p)
{
	return p->new_connections.n == 0 && p->connections_to_resume.n == 0 && !p->end_requested;
}

static void
free_inbox(struct loop_inbox *p)
{
	vec_free(&p->new_connections);
	vec_free(&p->connections_to_resume);
}

static void
add_to_daemon(struct mhd_loop *l, const struct new_connection *n)
{
	const struct sockaddr *from = (const struct sockaddr *)&n->address;
	if (MHD_add_connection(l->daemon, n->fd, from, n->address_size) != MHD_YES)
		l->callbacks.on_refused(l->callbacks.ctx, from);
}

/* Processes new messages; returns false if the loop must end. */
static bool
read_inbox(struct mhd_loop *l)
{
	struct loop_inbox *in = &l->swapped_inbox, before = *in;
	eventfd_t rung;
	eventfd_read(l->wakeup_fd, &rung);
	pthread_mutex_lock(&l->lock);
	*in = l->inbox;
	l->inbox = before;
	pthread_mutex_unlock(&l->lock);
	for (size_t i = 0; i < in->new_connections.n; i++)
		add_to_daemon(l, &in->new_connections.v[i]);
	for (size_t i = 0; i < in->connections_to_resume.n; i++)
		MHD_resume_connection(in->connections_to_resume.v[i]);
	in->new_connections.n = in->connections_to_resume.n = 0;
	return !in->end_requested;
}

/* Milliseconds until libmicrohttpd must run even without events; -1: never. */
static int
time_left_ms(struct mhd_loop *l)
{
	MHD_UNSIGNED_LONG_LONG ms;
	if (MHD_get_timeout(l->daemon, &ms) != MHD_YES)
		return -1;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}

/* Waits for events; true if the inbox has messages. */
static bool
wait_for_events(struct mhd_loop *l)
{
	struct pollfd fds[] = { { .fd = l->epoll_fd, .events = POLLIN },
		{ .fd = l->wakeup_fd, .events = POLLIN } };
	int ms = time_left_ms(l);
	l->immediate_runs = ms == 0 ? l->immediate_runs + 1 : 0;
	l->idle_runs = ms == 0 ? l->idle_runs + 1 : 0;
	bool rests = l->idle_runs > BUSY_TURNS_MAX;
	if (ms != 0 || rests)
		l->callbacks.on_idle(l->callbacks.ctx);
	if (poll(fds, 2, rests ? BUSY_PAUSE_MS : ms) > 0)
		l->idle_runs = 0;
	if (rests || l->immediate_runs > BUSY_TURNS_MAX) {
		l->callbacks.on_stuck(l->callbacks.ctx);
		l->immediate_runs = 0;
	}
	return fds[1].revents;
}

static void *
run_loop(void *arg)
{
	struct mhd_loop *l = arg;
	do {
		if (wait_for_events(l) && !read_inbox(l))
			return NULL;
	} while (MHD_run(l->daemon) == MHD_YES);
	return NULL;
}

void
mhd_loop_free(struct mhd_loop *l)
{
	for (size_t i = 0; i < l->inbox.new_connections.n; i++)
		close(l->inbox.new_connections.v[i].fd);
	for (size_t i = 0; i < l->inbox.connections_to_resume.n; i++)
		MHD_resume_connection(l->inbox.connections_to_resume.v[i]);
	free_inbox(&l->inbox);
	free_inbox(&l->swapped_inbox);
	pthread_mutex_destroy(&l->lock);
	if (l->wakeup_fd >= 0)
		close(l->wakeup_fd);
	x_free(l);
}

struct mhd_loop *
mhd_loop_start(struct MHD_Daemon *daemon, const struct mhd_loop_callbacks *callbacks)
{
	struct mhd_loop *l = x_new(struct mhd_loop);
	l->callbacks = *callbacks;
	l->daemon = daemon;
	l->epoll_fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	l->wakeup_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	pthread_mutex_init(&l->lock, NULL);
	if (l->wakeup_fd >= 0 && pthread_create(&l->thread, NULL, run_loop, l) == 0)
		return l;
	mhd_loop_free(l);
	return NULL;
}

/* Locks the inbox; true if it is empty, so that only the first message wakes the thread. */
static bool
lock_inbox(struct mhd_loop *l)
{
	pthread_mutex_lock(&l->lock);
	return is_inbox_empty(&l->inbox);
}

static void
unlock_inbox(struct mhd_loop *l, bool was_empty)
{
	pthread_mutex_unlock(&l->lock);
	if (was_empty)
		eventfd_write(l->wakeup_fd, 1);
}

void
mhd_loop_stop(struct mhd_loop *l)
{
	bool first = lock_inbox(l);
	l->inbox.end_requested = true;
	unlock_inbox(l, first);
	pthread_join(l->thread, NULL);
}

void
mhd_loop_add_connection(struct mhd_loop *l, int fd, const struct sockaddr *from, socklen_t size)
{
	struct new_connection n = { .fd = fd, .address_size = size };
	memcpy(&n.address, from, size);
	bool first = lock_inbox(l);
	vec_push(&l->inbox.new_connections, n);
	unlock_inbox(l, first);
}

void
mhd_loop_resume(struct mhd_loop *l, struct MHD_Connection *connection)
{
	bool first = lock_inbox(l);
	vec_push(&l->inbox.connections_to_resume, connection);
	unlock_inbox(l, first);
}
