#include "lib/pgpooler.h"
#include "lib/sockets.h"

#include "base/buf.h"
#include "base/mem.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 100, SESSIONS = 20, BYTES = 1 << 16, TLS = 80877103, GSS = 80877104 };

struct session {
	int fd;
	struct client *client;
	struct buf in; /* received from the server, not yet a complete message */
	uint64_t used; /* when it was last free */
};

struct client {
	int fd;
	bool signed_in;
	struct session *session;
	struct buf in;
	unsigned asked; /* queries and syncs without a response from the server yet */
};

struct pgpooler {
	int listener, port, target, wake[2];
	unsigned sessions_n;
	pthread_t thread;
	struct client clients[CLIENTS];
	struct session sessions[SESSIONS];
	struct buf startup;  /* the first client's startup message, used to open each session */
	struct buf greeting; /* the server's reply to it, without the cancel key */
	uint64_t turns;
};

static uint32_t
read_number(const char *p)
{
	uint32_t n;
	memcpy(&n, p, 4);
	return ntohl(n);
}

/* Length of the first message, whose type takes `skip` bytes; 0 if it is incomplete. */
static size_t
message_size(const struct buf *in, size_t skip)
{
	if (in->n < skip + 4)
		return 0;
	size_t n = skip + read_number(in->p + skip);
	return in->n >= n ? n : 0;
}

static void
drop(struct buf *in, size_t n)
{
	memmove(in->p, in->p + n, in->n - n);
	in->n -= n;
}

static bool
receive(int fd, struct buf *in)
{
	ssize_t n = recv(fd, buf_reserve(in, BYTES), BYTES, 0);
	in->n += n > 0 ? (size_t)n : 0;
	return n > 0;
}

static void
close_session(struct session *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
	if (s->client)
		s->client->session = NULL;
	s->client = NULL;
	buf_reset(&s->in);
}

/* A session that is in use must not be given to another client, so it is closed too. */
static void
close_client(struct client *c)
{
	if (c->session)
		close_session(c->session);
	close(c->fd);
	buf_free(&c->in);
	*c = (struct client){ .fd = -1 };
}

/* Each message is sent at once, without waiting for the previous one to be acknowledged. */
static void
disable_nagle(int fd)
{
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
}

/* Signs in; stores the server's reply the first time. */
static bool
open_session(struct pgpooler *p, struct session *s)
{
	bool first = p->greeting.n == 0, ready = false;
	s->fd = socket_connect(p->target);
	if (s->fd < 0)
		return false;
	disable_nagle(s->fd);
	socket_send(s->fd, str_from(p->startup.p, p->startup.n));
	while (!ready && receive(s->fd, &s->in)) {
		size_t n;
		while ((n = message_size(&s->in, 1))) {
			ready = s->in.p[0] == 'Z';
			if (first && s->in.p[0] != 'K' && !ready)
				buf_adds(&p->greeting, str_from(s->in.p, n));
			drop(&s->in, n);
		}
	}
	return ready;
}

static bool
sign_in(struct pgpooler *p, struct client *c)
{
	static const char key[] = "K\0\0\0\14\0\0\0\0keys", ready[] = "Z\0\0\0\5I";
	size_t n = message_size(&c->in, 0);
	if (n == 0)
		return true;
	uint32_t code = read_number(c->in.p + 4);
	if (code == TLS || code == GSS) {
		drop(&c->in, n);
		socket_send(c->fd, str_from("N", 1));
		return sign_in(p, c);
	}
	if (p->startup.n == 0)
		buf_adds(&p->startup, str_from(c->in.p, n));
	drop(&c->in, n);
	if (p->greeting.n == 0 && !open_session(p, &p->sessions[0]))
		return false;
	socket_send(c->fd, str_from(p->greeting.p, p->greeting.n));
	socket_send(c->fd, str_from(key, 13));
	socket_send(c->fd, str_from(ready, 6));
	return c->signed_in = true;
}

static struct session *
find_session(struct pgpooler *p)
{
	struct session *best = NULL;
	for (unsigned i = 0; i < p->sessions_n; i++) {
		struct session *s = &p->sessions[i];
		if (!s->client && (!best || s->used < best->used))
			best = s;
	}
	if (best && best->fd < 0 && !open_session(p, best))
		return NULL;
	return best;
}

