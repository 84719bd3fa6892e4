#include "service/cmd/systemd.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FIRST_SOCKET_FD = 3 };

void
systemd_notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t n = path ? strlen(path) : 0;
	if (n < 2 || n >= sizeof(to.sun_path) || (path[0] != '/' && path[0] != '@'))
		return;
	memcpy(to.sun_path, path, n);
	if (path[0] == '@') /* a name in the abstract namespace */
		to.sun_path[0] = '\0';
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	sendto(fd, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&to,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n));
	close(fd);
}

static bool
is_listening_socket(int fd)
{
	int type = 0, listens = 0;
	socklen_t size = sizeof(type);
	return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM &&
	    getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens;
}


bool
systemd_take_socket(int *fd, struct err *err)
{
	const char *for_pid = getenv("LISTEN_PID"), *sockets = getenv("LISTEN_FDS");
	int64_t pid, count;
	*fd = -1;
	if (!for_pid || !sockets || !str_to_int64(str_of(for_pid), &pid) || pid != getpid() ||
	    !str_to_int64(str_of(sockets), &count))
		return true;
	unsetenv("LISTEN_PID");
	unsetenv("LISTEN_FDS");
	unsetenv("LISTEN_FDNAMES");
	if (count != 1)
		return err_set(err, ERR_CONFIG,
		    "the service manager passed %lld sockets; one is needed", (long long)count);
	if (!is_listening_socket(FIRST_SOCKET_FD) ||
	    fcntl(FIRST_SOCKET_FD, F_SETFD, FD_CLOEXEC) != 0 ||
	    fcntl(FIRST_SOCKET_FD, F_SETFL, O_NONBLOCK) != 0)
		return err_set(err, ERR_CONFIG,
		    "the service manager passed something else than a listening stream socket");
	*fd = FIRST_SOCKET_FD;
	return true;
}
