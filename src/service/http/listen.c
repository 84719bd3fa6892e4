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
	getnameinfo((struct sockaddr *)&bound, size, host, sizeof(host), port, sizeof(port),
	    NI_NUMERICHOST | NI_NUMERICSERV);
	buf_addf(url, bound.ss_family == AF_INET6 ? "http://[%s]:%s" : "http://%s:%s", host, port);
}

static int
open_socket(const struct addrinfo *at)
{
	int on = 1;
	int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, LISTEN_BACKLOG) == 0)
		return fd;
	int why = errno;
	close(fd);
	errno = why;
	return -1;
}

int
listen_open(struct str address, bool insecure, struct buf *url, struct err *err)
{
	char host[64], port[8];
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
		.ai_socktype = SOCK_STREAM };
	struct addrinfo *at = NULL;
	int fd = -1;
	if (!split_address(address, host, sizeof(host), port, sizeof(port)) ||
	    getaddrinfo(strcmp(host, "localhost") ? host : "127.0.0.1", port, &hints, &at) != 0) {
		err_set_with_field(err, ERR_USAGE, "listen",
		    "--listen takes ADDR:PORT with a numeric "
		    "address, such as 127.0.0.1:8080 or [::1]:0, not %.*s",
		    STR_ARG(address));
		return -1;
	}
	if (!insecure && !remote_of(at->ai_addr).is_loopback)
		err_set_with_field(err, ERR_USAGE, "listen",
		    "%s can be reached from other machines and "
		    "plain HTTP exposes tokens on the network: put a TLS proxy in front, or "
		    "add --insecure-listen",
		    host);
	else if ((fd = open_socket(at)) < 0)
		err_set(
		    err, ERR_IO, "cannot listen on %.*s: %s", STR_ARG(address), strerror(errno));
	else
		write_url(url, fd);
	freeaddrinfo(at);
	return fd;
}