/* Forwards complete messages if a session is available. Returns false if the client has gone. */
static bool
serve_client(struct pgpooler *p, struct client *c)
{
	size_t n;
	if (!c->signed_in && !sign_in(p, c))
		return false;
	while (c->signed_in && (n = message_size(&c->in, 1))) {
		char type = c->in.p[0];
		if (type == 'X')
			return false;
		if (!c->session && (c->session = find_session(p)))
			c->session->client = c;
		if (!c->session)
			return true;
		c->asked += type == 'Q' || type == 'S';
		socket_send(c->session->fd, str_from(c->in.p, n));
		drop(&c->in, n);
	}
	return true;
}

static void
serve_session(struct pgpooler *p, struct session *s)
{
	size_t n;
	while ((n = message_size(&s->in, 1))) {
		struct client *c = s->client;
		bool idle = s->in.p[0] == 'Z' && s->in.p[5] == 'I';
		if (c)
			socket_send(c->fd, str_from(s->in.p, n));
		if (c && s->in.p[0] == 'Z' && --c->asked == 0 && idle) {
			c->session = NULL;
			s->client = NULL;
			s->used = ++p->turns;
		}
		drop(&s->in, n);
	}
}

static void
accept_client(struct pgpooler *p)
{
	int fd = accept4(p->listener, NULL, NULL, SOCK_CLOEXEC);
	disable_nagle(fd);
	for (int i = 0; i < CLIENTS && fd >= 0; i++)
		if (p->clients[i].fd < 0) {
			p->clients[i] = (struct client){ .fd = fd };
			fd = -1;
		}
	if (fd >= 0)
		close(fd);
}

static void
serve_all(struct pgpooler *p, const struct pollfd *fds)
{
	for (unsigned i = 0; i < SESSIONS; i++) {
		struct session *s = &p->sessions[i];
		if (fds[i].revents && s->fd == fds[i].fd && !receive(s->fd, &s->in))
			close_session(s);
		serve_session(p, s);
	}
	for (unsigned i = 0; i < CLIENTS; i++) {
		struct client *c = &p->clients[i];
		const struct pollfd *fd = &fds[SESSIONS + i];
		if (c->fd >= 0 && ((fd->revents && !receive(c->fd, &c->in)) || !serve_client(p, c)))
			close_client(c);
	}
}

static void *
run_pooler(void *arg)
{
	struct pgpooler *p = arg;
	struct pollfd fds[SESSIONS + CLIENTS + 2];
	for (;;) {
		for (unsigned i = 0; i < SESSIONS; i++)
			fds[i] = (struct pollfd){ .fd = p->sessions[i].fd, .events = POLLIN };
		for (unsigned i = 0; i < CLIENTS; i++)
			fds[SESSIONS + i] = (struct pollfd){ .fd = p->clients[i].fd,
				.events = POLLIN };
		fds[SESSIONS + CLIENTS] = (struct pollfd){ .fd = p->listener, .events = POLLIN };
		fds[SESSIONS + CLIENTS + 1] = (struct pollfd){ .fd = p->wake[0], .events = POLLIN };
		if (poll(fds, SESSIONS + CLIENTS + 2, -1) < 0 ||
		    fds[SESSIONS + CLIENTS + 1].revents)
			return NULL;
		serve_all(p, fds);
		if (fds[SESSIONS + CLIENTS].revents)
			accept_client(p);
	}
}

struct pgpooler *
pgpooler_start(int port, unsigned sessions)
{
	struct pgpooler *p = x_new(struct pgpooler);
	p->target = port;
	p->sessions_n = sessions;
	for (int i = 0; i < SESSIONS; i++)
		p->sessions[i].fd = -1;
	for (int i = 0; i < CLIENTS; i++)
		p->clients[i].fd = -1;
	p->listener = socket_listen(&p->port);
	if (pipe(p->wake) != 0) {
		perror("pgpooler");
		exit(1);
	}
	pthread_create(&p->thread, NULL, run_pooler, p);
	return p;
}

int
pgpooler_port(const struct pgpooler *p)
{
	return p->port;
}

void
pgpooler_stop(struct pgpooler *p)
{
	close(p->wake[1]);
	pthread_join(p->thread, NULL);
	for (int i = 0; i < CLIENTS; i++)
		if (p->clients[i].fd >= 0)
			close_client(&p->clients[i]);
	for (int i = 0; i < SESSIONS; i++) {
		close_session(&p->sessions[i]);
		buf_free(&p->sessions[i].in);
	}
	buf_free(&p->startup);
	buf_free(&p->greeting);
	close(p->listener);
	close(p->wake[0]);
	x_free(p);
}
