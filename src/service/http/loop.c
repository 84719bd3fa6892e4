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

struct newcomer {
	int fd;
	struct sockaddr_storage from;
	socklen_t size;
};

/* What others handed over. */
struct post {
	VEC(struct newcomer) newcomers;
	VEC(struct MHD_Connection *) ready;
	bool end;
};

struct loop {
	struct MHD_Daemon *daemon;
	void (*refused)(void *ctx, const struct sockaddr *from);
	void *ctx;
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
		l->refused(l->ctx, from);
}

/* What came since the last time; false when it is the end. */
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

static void *
run_loop(void *arg)
{
	struct loop *l = arg;
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(
	    l->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	struct pollfd fds[] = { { .fd = info->epoll_fd, .events = POLLIN },
		{ .fd = l->bell, .events = POLLIN } };
	do {
		fds[1].revents = 0;
		poll(fds, 2, time_left(l));
		if (fds[1].revents && !read_post(l))
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
loop_start(struct MHD_Daemon *daemon, void (*refused)(void *ctx, const struct sockaddr *from),
    void *ctx)
{
	struct loop *l = x_new(struct loop);
	l->refused = refused;
	l->ctx = ctx;
	l->daemon = daemon;
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
