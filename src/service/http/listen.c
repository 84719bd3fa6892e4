#include "service/http/listen.h"

#include "base/log.h"
#include "service/http/remote.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* OWN: descriptors for the store's connections, epoll and events of each thread, and the log.
 * LEAST: minimum number of connections. */
enum { RESERVED_DESCRIPTORS = 100, CONNECTIONS_MIN = 20 };

static unsigned
count_open_descriptors(void)
{
	unsigned n = 0;
	DIR *dir = opendir("/proc/self/fd");
	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

bool
raise_descriptor_limit(unsigned wanted, unsigned *connections, struct err *err)
{
	struct rlimit limit;
	unsigned used = count_open_descriptors() + RESERVED_DESCRIPTORS;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return err_set(err, ERR_IO, "the limit of open files: %s", strerror(errno));
	if (limit.rlim_cur < used + wanted) {
		limit.rlim_cur = limit.rlim_max < used + wanted ? limit.rlim_max : used + wanted;
		setrlimit(RLIMIT_NOFILE, &limit);
		getrlimit(RLIMIT_NOFILE, &limit);
	}
	if (limit.rlim_cur < used + CONNECTIONS_MIN)
		return err_set(err, ERR_IO,
		    "only %llu files can be open at a time, but the service needs at least %u: "
		    "raise the limit (ulimit -n %u)",
		    (unsigned long long)limit.rlim_cur, used + CONNECTIONS_MIN, used + wanted);
	*connections = limit.rlim_cur < used + wanted ? (unsigned)limit.rlim_cur - used : wanted;
	if (*connections < wanted)
		log_event(LOG_WARN, "few descriptors", LOG_NUMBER("limit", limit.rlim_cur),
		    LOG_NUMBER("connections", *connections), LOG_NUMBER("wanted", wanted));
	return true;
}

/* The longest queue that Linux allows: a client that finds the queue full retries only after a
 * second. */
enum { LISTEN_BACKLOG = 4096 };

static bool
split_address(struct str address, char *host, size_t host_cap, char *port, size_t port_cap)
{
	size_t colon = SIZE_MAX;
	for (size_t i = 0; i < address.n; i++)
		if (address.p[i] == ':')
			colon = i;
	if (colon == SIZE_MAX)
		return false;
	struct str name = str_sub(address, 0, colon);
	struct str number = str_sub(address, colon + 1, address.n);
	if (name.n >= 2 && name.p[0] == '[' && name.p[name.n - 1] == ']')
		name = str_sub(name, 1, name.n - 2);
	else if (str_find_char(name, ':') != SIZE_MAX)
		return false;
	int64_t value;
	if (name.n == 0 || name.n >= host_cap || number.n == 0 || number.n >= port_cap ||
	    !str_to_int64(number, &value) || value < 0 || value > 65535)
		return false;
	snprintf(host, host_cap, "%.*s", STR_ARG(name));
	snprintf(port, port_cap, "%.*s", STR_ARG(number));
	return true;
}

bool
listen_is_loopback(int fd)
{
	struct sockaddr_storage bound = { 0 };
	socklen_t size = sizeof(bound);
	return getsockname(fd, (struct sockaddr *)&bound, &size) == 0 &&
	    remote_of((struct sockaddr *)&bound).is_loopback;
}

static void
write_url(struct buf *url, int fd)
{
	struct sockaddr_storage bound = { 0 };
	socklen_t size = sizeof(bound);
	char host[INET6_ADDRSTRLEN] = "", port[8] = "";
	getsockname(fd, (struct sockaddr *)&bound, &size);
	if (bound.ss_family == AF_UNIX) {
		buf_addf(url, "http://unix:%s:",
		    ((const struct sockaddr_un *)(const void *)&bound)->sun_path);
		return;
	}
	getnameinfo((struct sockaddr *)&bound, size, host, sizeof(host), port, sizeof(port),
	    NI_NUMERICHOST | NI_NUMERICSERV);
	buf_addf(url, bound.ss_family == AF_INET6 ? "http://[%s]:%s" : "http://%s:%s", host, port);
}

static int
open_socket(const struct sockaddr *address, socklen_t size)
{
	int on = 1;
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -1;
	if (address->sa_family != AF_UNIX)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, address, size) == 0 && listen(fd, LISTEN_BACKLOG) == 0)
		return fd;
	int why = errno;
	close(fd);
	errno = why;
	return -1;
}

