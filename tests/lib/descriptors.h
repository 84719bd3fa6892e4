/*
 * descriptors.h - counts this program's open file descriptors: a leak must fail a test, and no
 * sanitizer reports one.
 */
#ifndef TESTS_DESCRIPTORS_H
#define TESTS_DESCRIPTORS_H

#include <fcntl.h>

static inline int
descriptors_open(void)
{
	enum { HIGHEST = 256 };
	int n = 0;
	for (int fd = 0; fd < HIGHEST; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

#endif
