#include "lib/hostile.h"
#include "lib/sockets.h"

#include "base/mem.h"
#include "base/vec.h"
#include "lib/deadline.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WAIT_MS = 20000, MAX_CONNECTIONS = 64 };

struct connection {
	int fd; /* -1: slot is free */
	size_t number;
	struct buf in;
	const struct hostile_rule *rule; /* the rule of the response being written, or NULL */
	struct hostile_rule copy; /* rule points to this copy: the caller may change its own */
	struct str answer;        /* the rest of the response to write */
	int64_t due;              /* when the next bytes may be sent */
};

struct hostile {
	const struct hostile_rule *rules;
	struct hostile_rule only; /* if there is one response for all requests */
	struct buf only_answer;
	size_t n;
	size_t *seen; /* number of requests that matched each rule's path */
	int listener, port;
	int stop[2]; /* the thread ends when this pipe is closed */
	char url[40];
	pthread_t thread;
	struct connection connections[MAX_CONNECTIONS];
	size_t accepted;
	pthread_mutex_t lock; /* protects `requests` */
	pthread_cond_t came;
	VEC(struct hostile_request *) requests;
};

static const struct hostile_rule no_rule = {
	.answer = { "HTTP/1.1 404 Scripted\r\nContent-Length: 0\r\n\r\n", 44 },
};

static void
end_connection(struct connection *c, bool reset)
{
	struct linger now = { .l_onoff = 1, .l_linger = 0 };
	if (reset)
		setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	close(c->fd);
	c->fd = -1;
	c->rule = NULL;
	buf_free(&c->in);
}

static const struct hostile_rule *
find_rule(struct hostile *h, const char *target)
{
	const struct hostile_rule *found = NULL;
	for (size_t i = 0; i < h->n; i++) {
		const struct hostile_rule *rule = &h->rules[i];
		if (rule->path && strncmp(target, rule->path, strlen(rule->path)) != 0)
			continue;
		h->seen[i]++;
		if (!found && (rule->nth == 0 || rule->nth == h->seen[i]))
			found = rule;
	}
	return found ? found : &no_rule;
}

bool
hostile_header(const struct hostile_request *r, const char *name, struct buf *out)
{
	struct str rest = str_of(r->head), line;
	while (str_next(&rest, '\n', &line)) {
		size_t colon = str_find_char(line, ':');
		if (colon == SIZE_MAX || !str_eq_nocase(str_sub(line, 0, colon), str_of(name)))
			continue;
		buf_adds(out, str_trim(str_sub(line, colon + 1, SIZE_MAX)));
		return true;
	}
	return false;
}

static struct hostile_request *
read_head(struct str head)
{
	struct hostile_request *r = x_new(struct hostile_request);
	struct str rest = head, method, target;
	if (!str_next(&rest, ' ', &method) || !str_next(&rest, ' ', &target))
		method = target = STR_NONE;
	r->method = str_dup(method);
	r->target = str_dup(target);
	r->head = str_dup(head);
	return r;
}

static void
free_request(struct hostile_request *r)
{
	x_free(r->method);
	x_free(r->target);
	x_free(r->head);
	x_free(r->body);
	x_free(r);
}

/* The first complete request in the connection's input, or NULL. */
static struct hostile_request *
next_request(struct connection *c)
{
	struct buf length = { 0 };
	struct str in = buf_str(&c->in);
	size_t head_n = str_find(in, STR("\r\n\r\n"));
	int64_t body_n = 0;
	if (head_n == SIZE_MAX)
		return NULL;
	struct hostile_request *r = read_head(str_sub(in, 0, head_n));
	if (hostile_header(r, "Content-Length", &length))
		str_to_int64(buf_str(&length), &body_n);
	buf_free(&length);
	size_t all = head_n + 4 + (size_t)body_n;
	if (in.n < all) {
		free_request(r);
		return NULL;
	}
	r->body = str_dup(str_sub(in, head_n + 4, (size_t)body_n));
	r->body_n = (size_t)body_n;
	r->connection = c->number;
	memmove(c->in.p, c->in.p + all, c->in.n - all);
	c->in.n -= all;
	return r;
}

static void
begin_answer(struct hostile *h, struct connection *c)
{
	struct hostile_request *r = next_request(c);
	if (!r)
		return;
	/* Before the request is counted: then the rules may be changed. */
	c->copy = *find_rule(h, r->target);
	const struct hostile_rule *rule = c->rule = &c->copy;
	pthread_mutex_lock(&h->lock);
	vec_push(&h->requests, r);
	pthread_cond_broadcast(&h->came);
	pthread_mutex_unlock(&h->lock);
	c->answer = rule->cut ? str_sub(rule->answer, 0, rule->cut) : rule->answer;
	c->due = rule->answer.p ? clock_ticks() + rule->delay_ms : INT64_MAX;
}

