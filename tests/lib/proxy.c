#include "lib/proxy.h"
#include "lib/cleanup.h"
#include "lib/sockets.h"

#include "base/mem.h"
#include "base/vec.h"
#include "lib/deadline.h"
#include "lib/service.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUEST_MS = 20000 };

struct write {
	char *head, *body;
};

struct proxy {
	int listener, port; /* port: the service's */
	int stop[2];        /* the thread ends when this pipe is closed */
	char url[40];
	pthread_t thread;
	pthread_mutex_t lock; /* protects the members below */
	pthread_cond_t changed;
	enum proxy_mood mood;
	bool ending;
	VEC(struct write) writes;
	VEC(int) silent; /* connections that never get a response */
};

/* Receives a whole request; false if the client disconnected first. */
static bool
receive(int fd, struct buf *in, size_t *head_n)
{
	CLEANUP(http_free) struct http_answer shape = { 0 };
	int64_t deadline = deadline_in(REQUEST_MS), length = 0;
	bool whole = false;
	while (!whole) {
		struct pollfd wait = { .fd = fd, .events = POLLIN };
		struct buf value = { 0 };
		if (poll(&wait, 1, deadline_left(deadline)) <= 0)
			break;
		ssize_t n = recv(fd, buf_reserve(in, 65536), 65536, 0);
		if (n <= 0)
			break;
		in->n += (size_t)n;
		*head_n = str_find(buf_str(in), STR("\r\n\r\n"));
		if (*head_n == SIZE_MAX)
			continue;
		buf_reset(&shape.head);
		buf_adds(&shape.head, str_sub(buf_str(in), 0, *head_n));
		if (http_header(&shape, "Content-Length", &value))
			str_to_int64(buf_str(&value), &length);
		buf_free(&value);
		whole = in->n >= *head_n + 4 + (size_t)length;
	}
	return whole;
}

/* True for hop-by-hop headers, which are not forwarded. */
static bool
is_hop_by_hop(struct str line)
{
	static const char *const names[] = {
		"Connection:", "Content-Length:", "Transfer-Encoding:"
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct str name = str_of(names[i]);
		if (str_eq_nocase(str_sub(line, 0, name.n), name))
			return true;
	}
	return false;
}

static void
send_response(int fd, const struct http_answer *answer)
{
	auto_buf out = { 0 };
	struct str rest = buf_str(&answer->head), line;
	while (rest.n && str_next(&rest, '\n', &line))
		if (!is_hop_by_hop(line))
			buf_addf(&out, "%.*s\r\n", STR_ARG(str_trim(line)));
	buf_addf(&out, "Connection: close\r\nContent-Length: %zu\r\n\r\n", answer->body.n);
	buf_adds(&out, buf_str(&answer->body));
	send(fd, out.p, out.n, MSG_NOSIGNAL);
}

/* Sends a response made by the proxy itself. */
static void
answer(int fd, const char *status, const char *body)
{
	auto_buf out = { 0 };
	buf_addf(&out,
	    "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
	    "X-Request-Id: 8c1f02\r\nConnection: close\r\n\r\n%s",
	    status, strlen(body), body);
	send(fd, out.p, out.n, MSG_NOSIGNAL);
}

/* Records a write and returns the mood that applies to it; waits while the mood is
 * PROXY_WAITING. */
static enum proxy_mood
record(struct proxy *x, struct str request, size_t head_n)
{
	struct write w = { str_dup(str_sub(request, 0, head_n)),
		str_dup(str_sub(request, head_n + 4, request.n)) };
	pthread_mutex_lock(&x->lock);
	vec_push(&x->writes, w);
	pthread_cond_broadcast(&x->changed);
	while (x->mood == PROXY_WAITING && !x->ending)
		pthread_cond_wait(&x->changed, &x->lock);
	enum proxy_mood mood = x->ending ? PROXY_LOSES : x->mood;
	pthread_mutex_unlock(&x->lock);
	return mood;
}

