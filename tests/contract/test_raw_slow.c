/* labels: slow */
/*
 * Six hundred slow clients: two hundred send their headers slowly, two hundred a body, and two
 * hundred read slowly; when one is disconnected, another replaces it. Meanwhile twenty good clients
 * must not be affected.
 */
#include "base/clock.h"
#include "base/mem.h"
#include "lib/api.h"
#include "lib/deadline.h"
#include "lib/test.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	OF_A_KIND = 200,
	KINDS = 3,
	SLOW = KINDS * OF_A_KIND,
	GOOD = 20,
	ASKS = 200,
	BEAT_MS = 10,
	BEATS = 10,
	TIMES = 3
};

#ifdef BACKROOM_SANITIZED
enum { P99_MS = 200 };
#else
enum { P99_MS = 50 };
#endif

#define ASK "GET /api/checkout/abandoned?limit=1000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "

static const struct {
	const char *begin, *more;
} kinds[] = {
	{ "GET /healthz HTTP/1.1\r\nHost: x\r\nX: ", "y" },
	{ "PUT /healthz HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	  "Content-Length: 100000\r\n\r\n{",
	    " " },
	{ NULL, NULL }, /* requests more than the socket buffers hold, and reads nothing */
};

struct slow_clients {
	int port;
	struct buf reader; /* the request of a client that reads slowly */
	struct pollfd fds[SLOW];
	atomic_bool done;
	unsigned shut_down;
};

static void
open_slow(struct slow_clients *c, size_t i)
{
	const char *begin = kinds[i % KINDS].begin;
	int small = 4096;
	c->fds[i] = (struct pollfd){ .fd = http_connect(c->port), .events = POLLRDHUP };
	if (c->fds[i].fd < 0)
		return;
	setsockopt(c->fds[i].fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	struct str bytes = begin ? str_of(begin) : buf_str(&c->reader);
	send(c->fds[i].fd, bytes.p, bytes.n, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Each client sends one more byte, ten times a second, a tenth of the clients at a time. */
static void *
dawdle(void *ctx)
{
	struct slow_clients *c = ctx;
	for (size_t nth = 0; !atomic_load(&c->done); nth++) {
		int64_t beat = clock_ticks() + BEAT_MS;
		for (int left; (left = deadline_left(beat)) > 0 && poll(c->fds, SLOW, left) > 0;)
			for (size_t i = 0; i < SLOW; i++)
				if (c->fds[i].revents) {
					close(c->fds[i].fd);
					c->shut_down++;
					open_slow(c, i);
				}
		for (size_t i = nth % BEATS; i < SLOW; i += BEATS)
			if (kinds[i % KINDS].more)
				send(c->fds[i].fd, kinds[i % KINDS].more, 1,
				    MSG_NOSIGNAL | MSG_DONTWAIT);
	}
	return NULL;
}

/* Number of pages of baskets that the service has sent. */
static size_t
pages_answered(int port)
{
	const struct str name = STR(
	    "backroom_requests_total{endpoint=\"getAbandonedCheckouts\",status=\"200\"} ");
	CLEANUP(http_free) struct http_answer answer = { 0 };
	assert_true(http_call(port, "GET", "/metrics", NULL, NULL, STR_NONE, &answer));
	size_t at = str_find(buf_str(&answer.body), name);
	size_t n = at == SIZE_MAX ? 0 : strtoul(buf_z(&answer.body) + at + name.n, NULL, 10);
	return n;
}

/* Waits until the socket buffers of the slow readers are full: no further page for half a
 * second. */
static void
wait_for_full_sockets(int port)
{
	size_t before = SIZE_MAX, now = 0;
	for (int64_t end = deadline_in(20000); before != now && deadline_left(end) > 0;) {
		before = now;
		poll(NULL, 0, 500);
		now = pages_answered(port);
	}
	assert_in_range(now, OF_A_KIND, SIZE_MAX);
}

struct good_client {
	pthread_t thread;
	int port;
	const char *token;
	unsigned failed;
	int64_t took[ASKS];
};

static void *
work(void *ctx)
{
	struct good_client *g = ctx;
	for (size_t i = 0; i < ASKS; i++) {
		CLEANUP(http_free) struct http_answer answer = { 0 };
		int64_t before = clock_ticks();
		bool whole = http_call(g->port, "GET", "/api/checkout/abandoned?limit=50", g->token,
		    NULL, STR_NONE, &answer);
		g->took[i] = clock_ticks() - before;
		g->failed += !whole || answer.status != 200;
	}
	return NULL;
}

static int
by_time(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* The p99 response time of the good clients, which send requests at the same time. */
static int64_t
measure_p99(struct good_client *all, int port, const char *token)
{
	int64_t took[GOOD * ASKS];
	for (size_t i = 0; i < GOOD; i++) {
		all[i] = (struct good_client){ .port = port, .token = token };
		assert_int_equal(pthread_create(&all[i].thread, NULL, work, &all[i]), 0);
	}
	for (size_t i = 0; i < GOOD; i++) {
		assert_int_equal(pthread_join(all[i].thread, NULL), 0);
		assert_int_equal(all[i].failed, 0);
		memcpy(took + i * ASKS, all[i].took, sizeof(all[i].took));
	}
	qsort(took, GOOD * ASKS, sizeof(*took), by_time);
	int64_t p99 = took[GOOD * ASKS * 99 / 100];
	print_message("p50 %d ms, p99 %d ms, longest %d ms\n", (int)took[GOOD * ASKS / 2], (int)p99,
	    (int)took[GOOD * ASKS - 1]);
	return p99;
}

TEST(slow_connections_do_not_slow_down_others)
{
	struct service *s = service_start(NULL);
	struct slow_clients *c = x_new(struct slow_clients);
	struct good_client *all = x_alloc(GOOD * sizeof(*all));
	auto_buf token = { 0 };
	pthread_t slow;
	service_token(s, NULL, &token);
	const char *bearer = buf_z(&token); /* once: it writes a NUL, and all threads read it */
	c->port = service_port(s);
	int64_t alone = measure_p99(all, c->port, bearer);
	for (size_t i = 0; i < 20; i++)
		buf_addf(&c->reader, ASK "%s\r\n\r\n", bearer);
	for (size_t i = 0; i < SLOW; i++)
		open_slow(c, i);
	wait_for_full_sockets(c->port);
	assert_int_equal(pthread_create(&slow, NULL, dawdle, c), 0);
	int64_t beside = measure_p99(all, c->port, bearer);
	/* On a busy machine they are slow even without the others, so compare with that. */
	int64_t most = TIMES * alone > P99_MS ? TIMES * alone : P99_MS;
	assert_in_range(beside, 0, scale_timeout(most));
	atomic_store(&c->done, true);
	assert_int_equal(pthread_join(slow, NULL), 0);
	print_message("%u of the others were shut down meanwhile\n", c->shut_down);
	for (size_t i = 0; i < SLOW; i++)
		close(c->fds[i].fd);
	assert_int_equal(service_stop(s), 0);
	buf_free(&c->reader);
	x_free(all);
	x_free(c);
}
