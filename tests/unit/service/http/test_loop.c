/* A delayed thread finds much to read at once; that must not count as a slow client. */
#include "service/http/http.h"

#include "base/buf.h"
#include "lib/test.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BODY = 400000, SLOW_MS = 100 };

struct gate {
	sem_t entered, open;
};

static void
answer_with_length(void *ctx, const struct request *rq, struct response *rs)
{
	(void)ctx;
	rs->status = 200;
	buf_addf(&rs->body, "%zu", rq->body.n);
}

/* Runs on the loop's own thread: one request waits until everything else has arrived, another is
 * slow. */
static enum http_dispatch
answer_slow_first(void *ctx, const struct request *rq, struct response *rs)
{
	struct gate *gate = ctx;
	if (str_eqz(rq->target, "/gate")) {
		sem_post(&gate->entered);
		sem_wait(&gate->open);
	} else if (str_eqz(rq->target, "/slow")) {
		nanosleep(&(struct timespec){ .tv_nsec = SLOW_MS * 1000000L }, NULL);
	} else {
		return HTTP_MAY_BLOCK;
	}
	answer_with_length(ctx, rq, rs);
	return HTTP_ANSWERED;
}

static void
observe(void *ctx, const struct http_completed *done)
{
	(void)ctx;
	(void)done;
}

/* All threads share one core. */
static void
pin_to_one_core(void)
{
	cpu_set_t set, one;
	int core = 0;
	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	while (!CPU_ISSET(core, &set))
		core++;
	CPU_ZERO(&one);
	CPU_SET(core, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
}

static int
listen_somewhere(struct sockaddr_in *at)
{
	socklen_t size = sizeof(*at);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	*at = (struct sockaddr_in){ .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	assert_int_equal(bind(fd, (struct sockaddr *)at, size), 0);
	assert_int_equal(listen(fd, 10), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)at, &size), 0);
	return fd;
}

static void
send_text(int fd, const char *words)
{
	assert_int_equal(send(fd, words, strlen(words), 0), (ssize_t)strlen(words));
}

static int
call(const struct sockaddr_in *at, const char *words)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(connect(fd, (const struct sockaddr *)at, sizeof(*at)), 0);
	send_text(fd, words);
	return fd;
}

struct served {
	struct http_server *server;
	struct limits *limits;
	struct gate gate;
	struct sockaddr_in at;
	atomic_uint busy, queued[HTTP_QUEUES];
};

static int
serve(void **state)
{
	static struct served served;
	struct served *s = &served;
	struct err err;
	*s = (struct served){ .limits = limits_new(&limits_default) };
	const struct http_settings settings = { .quick_handler = answer_slow_first,
		.handler = answer_with_length,
		.handler_ctx = &s->gate,
		.on_completed = observe,
		.limits = s->limits,
		.max_connections = 10,
		.queued_counts = s->queued,
		.in_progress_count = &s->busy,
		.api_version = "1" };
	sem_init(&s->gate.entered, 0, 0);
	sem_init(&s->gate.open, 0, 0);
	pin_to_one_core();
	s->server = http_start(listen_somewhere(&s->at), &settings, &err);
	*state = s;
	return s->server ? 0 : -1;
}

static int
end(void **state)
{
	struct served *s = *state;
	http_stop(s->server);
	limits_free(s->limits);
	return 0;
}

TEST_WITH(an_unread_body_is_discarded, serve, end)
{
	static const char zeros[BODY];
	struct served *s = *state;
	auto_buf head = { 0 };
	char said[400] = "";
	buf_addf(&head, "PUT /body HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n0", BODY + 1);
	int body = call(&s->at, buf_z(&head));
	int slow = call(&s->at, "HEAD /slow HTTP/1.1\r\nHost: x\r\n\r\n");
	assert_true(recv(slow, said, sizeof(said), 0) > 0);
	int gated = call(&s->at, "GET /gate HTTP/1.1\r\nHost: x\r\n\r\n");
	sem_wait(&s->gate.entered);
	assert_int_equal(send(body, zeros, BODY, 0), BODY);
	send_text(slow, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
	sem_post(&s->gate.open);

	memset(said, 0, sizeof(said));
	assert_true(recv(body, said, sizeof(said) - 1, 0) > 0);
	assert_memory_equal(said, "HTTP/1.1 200 OK", 15);
	close(body);
	close(slow);
	close(gated);
}

/* libmicrohttpd 0.9 hangs on the line, and the connection is closed before the reaper's five
 * seconds are over; 1.0 refuses the line itself. Other clients get responses meanwhile. */
TEST_WITH(an_endless_line_ends_its_connection_only, serve, end)
{
	enum { ASKED_MOST = 100, EVERY_MS = 20 };
	struct served *s = *state;
	auto_buf line = { 0 };
	char said[400] = "";
	int asked = 0;
	buf_addz(&line, "PUT /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
	buf_pad(&line, '0', 60000);
	int other = call(&s->at, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
	struct pollfd stuck = { .fd = call(&s->at, buf_z(&line)), .events = POLLIN };
	while (poll(&stuck, 1, EVERY_MS) == 0 && asked++ < ASKED_MOST) {
		assert_true(recv(other, said, sizeof(said), 0) > 0);
		send_text(other, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
	}
	assert_true(asked < ASKED_MOST);
	if (recv(stuck.fd, said, sizeof(said), 0) > 0) {
		assert_memory_equal(said, "HTTP/1.1 413 ", 13);
		while (recv(stuck.fd, said, sizeof(said), 0) > 0)
			;
	}
	close(other);
	close(stuck.fd);
}
