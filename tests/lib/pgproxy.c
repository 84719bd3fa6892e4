#include "lib/pgproxy.h"
#include "lib/sockets.h"

#include "base/mem.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINES = 256, BYTES = 1 << 16, HELD_MS = 20 };

struct pgproxy {
	int listener, port, target, wake[2];
	pthread_t thread;
	pthread_t lines[LINES];
	unsigned lines_n;
	atomic_int cut, was_cut, flow;
	atomic_uint turns;
	char bind[16]; /* the client's name for the statement in its Bind message: "\0NAME\0" */
	size_t bind_n;
};

struct export_line {
	struct pgproxy *proxy;
	int client;
	bool signed_in;
	bool client_was_last;
};

/* True if the connection must be cut before these bytes are forwarded. */
static bool
cuts(struct pgproxy *p, bool from_client, const char *bytes, size_t n)
{
	int cut = atomic_load(&p->cut);
	bool hit = false;
	if (cut == PGPROXY_BEFORE_COMMIT)
		hit = from_client && memmem(bytes, n, p->bind, p->bind_n);
	else if (cut != PGPROXY_NONE)
		hit = !from_client && memmem(bytes, n, "COMMIT", sizeof("COMMIT"));
	if (!hit)
		return false;
	atomic_store(&p->cut, PGPROXY_NONE);
	atomic_store(&p->was_cut, 1);
	if (cut == PGPROXY_FOR_GOOD)
		shutdown(p->listener, SHUT_RDWR);
	return true;
}

/* Forwards one chunk; false if the connection has ended. */
static bool
pass_on(struct export_line *line, int from, int to, bool from_client, char *bytes)
{
	static const char ready[] = "Z\0\0\0\5I"; /* the server is ready for a query */
	struct pgproxy *p = line->proxy;
	ssize_t n = read(from, bytes, BYTES);
	if (!from_client && n >= 6 && memcmp(bytes + n - 6, ready, 6) == 0)
		line->signed_in = true;
	if (from_client && !line->client_was_last)
		atomic_fetch_add(&p->turns, 1);
	line->client_was_last = from_client;
	return n > 0 && !cuts(p, from_client, bytes, (size_t)n) && write(to, bytes, (size_t)n) == n;
}

static bool
is_held(const struct export_line *line)
{
	int flow = atomic_load(&line->proxy->flow);
	return flow == PGPROXY_NOTHING || (flow == PGPROXY_SIGN_IN && line->signed_in);
}

static void *
run_line(void *arg)
{
	struct export_line *line = arg;
	struct pgproxy *p = line->proxy;
	int server = socket_connect(p->target);
	char *bytes = x_alloc(BYTES);
	struct pollfd fds[] = { { .fd = line->client, .events = POLLIN },
		{ .fd = server, .events = POLLIN }, { .fd = p->wake[0], .events = POLLIN } };
	bool open = server >= 0;
	while (open) {
		bool holds = is_held(line);
		fds[0].events = fds[1].events = holds ? 0 : POLLIN;
		if (poll(fds, 3, holds ? HELD_MS : -1) < 0 || fds[2].revents)
			break;
		if (is_held(line))
			open = !(fds[0].revents & (POLLHUP | POLLERR));
		else if (fds[0].revents)
			open = pass_on(line, line->client, server, true, bytes);
		else if (fds[1].revents)
			open = pass_on(line, server, line->client, false, bytes);
	}
	x_free(bytes);
	close(server);
	close(line->client);
	x_free(line);
	return NULL;
}

static void *
run_listener(void *arg)
{
	struct pgproxy *p = arg;
	int client;
	while (
	    p->lines_n < LINES && (client = accept4(p->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		struct export_line *line = x_new(struct export_line);
		*line = (struct export_line){ .proxy = p, .client = client };
		pthread_create(&p->lines[p->lines_n++], NULL, run_line, line);
	}
	return NULL;
}

struct pgproxy *
pgproxy_start(int port)
{
	struct pgproxy *p = x_new(struct pgproxy);
	p->target = port;
	p->listener = socket_listen(&p->port);
	if (pipe2(p->wake, O_CLOEXEC) != 0) {
		perror("pgproxy");
		exit(1);
	}
	pthread_create(&p->thread, NULL, run_listener, p);
	return p;
}

int
pgproxy_port(const struct pgproxy *p)
{
	return p->port;
}

void
pgproxy_cut(struct pgproxy *p, enum pgproxy_cut cut, const char *statement)
{
	size_t n = strlen(statement);
	memset(p->bind, 0, sizeof(p->bind));
	memcpy(p->bind + 1, statement, n);
	p->bind_n = n + 2;
	atomic_store(&p->was_cut, 0);
	atomic_store(&p->cut, (int)cut);
}

unsigned
pgproxy_count_turns(struct pgproxy *p)
{
	return atomic_load(&p->turns);
}

void
pgproxy_set_flow(struct pgproxy *p, enum pgproxy_flow flow)
{
	atomic_store(&p->flow, (int)flow);
}

int
pgproxy_has_cut(struct pgproxy *p)
{
	return atomic_load(&p->was_cut);
}

void
pgproxy_stop(struct pgproxy *p)
{
	shutdown(p->listener, SHUT_RDWR);
	close(p->wake[1]); /* every connection thread notices this */
	pthread_join(p->thread, NULL);
	for (unsigned i = 0; i < p->lines_n; i++)
		pthread_join(p->lines[i], NULL);
	close(p->listener);
	close(p->wake[0]);
	x_free(p);
}
