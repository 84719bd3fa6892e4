/*
 * interrupted.h - read() and waitpid() that fail with EINTR a given number of times: they replace
 * the system's functions in a program that contains the client.
 */
#ifndef TESTS_UNIT_CLIENT_INTERRUPTED_H
#define TESTS_UNIT_CLIENT_INTERRUPTED_H

#include <dlfcn.h>
#include <errno.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
	int reads, waits; /* number of calls still to fail */
} interrupted;

ssize_t
read(int fd, void *to, size_t n)
{
	static ssize_t (*real)(int, void *, size_t);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "read");
	if (!interrupted.reads)
		return real(fd, to, n);
	interrupted.reads--;
	errno = EINTR;
	return -1;
}

pid_t
waitpid(pid_t pid, int *status, int options)
{
	static pid_t (*real)(pid_t, int *, int);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "waitpid");
	if (!interrupted.waits)
		return real(pid, status, options);
	interrupted.waits--;
	errno = EINTR;
	return -1;
}

#endif
