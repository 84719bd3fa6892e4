#include "lib/neighbours.h"
#include "lib/cleanup.h"

#include "base/clock.h"
#include "base/mem.h"
#include "lib/deadline.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BEAT_MS = 50, BEATS = 20, FILES = 8192 };

static const struct {
	const char *begin, *more;
} kinds[NEIGHBOUR_KINDS] = {
	[NEIGHBOUR_IDLE] = { "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", NULL },
	[NEIGHBOUR_HEADER] = { "GET /healthz HTTP/1.1\r\nHost: x\r\nX: ", "y" },
	[NEIGHBOUR_BODY] = { "PUT /healthz HTTP/1.1\r\nHost: x\r\nContent-Type: application/json"
			     "\r\nContent-Length: 100000\r\n\r\n{",
	    " " },
};

struct member {
	enum neighbour kind;
	unsigned host;
};

struct neighbours {
	int port;
	size_t n;
	struct member *members;
	struct pollfd *fds;
	struct buf reader;
	pthread_t thread;
	atomic_bool done;
	atomic_uint ended;
};

static void
join(struct neighbours *c, size_t i)
{
	const struct member *m = &c->members[i];
	const char *begin = kinds[m->kind].begin;
	struct str bytes = begin ? str_of(begin) : buf_str(&c->reader);
	int small = 4096;
	c->fds[i] = (struct pollfd){ .fd = http_connect_from(m->host, c->port),
		.events = POLLRDHUP };
	if (c->fds[i].fd < 0)
		return;
	if (m->kind == NEIGHBOUR_READER)
		setsockopt(c->fds[i].fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	send(c->fds[i].fd, bytes.p, bytes.n, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Once a second for each slice of the clients: closed or refused ones reconnect, the others send
 * their bytes. */
static void
serve_slice(struct neighbours *c, size_t from, size_t to)
{
	if (poll(c->fds + from, (nfds_t)(to - from), 0) < 0)
		return;
	for (size_t i = from; i < to; i++) {
		const char *more = kinds[c->members[i].kind].more;
		if (c->fds[i].revents & (POLLRDHUP | POLLHUP | POLLERR)) {
			close(c->fds[i].fd);
			atomic_fetch_add(&c->ended, 1);
			join(c, i);
		} else if (more && c->fds[i].fd >= 0) {
			send(c->fds[i].fd, more, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
		}
	}
}

static void *
run_crowd(void *ctx)
{
	struct neighbours *c = ctx;
	for (size_t nth = 0; !atomic_load(&c->done); nth++) {
		int64_t beat = clock_ticks() + BEAT_MS;
		size_t slice = nth % BEATS;
		serve_slice(c, c->n * slice / BEATS, c->n * (slice + 1) / BEATS);
		for (int left; (left = deadline_left(beat)) > 0;)
			poll(NULL, 0, left);
	}
	return NULL;
}

static void
allow_files(void)
{
	struct rlimit limit;
	getrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur >= FILES)
		return;
	limit.rlim_cur = limit.rlim_max < FILES ? limit.rlim_max : FILES;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* Waits until every idle client has its response or was disconnected to make room. */
static void
wait_for_idle(struct neighbours *c)
{
	int64_t end = deadline_in(20000);
	for (size_t i = 0; i < c->n; i++) {
		struct pollfd one = { .fd = c->fds[i].fd, .events = POLLIN };
		if (c->members[i].kind == NEIGHBOUR_IDLE &&
		    poll(&one, 1, deadline_left(end)) <= 0) {
			fprintf(stderr, "an idle neighbour has no answer\n");
			exit(1);
		}
	}
}

struct neighbours *
neighbours_start(int port, const struct neighbours_plan *plan)
{
	struct neighbours *c = x_new(struct neighbours);
	c->port = port;
	for (size_t k = 0; k < NEIGHBOUR_KINDS; k++)
		c->n += plan->of[k];
	c->members = x_new_array(struct member, c->n);
	c->fds = x_new_array(struct pollfd, c->n);
	if (plan->target)
		buf_addf(&c->reader,
		    "GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", plan->target,
		    plan->token);
	allow_files();
	for (size_t k = 0, i = 0; k < NEIGHBOUR_KINDS; k++)
		for (unsigned m = 0; m < plan->of[k]; m++, i++) {
			c->members[i] = (struct member){ (enum neighbour)k,
				2 + (unsigned)(i % plan->hosts) };
			join(c, i);
		}
	wait_for_idle(c);
	if (pthread_create(&c->thread, NULL, run_crowd, c) == 0)
		return c;
	fprintf(stderr, "no thread for the neighbours\n");
	exit(1);
}

unsigned
neighbours_ended(struct neighbours *c)
{
	return atomic_load(&c->ended);
}

void
neighbours_stop(struct neighbours *c)
{
	atomic_store(&c->done, true);
	pthread_join(c->thread, NULL);
	for (size_t i = 0; i < c->n; i++)
		if (c->fds[i].fd >= 0)
			close(c->fds[i].fd);
	buf_free(&c->reader);
	x_free(c->members);
	x_free(c->fds);
	x_free(c);
}

struct good {
	pthread_t thread;
	int port;
	const char *token;
	unsigned asks, failed;
	int64_t *took;
};

static void *
work(void *ctx)
{
	struct good *g = ctx;
	for (unsigned i = 0; i < g->asks; i++) {
		CLEANUP(http_free) struct http_answer answer = { 0 };
		int64_t before = clock_ticks();
		bool whole = http_call(g->port, "GET", "/api/checkout/abandoned?limit=50", g->token,
		    NULL, STR_NONE, &answer);
		g->took[i] = clock_ticks() - before;
		if (!whole || answer.status != 200) {
			g->failed++;
			fprintf(stderr, "a good client got %d: %s\n", answer.status,
			    buf_z(&answer.body));
		}
	}
	return NULL;
}

static int
by_time(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

void
good_clients_work(int port, const char *token, struct good_clients *r)
{
	size_t n = (size_t)r->clients * r->asks;
	struct good *all = x_new_array(struct good, r->clients);
	int64_t *took = x_new_array(int64_t, n);
	for (unsigned i = 0; i < r->clients; i++) {
		all[i] = (struct good){ .port = port,
			.token = token,
			.asks = r->asks,
			.took = took + (size_t)i * r->asks };
		if (pthread_create(&all[i].thread, NULL, work, &all[i]) != 0)
			exit(1);
	}
	r->failed = 0;
	for (unsigned i = 0; i < r->clients; i++) {
		pthread_join(all[i].thread, NULL);
		r->failed += all[i].failed;
	}
	qsort(took, n, sizeof(*took), by_time);
	r->p50 = (int)took[n / 2];
	r->p99 = (int)took[n * 99 / 100];
	r->longest = (int)took[n - 1];
	printf("%zu asked, %u failed, p50 %d ms, p99 %d ms, longest %d ms\n", n, r->failed, r->p50,
	    r->p99, r->longest);
	x_free(took);
	x_free(all);
}

long
neighbours_rss(int pid)
{
	char path[40], line[200];
	long kib = -1;
	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	FILE *f = fopen(path, "re");
	while (f && fgets(line, sizeof(line), f))
		if (strncmp(line, "VmRSS:", 6) == 0)
			kib = strtol(line + 6, NULL, 10);
	if (f)
		fclose(f);
	return kib;
}

long
neighbours_cpu(int pid)
{
	char path[40], text[1000] = "";
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	FILE *f = fopen(path, "re");
	if (!f || !fgets(text, sizeof(text), f)) {
		perror(path);
		exit(1);
	}
	fclose(f);
	/* The fields after the name in brackets: state, ten numbers, then user and system time. */
	char *at = strrchr(text, ')') + 2;
	long ticks = 0;
	for (int field = 0; at && field < 13;
	     field++, at = strchr(at, ' '), at = at ? at + 1 : NULL)
		if (field >= 11)
			ticks += strtol(at, NULL, 10);
	return ticks * 1000 / sysconf(_SC_CLK_TCK);
}
