#include "service/http/loop.h"

#include "base/mem.h"
#include "base/vec.h"

#include <limits.h>
#include <microhttpd.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Driven by an external loop, libmicrohttpd 0.9 wants turn after turn for a connection whose
 * buffer is full of an endless line; 1.0 closes it. Turns are counted, not time: while this
 * thread had no core, no data was read, and each turn reads a buffer of it. After BUSY_TURNS
 * without data on any connection it gets one turn each REST_MS only. */
enum { BUSY_TURNS = 1000, REST_MS = 10 };

struct newcomer {
	int fd;
	struct sockaddr_storage from;
	socklen_t size;
};

/* Messages from other threads. */
struct post {
	VEC(struct newcomer) newcomers;
	VEC(struct MHD_Connection *) ready;
	bool end;
};

struct loop {
	struct MHD_Daemon *daemon;
	struct loop_house house;
	int epoll_fd;   /* the daemon's */
	unsigned turns; /* that were wanted at once, one after the other */
	unsigned still; /* and since something came */
	pthread_t thread;
	int bell; /* an eventfd: readable when there is something in what follows */
	pthread_mutex_t lock;
	struct post post;    /* under the lock */
	struct post reading; /* the thread's; its memory is used again */
};

static bool
is_empty(const struct post *p)
{
	return p->newcomers.n == 0 && p->ready.n == 0 && !p->end;
}

static void
free_post(struct post *p)
{
	vec_free(&p->newcomers);
	vec_free(&p->ready);
}

static void
let_in(struct loop *l, const struct newcomer *n)
{
	const struct sockaddr *from = (const struct sockaddr *)&n->from;
	if (MHD_add_connection(l->daemon, n->fd, from, n->size) != MHD_YES)
		l->house.refused(l->house.ctx, from);
}

/* Reads new messages; false if the loop is to end. */
static bool
read_post(struct loop *l)
{
	struct post *in = &l->reading, before = *in;
	eventfd_t rung;
	eventfd_read(l->bell, &rung);
	pthread_mutex_lock(&l->lock);
	*in = l->post;
	l->post = before;
	pthread_mutex_unlock(&l->lock);
	for (size_t i = 0; i < in->newcomers.n; i++)
		let_in(l, &in->newcomers.v[i]);
	for (size_t i = 0; i < in->ready.n; i++)
		MHD_resume_connection(in->ready.v[i]);
	in->newcomers.n = in->ready.n = 0;
	return !in->end;
}

/* Milliseconds until libmicrohttpd wants its turn though nothing came; -1: never. */
static int
time_left(struct loop *l)
{
	MHD_UNSIGNED_LONG_LONG ms;
	if (MHD_get_timeout(l->daemon, &ms) != MHD_YES)
		return -1;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}

/* Waits until there is something to do; true when others handed something over. */
static bool
wait_for_turn(struct loop *l)
{
	struct pollfd fds[] = { { .fd = l->epoll_fd, .events = POLLIN },
		{ .fd = l->bell, .events = POLLIN } };
	int ms = time_left(l);
	l->turns = ms == 0 ? l->turns + 1 : 0;
	l->still = ms == 0 ? l->still + 1 : 0;
	bool rests = l->still > BUSY_TURNS;
	if (poll(fds, 2, rests ? REST_MS : ms) > 0)
		l->still = 0;
	if (rests || l->turns > BUSY_TURNS) {
		l->house.stuck(l->house.ctx);
		l->turns = 0;
	}
	return fds[1].revents;
}

static void *
run_loop(void *arg)
{
	struct loop *l = arg;
	do {
		if (wait_for_turn(l) && !read_post(l))
			return NULL;
	} while (MHD_run(l->daemon) == MHD_YES);
	return NULL;
}

void
loop_free(struct loop *l)
{
	for (size_t i = 0; i < l->post.newcomers.n; i++)
		close(l->post.newcomers.v[i].fd);
	for (size_t i = 0; i < l->post.ready.n; i++)
		MHD_resume_connection(l->post.ready.v[i]);
	free_post(&l->post);
	free_post(&l->reading);
	pthread_mutex_destroy(&l->lock);
	if (l->bell >= 0)
		close(l->bell);
	x_free(l);
}

struct loop *
loop_start(struct MHD_Daemon *daemon, const struct loop_house *house)
{
	struct loop *l = x_new(struct loop);
	l->house = *house;
	l->daemon = daemon;
	l->epoll_fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	l->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	pthread_mutex_init(&l->lock, NULL);
	if (l->bell >= 0 && pthread_create(&l->thread, NULL, run_loop, l) == 0)
		return l;
	loop_free(l);
	return NULL;
}

/* Around what is put into the post: only the first of it rings. */
static bool
begin_post(struct loop *l)
{
	pthread_mutex_lock(&l->lock);
	return is_empty(&l->post);
}

static void
end_post(struct loop *l, bool was_empty)
{
	pthread_mutex_unlock(&l->lock);
	if (was_empty)
		eventfd_write(l->bell, 1);
}

void
loop_stop(struct loop *l)
{
	bool first = begin_post(l);
	l->post.end = true;
	end_post(l, first);
	pthread_join(l->thread, NULL);
}

void
loop_take(struct loop *l, int fd, const struct sockaddr *from, socklen_t size)
{
	struct newcomer n = { .fd = fd, .size = size };
	memcpy(&n.from, from, size);
	bool first = begin_post(l);
	vec_push(&l->post.newcomers, n);
	end_post(l, first);
}

void
loop_resume(struct loop *l, struct MHD_Connection *connection)
{
	bool first = begin_post(l);
	vec_push(&l->post.ready, connection);
	end_post(l, first);
}