/* ---- Unix sockets ---- */

/* Removes a socket that a service left behind: connections to it are refused. */
static void
remove_stale_socket(const struct sockaddr_un *at)
{
	struct stat st;
	/* Nonblocking: a service whose queue is full would keep us waiting. */
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0 && stat(at->sun_path, &st) == 0 && S_ISSOCK(st.st_mode) &&
	    connect(fd, (const struct sockaddr *)at, sizeof(*at)) != 0 && errno == ECONNREFUSED)
		unlink(at->sun_path);
	if (fd >= 0)
		close(fd);
}

void
listen_remove_socket(struct str address)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct str path = str_sub(address, strlen("unix:"), address.n);
	if (!str_starts(address, STR("unix:")) || path.n >= sizeof(at.sun_path))
		return;
	memcpy(at.sun_path, path.p, path.n);
	remove_stale_socket(&at);
}

static int
open_unix_socket(struct str path, struct err *err)
{
	enum { USER_AND_GROUP = 0660 };
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	if (path.n < 2 || path.p[0] != '/' || path.n >= sizeof(at.sun_path)) {
		err_set_with_field(err, ERR_USAGE, "listen",
		    "--listen takes unix: and an absolute path of at most %zu bytes",
		    sizeof(at.sun_path) - 1);
		return -1;
	}
	memcpy(at.sun_path, path.p, path.n);
	remove_stale_socket(&at);
	int fd = open_socket((const struct sockaddr *)&at, sizeof(at));
	if (fd >= 0 && chmod(at.sun_path, USER_AND_GROUP) == 0)
		return fd;
	err_set(err, ERR_IO, "cannot listen on %s: %s", at.sun_path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

/* ---- the listening socket ---- */

static bool
may_listen(const struct sockaddr *address, bool insecure, const char *host, struct err *err)
{
	return insecure || remote_of(address).is_loopback ||
	    err_set_with_field(err, ERR_USAGE, "listen",
		"%s can be reached from other machines and "
		"plain HTTP exposes tokens on the network: put a TLS proxy in front, "
		"give --tls-certificate and --tls-key, or add --insecure-listen",
		host);
}

int
listen_adopt(int fd, bool insecure, struct buf *url, struct err *err)
{
	struct sockaddr_storage bound = { 0 };
	socklen_t size = sizeof(bound);
	getsockname(fd, (struct sockaddr *)&bound, &size);
	if (!may_listen(
		(const struct sockaddr *)&bound, insecure, "the service manager's socket", err)) {
		close(fd);
		return -1;
	}
	write_url(url, fd);
	return fd;
}

/* Finds the address; the caller frees *at. */
static bool
find_address(struct str address, bool insecure, struct addrinfo **at, struct err *err)
{
	char host[64], port[8];
	const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
		.ai_socktype = SOCK_STREAM };
	*at = NULL;
	if (!split_address(address, host, sizeof(host), port, sizeof(port)) ||
	    getaddrinfo(strcmp(host, "localhost") ? host : "127.0.0.1", port, &hints, at) != 0)
		return err_set_with_field(err, ERR_USAGE, "listen",
		    "--listen takes ADDR:PORT with a numeric "
		    "address, such as 127.0.0.1:8080 or [::1]:0, not %.*s",
		    STR_ARG(address));
	return may_listen((*at)->ai_addr, insecure, host, err);
}

bool
listen_check(struct str address, bool insecure, struct err *err)
{
	struct addrinfo *at;
	if (str_starts(address, STR("unix:")))
		return true;
	bool ok = find_address(address, insecure, &at, err);
	if (at)
		freeaddrinfo(at);
	return ok;
}

int
listen_open(struct str address, bool insecure, struct buf *url, struct err *err)
{
	struct addrinfo *at;
	int fd = -1;
	if (str_starts(address, STR("unix:"))) {
		fd = open_unix_socket(str_sub(address, 5, address.n), err);
		if (fd >= 0)
			write_url(url, fd);
		return fd;
	}
	if (find_address(address, insecure, &at, err)) {
		fd = open_socket(at->ai_addr, at->ai_addrlen);
		if (fd < 0)
			err_set(err, ERR_IO, "cannot listen on %.*s: %s", STR_ARG(address),
			    strerror(errno));
		else
			write_url(url, fd);
	}
	if (at)
		freeaddrinfo(at);
	return fd;
}