static void
continue_answer(struct hostile *h, struct connection *c)
{
	const struct hostile_rule *rule = c->rule;
	size_t n = rule->drip && rule->drip < c->answer.n ? rule->drip : c->answer.n;
	ssize_t sent = send(c->fd, c->answer.p, n, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (sent < 0) {
		end_connection(c, false);
		return;
	}
	c->answer = str_sub(c->answer, (size_t)sent, SIZE_MAX);
	c->due = clock_ticks() + rule->drip_ms;
	if (c->answer.n > 0)
		return;
	c->rule = NULL;
	if (rule->end != HOSTILE_KEEP || rule->cut)
		end_connection(c, rule->end == HOSTILE_RESET);
	else
		begin_answer(h, c);
}

static void
receive(struct hostile *h, struct connection *c)
{
	ssize_t n = recv(c->fd, buf_reserve(&c->in, 65536), 65536, MSG_DONTWAIT);
	if (n <= 0) {
		end_connection(c, false);
		return;
	}
	c->in.n += (size_t)n;
	if (!c->rule)
		begin_answer(h, c);
}

static void
accept_one(struct hostile *h)
{
	int fd = accept4(h->listener, NULL, NULL, SOCK_CLOEXEC);
	for (size_t i = 0; fd >= 0 && i < MAX_CONNECTIONS; i++) {
		if (h->connections[i].fd >= 0)
			continue;
		h->connections[i] = (struct connection){ .fd = fd, .number = h->accepted++ };
		return;
	}
	if (fd >= 0)
		close(fd);
}

/* The poll() events for one connection; lowers *wait to the time of its next bytes. */
static struct pollfd
watch(const struct connection *c, int64_t *wait)
{
	struct pollfd entry = { .fd = c->fd, .events = POLLIN };
	if (c->fd < 0 || !c->rule || c->due == INT64_MAX)
		return entry;
	int64_t left = c->due - clock_ticks();
	if (left <= 0)
		entry.events |= POLLOUT;
	else if (*wait < 0 || left < *wait)
		*wait = left;
	return entry;
}

static void *
serve(void *user)
{
	struct hostile *h = user;
	struct pollfd fds[MAX_CONNECTIONS + 2];
	for (;;) {
		int64_t wait = -1;
		for (size_t i = 0; i < MAX_CONNECTIONS; i++)
			fds[i] = watch(&h->connections[i], &wait);
		fds[MAX_CONNECTIONS] = (struct pollfd){ .fd = h->listener, .events = POLLIN };
		fds[MAX_CONNECTIONS + 1] = (struct pollfd){ .fd = h->stop[0], .events = POLLIN };
		poll(fds, MAX_CONNECTIONS + 2, (int)wait);
		if (fds[MAX_CONNECTIONS + 1].revents)
			return NULL;
		for (size_t i = 0; i < MAX_CONNECTIONS; i++) {
			struct connection *c = &h->connections[i];
			if (c->fd >= 0 && fds[i].revents & POLLOUT)
				continue_answer(h, c);
			if (c->fd >= 0 && fds[i].revents & (POLLIN | POLLHUP | POLLERR))
				receive(h, c);
		}
		if (fds[MAX_CONNECTIONS].revents)
			accept_one(h);
	}
}

static struct hostile *
start_rules(struct hostile *h, const struct hostile_rule *rules, size_t n)
{
	h->rules = rules;
	h->n = n;
	h->seen = x_new_array(size_t, n);
	for (size_t i = 0; i < MAX_CONNECTIONS; i++)
		h->connections[i].fd = -1;
	pthread_mutex_init(&h->lock, NULL);
	pthread_cond_init(&h->came, NULL);
	h->listener = socket_listen(&h->port);
	snprintf(h->url, sizeof(h->url), "http://127.0.0.1:%d", h->port);
	if (pipe2(h->stop, O_CLOEXEC) != 0 || pthread_create(&h->thread, NULL, serve, h) != 0) {
		perror("hostile server");
		abort();
	}
	return h;
}

struct hostile *
hostile_start(const struct hostile_rule *rules, size_t n)
{
	return start_rules(x_new(struct hostile), rules, n);
}

struct hostile *
hostile_start_bytes(struct str answer)
{
	struct hostile *h = x_new(struct hostile);
	h->only.answer = answer;
	return start_rules(h, &h->only, 1);
}

struct hostile *
hostile_start_answer(int status, const char *headers, struct str body)
{
	struct hostile *h = x_new(struct hostile);
	hostile_answer(&h->only_answer, status, headers, body);
	h->only.answer = buf_str(&h->only_answer);
	return start_rules(h, &h->only, 1);
}

struct hostile *
hostile_start_json(const char *json)
{
	return hostile_start_answer(200, "Content-Type: application/json\r\n", str_of(json));
}

void
hostile_stop(struct hostile *h)
{
	if (!h)
		return;
	close(h->stop[1]);
	pthread_join(h->thread, NULL);
	close(h->stop[0]);
	close(h->listener);
	for (size_t i = 0; i < MAX_CONNECTIONS; i++) {
		if (h->connections[i].fd >= 0)
			end_connection(&h->connections[i], false);
	}
	for (size_t i = 0; i < h->requests.n; i++)
		free_request(h->requests.v[i]);
	vec_free(&h->requests);
	pthread_cond_destroy(&h->came);
	pthread_mutex_destroy(&h->lock);
	x_free(h->seen);
	buf_free(&h->only_answer);
	x_free(h);
}

int
hostile_port(const struct hostile *h)
{
	return h->port;
}

const char *
hostile_url(const struct hostile *h)
{
	return h->url;
}

size_t
hostile_count(struct hostile *h)
{
	pthread_mutex_lock(&h->lock);
	size_t n = h->requests.n;
	pthread_mutex_unlock(&h->lock);
	return n;
}

bool
hostile_wait(struct hostile *h, size_t count)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += scale_timeout(WAIT_MS) / 1000;
	int status = 0;
	pthread_mutex_lock(&h->lock);
	while (h->requests.n < count && status == 0)
		status = pthread_cond_timedwait(&h->came, &h->lock, &until);
	bool came = h->requests.n >= count;
	if (!came)
		fprintf(stderr, "time is up: %zu of %zu requests came\n", h->requests.n, count);
	pthread_mutex_unlock(&h->lock);
	return came;
}

const struct hostile_request *
hostile_request(struct hostile *h, size_t i)
{
	pthread_mutex_lock(&h->lock);
	const struct hostile_request *r = i < h->requests.n ? h->requests.v[i] : NULL;
	pthread_mutex_unlock(&h->lock);
	return r;
}