/* Forwards a write and responds, both as far as the mood allows. */
static void
forward_write(struct proxy *x, int fd, struct str request, enum proxy_mood mood)
{
	CLEANUP(http_free) struct http_answer from = { 0 };
	bool reaches = mood != PROXY_LOSES && mood != PROXY_401;
	bool answered = reaches && http_raw(x->port, request, &from);
	if (answered && mood == PROXY_HONEST)
		send_response(fd, &from);
	else if (mood == PROXY_502)
		answer(fd, "502 Bad Gateway", "{\"message\":\"upstream is away\"}");
	else if (mood == PROXY_401)
		answer(fd, "401 Unauthorized",
		    "{\"code\":\"expired_token\",\"message\":\"token expired\"}");
}

static void
pass(struct proxy *x, int fd)
{
	auto_buf in = { 0 };
	enum proxy_mood mood = PROXY_HONEST;
	size_t head_n = 0;
	bool whole = receive(fd, &in, &head_n);
	if (whole && !str_starts(buf_str(&in), STR("GET ")))
		mood = record(x, buf_str(&in), head_n);
	if (whole)
		forward_write(x, fd, buf_str(&in), mood);
	if (mood == PROXY_SILENT)
		vec_push(&x->silent, fd);
	else
		close(fd);
}

static void *
serve(void *user)
{
	struct proxy *x = user;
	for (;;) {
		struct pollfd fds[] = { { .fd = x->listener, .events = POLLIN },
			{ .fd = x->stop[0], .events = POLLIN } };
		poll(fds, 2, -1);
		if (fds[1].revents)
			return NULL;
		int fd = fds[0].revents ? accept4(x->listener, NULL, NULL, SOCK_CLOEXEC) : -1;
		if (fd >= 0)
			pass(x, fd);
	}
}

struct proxy *
proxy_start(int port)
{
	struct proxy *x = x_new(struct proxy);
	x->port = port;
	pthread_mutex_init(&x->lock, NULL);
	pthread_cond_init(&x->changed, NULL);
	int own_port;
	x->listener = socket_listen(&own_port);
	snprintf(x->url, sizeof(x->url), "http://127.0.0.1:%d", own_port);
	if (pipe2(x->stop, O_CLOEXEC) != 0 || pthread_create(&x->thread, NULL, serve, x) != 0) {
		perror("proxy");
		abort();
	}
	return x;
}

void
proxy_stop(struct proxy *x)
{
	if (!x)
		return;
	pthread_mutex_lock(&x->lock);
	x->ending = true;
	pthread_cond_broadcast(&x->changed);
	pthread_mutex_unlock(&x->lock);
	close(x->stop[1]);
	pthread_join(x->thread, NULL);
	close(x->stop[0]);
	close(x->listener);
	for (size_t i = 0; i < x->silent.n; i++)
		close(x->silent.v[i]);
	for (size_t i = 0; i < x->writes.n; i++) {
		x_free(x->writes.v[i].head);
		x_free(x->writes.v[i].body);
	}
	vec_free(&x->silent);
	vec_free(&x->writes);
	pthread_cond_destroy(&x->changed);
	pthread_mutex_destroy(&x->lock);
	x_free(x);
}

const char *
proxy_url(const struct proxy *x)
{
	return x->url;
}

void
proxy_set_mood(struct proxy *x, enum proxy_mood mood)
{
	pthread_mutex_lock(&x->lock);
	x->mood = mood;
	pthread_cond_broadcast(&x->changed);
	pthread_mutex_unlock(&x->lock);
}

size_t
proxy_writes(struct proxy *x)
{
	pthread_mutex_lock(&x->lock);
	size_t n = x->writes.n;
	pthread_mutex_unlock(&x->lock);
	return n;
}

static const char *
write_part(struct proxy *x, size_t i, bool body)
{
	pthread_mutex_lock(&x->lock);
	const char *text = NULL;
	if (i < x->writes.n)
		text = body ? x->writes.v[i].body : x->writes.v[i].head;
	pthread_mutex_unlock(&x->lock);
	return text;
}

const char *
proxy_head(struct proxy *x, size_t i)
{
	return write_part(x, i, false);
}

const char *
proxy_body(struct proxy *x, size_t i)
{
	return write_part(x, i, true);
}
