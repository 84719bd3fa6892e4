#include "client/loopback.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CALLERS_MAX = 8, REQUEST_SIZE_MAX = 16384, CALLER_TIMEOUT_MS = 10000 };

static const char callback_path[] = "/signed-in";

struct caller {
	struct loopback *l;
	int fd;                 /* -1: slot is free */
	unsigned serial_number; /* serial number, in order of arrival */
	unsigned timer;
	struct buf request;
};

struct loopback {
	struct io_watch io;
	int fd;
	char *address;
	loopback_request_fn *on_request;
	void *ctx;
	struct caller callers[CALLERS_MAX];
	unsigned callers_so_far;
};

static void
close_caller(struct caller *c)
{
	if (c->fd < 0)
		return;
	c->l->io.watch_fd(c->l->io.ctx, c->fd, 0, NULL, NULL);
	c->l->io.cancel_timer(c->l->io.ctx, c->timer);
	close(c->fd);
	c->fd = -1;
	c->timer = 0;
	buf_wipe(&c->request);
}

void
loopback_free(struct loopback *l)
{
	if (!l)
		return;
	for (int i = 0; i < CALLERS_MAX; i++)
		close_caller(&l->callers[i]);
	l->io.watch_fd(l->io.ctx, l->fd, 0, NULL, NULL);
	close(l->fd);
	x_free(l->address);
	x_free(l);
}

const char *
loopback_address(const struct loopback *l)
{
	return l->address;
}

static void
send_http_response(struct caller *c, const char *status, const char *words)
{
	struct buf out = { 0 };
	buf_addf(&out,
	    "HTTP/1.1 %s\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n"
	    "Content-Security-Policy: default-src 'none'\r\nReferrer-Policy: no-referrer\r\n"
	    "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
	    status, strlen(words), words);
	/* A few hundred bytes fit into the socket buffer; a failure means that the browser is
	 * gone. */
	ssize_t ignored = send(c->fd, out.p, out.n, MSG_NOSIGNAL);
	(void)ignored;
	buf_free(&out);
	close_caller(c);
}

static void
read_request(struct caller *c)
{
	struct str rest = buf_str(&c->request), line = STR_NONE;
	struct str method = STR_NONE, target = STR_NONE;
	struct loopback *l = c->l;
	str_next(&rest, '\n', &line);
	str_next(&line, ' ', &method);
	str_next(&line, ' ', &target);
	size_t mark = str_find_char(target, '?');
	if (!str_eqz(method, "GET") || !str_eqz(str_sub(target, 0, mark), callback_path)) {
		send_http_response(c, "404 Not Found", "There is nothing here.");
		return;
	}
	struct str query = mark == SIZE_MAX ? STR_NONE : str_sub(target, mark + 1, target.n);
	bool was_it = l->on_request(l->ctx, query);
	send_http_response(c, was_it ? "200 OK" : "400 Bad Request",
	    was_it
		? "<!doctype html><title>Backroom</title><p>You can close this page and go back to "
		  "the terminal."
		: "<!doctype html><title>Backroom</title><p>This is not the sign-in that the "
		  "terminal is waiting for.");
}

static void
on_caller_readable(void *arg, int fd, unsigned ready)
{
	struct caller *c = arg;
	(void)ready;
	ssize_t n = read(fd, buf_reserve(&c->request, 4096), 4096);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	c->request.n += n > 0 ? (size_t)n : 0;
	if (n <= 0 || c->request.n > REQUEST_SIZE_MAX)
		close_caller(c);
	else if (str_find(buf_str(&c->request), STR("\r\n\r\n")) != SIZE_MAX)
		read_request(c);
}

static void
on_caller_timeout(void *arg)
{
	struct caller *c = arg;
	c->timer = 0;
	close_caller(c);
}

/* Finds the account of the caller's end in the system's table of connections. Both ends must match:
 * one port can have connections to several others, also of other accounts. */
