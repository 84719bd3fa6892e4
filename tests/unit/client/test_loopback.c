/* The listener for the browser's redirect: which requests are accepted, how many, and on which
 * port. */
#include "client/loopback.h"
#include "lib/sockets.h"
#include "lib/test.h"
#include "unit/client/small_loop.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct bench {
	struct small_loop loop;
	struct loopback *l;
	int port, calls;
};

static bool
note_call(void *ctx, struct str query)
{
	struct bench *b = ctx;
	(void)query;
	b->calls++;
	return true;
}

static bool
begin(struct bench *b, int port, struct err *err)
{
	*b = (struct bench){ .port = 0 };
	small_loop_init(&b->loop);
	b->l = loopback_new(&b->loop.io, port, note_call, b, err);
	if (b->l)
		assert_int_equal(
		    sscanf(loopback_address(b->l), "http://127.0.0.1:%d/signed-in", &b->port), 1);
	return b->l != NULL;
}

static void
end(struct bench *b)
{
	loopback_free(b->l);
	small_loop_free(&b->loop);
}

static void
ask(int fd)
{
	static const char text[] = "GET /signed-in?code=x HTTP/1.1\r\n\r\n";
	if (send(fd, text, sizeof(text) - 1, MSG_NOSIGNAL) < 0)
		abort();
}

static bool
was_called(void *ctx)
{
	return ((struct bench *)ctx)->calls > 0;
}

TEST(idle_connections_do_not_block_the_browser)
{
	enum { CROWD = 30 };
	CLEANUP(end) struct bench b;
	struct err err;
	int idle[CROWD];
	assert_true(begin(&b, 0, &err));
	for (int i = 0; i < CROWD; i++) {
		idle[i] = socket_connect(b.port);
		small_loop_turn(&b.loop, 0);
	}
	int fd = socket_connect(b.port);
	ask(fd);
	assert_true(small_loop_until(&b.loop, was_called, &b, 20000));
	close(fd);
	for (int i = 0; i < CROWD; i++)
		close(idle[i]);
}

static bool
has_ended(void *ctx)
{
	return waitpid(*(pid_t *)ctx, NULL, WNOHANG) != 0;
}

/* An account that can read the browser's arguments could send a response of its own. */
TEST(requests_of_another_account_are_ignored)
{
	enum { OURS = 64001, THEIRS = 64002 };
	struct bench b;
	struct err err;
	if (geteuid() != 0)
		skip_because("only root can be two accounts");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(seteuid(OURS), 0);
		assert_true(begin(&b, 0, &err));
		assert_int_equal(seteuid(0), 0);
		pid_t child = fork();
		if (child == 0) {
			char byte;
			if (setuid(i ? OURS : THEIRS) < 0)
				_exit(1);
			int fd = socket_connect(b.port);
			ask(fd);
			_exit(recv(fd, &byte, 1, 0) > 0);
		}
		assert_int_equal(seteuid(OURS), 0);
		assert_true(small_loop_until(&b.loop, has_ended, &child, 20000));
		assert_int_equal(b.calls, i);
		end(&b);
		assert_int_equal(seteuid(0), 0);
	}
}

/* A socket that may share its port; port 0: any. Returns its port. */
static int
bind_shared_port(int fd, int port)
{
	const int on = 1;
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
	socklen_t size = sizeof(at);
	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) < 0 ||
	    bind(fd, (struct sockaddr *)&at, sizeof(at)) < 0 ||
	    getsockname(fd, (struct sockaddr *)&at, &size) < 0)
		abort();
	return ntohs(at.sin_port);
}

static void
connect_to(int fd, int port)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
	if (connect(fd, (const struct sockaddr *)&to, sizeof(to)) < 0)
		abort();
}

/* Root has a connection from the same port to another program. Its row in the system's table can
 * come first, so several ports are tried. */
TEST(another_connection_of_the_same_port_does_not_admit_its_caller)
{
	enum { OURS = 64001, THEIRS = 64002, PORTS = 8 };
	CLEANUP(end) struct bench b;
	struct bench decoy;
	struct err err;
	int roots[PORTS];
	if (geteuid() != 0)
		skip_because("only root can be two accounts");
	assert_true(begin(&decoy, 0, &err));
	assert_int_equal(seteuid(OURS), 0);
	assert_true(begin(&b, 0, &err));
	assert_int_equal(seteuid(0), 0);
	for (int i = 0; i < PORTS; i++) {
		roots[i] = socket(AF_INET, SOCK_STREAM, 0);
		int port = bind_shared_port(roots[i], 0);
		connect_to(roots[i], decoy.port);
		small_loop_turn(&decoy.loop, 0);
		pid_t child = fork();
		if (child == 0) {
			char byte;
			if (setuid(THEIRS) < 0)
				_exit(1);
			int fd = socket(AF_INET, SOCK_STREAM, 0);
			bind_shared_port(fd, port);
			connect_to(fd, b.port);
			ask(fd);
			_exit(recv(fd, &byte, 1, 0) > 0);
		}
		assert_int_equal(seteuid(OURS), 0);
		assert_true(small_loop_until(&b.loop, has_ended, &child, 20000));
		assert_int_equal(seteuid(0), 0);
	}
	assert_int_equal(b.calls, 0);
	for (int i = 0; i < PORTS; i++)
		close(roots[i]);
	end(&decoy);
}

TEST(a_port_can_be_fixed)
{
	struct bench b, other;
	struct err err = { 0 };
	char words[100];
	assert_true(begin(&b, 0, &err));
	int port = b.port;
	assert_false(begin(&other, port, &err));
	snprintf(
	    words, sizeof(words), "port %d of 127.0.0.1, set by redirect-port, is in use", port);
	assert_true(str_starts(str_of(err.text), str_of(words)));
	end(&other);
	/* A port with a recent connection can be used again at once. */
	int fd = socket_connect(port);
	ask(fd);
	assert_true(small_loop_until(&b.loop, was_called, &b, 20000));
	end(&b);
	assert_true(begin(&b, port, &err));
	assert_int_equal(b.port, port);
	close(fd);
	end(&b);
}