static bool
find_caller_account(
    const struct sockaddr_in *from, const struct sockaddr_in *to, unsigned long *uid)
{
	char line[256];
	bool found = false;
	FILE *table = fopen("/proc/net/tcp", "re");
	while (table && !found && fgets(line, sizeof(line), table)) {
		unsigned address, port, to_address, to_port;
		int n = sscanf(line, " %*u: %8X:%4X %8X:%4X %*2X %*8X:%*8X %*2X:%*8X %*8X %lu",
		    &address, &port, &to_address, &to_port, uid);
		found = n == 5 && address == from->sin_addr.s_addr &&
		    port == ntohs(from->sin_port) && to_address == to->sin_addr.s_addr &&
		    to_port == ntohs(to->sin_port);
	}
	if (table)
		fclose(table);
	return found;
}

/* True if the connection comes from another account except root, which may run the browser for
 * this account. The system does not give its table in one piece: a row can be missed while others
 * change. A connection that is missing each time, such as one from another namespace, is accepted.
 */
static bool
is_from_other_account(int fd, const struct sockaddr_in *from)
{
	enum { TRIES = 5 };
	unsigned long uid;
	struct sockaddr_in to;
	socklen_t size = sizeof(to);
	if (getsockname(fd, (struct sockaddr *)&to, &size) < 0)
		return true;
	for (int i = 0; i < TRIES && geteuid(); i++)
		if (find_caller_account(from, &to, &uid))
			return uid != geteuid() && uid;
	return false;
}

/* A free slot, or that of the oldest connection, which has sent no request: it must not keep the
 * browser out. */
static struct caller *
find_caller_slot(struct loopback *l)
{
	struct caller *oldest = &l->callers[0];
	for (int i = 0; i < CALLERS_MAX; i++) {
		struct caller *c = &l->callers[i];
		if (c->fd < 0)
			return c;
		if (c->serial_number < oldest->serial_number)
			oldest = c;
	}
	close_caller(oldest);
	return oldest;
}

static void
accept_caller(void *arg, int fd, unsigned ready)
{
	struct loopback *l = arg;
	struct sockaddr_in from;
	socklen_t size = sizeof(from);
	(void)ready;
	int got = accept4(fd, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (got < 0)
		return;
	if (is_from_other_account(got, &from)) {
		close(got);
		return;
	}
	struct caller *c = find_caller_slot(l);
	c->fd = got;
	c->serial_number = l->callers_so_far++;
	c->timer = l->io.start_timer(l->io.ctx, CALLER_TIMEOUT_MS, on_caller_timeout, c);
	l->io.watch_fd(l->io.ctx, got, IO_READ, on_caller_readable, c);
}

static bool
set_port_error(int port, struct err *err)
{
	int why = errno;
	if (port && why == EADDRINUSE)
		return err_set(err, ERR_IO,
		    "port %d of 127.0.0.1, set by redirect-port, is in use: stop the program "
		    "that uses it, or sign in with a code",
		    port);
	return err_set(err, ERR_IO, "no free port on 127.0.0.1 for the browser: %s", strerror(why));
}

struct loopback *
loopback_new(
    const struct io_watch *io, int port, loopback_request_fn *came, void *ctx, struct err *err)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)port) };
	socklen_t size = sizeof(at);
	const int yes = 1; /* connections of an earlier sign-in may still be closing */
	struct buf address = { 0 };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) < 0 ||
	    bind(fd, (struct sockaddr *)&at, sizeof(at)) < 0 || listen(fd, CALLERS_MAX) < 0 ||
	    getsockname(fd, (struct sockaddr *)&at, &size) < 0) {
		set_port_error(port, err);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	struct loopback *l = x_new(struct loopback);
	l->io = *io;
	l->fd = fd;
	l->on_request = came;
	l->ctx = ctx;
	for (int i = 0; i < CALLERS_MAX; i++)
		l->callers[i] = (struct caller){ .l = l, .fd = -1 };
	buf_addf(&address, "http://127.0.0.1:%u%s", (unsigned)ntohs(at.sin_port), callback_path);
	l->address = buf_detach(&address);
	io->watch_fd(io->ctx, fd, IO_READ, accept_caller, l);
	return l;
}
