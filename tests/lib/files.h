/*
 * files.h - writes and inspects small files.
 */
#ifndef TESTS_LIB_FILES_H
#define TESTS_LIB_FILES_H

#include "lib/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static inline int
open_new(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	return fd;
}

/* Replaces the content and the permissions of the file. */
static inline void
write_bytes(const char *path, struct str text, mode_t mode)
{
	int fd = open_new(path);
	assert_int_equal(fchmod(fd, mode), 0);
	assert_true(text.n == 0 || write(fd, text.p, text.n) == (ssize_t)text.n);
	close(fd);
}

static inline void
write_file(const char *path, const char *text)
{
	write_bytes(path, str_of(text), 0600);
}

/* Removes a database file of SQLite with its log. */
static inline void
unlink_store(const char *path)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	char name[200];
	for (int i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "%s%s", path, ends[i]);
		unlink(name);
	}
}

static inline size_t
count_lines(const struct buf *text)
{
	size_t n = 0;
	for (size_t i = 0; i < text->n; i++)
		n += text->p[i] == '\n';
	return n;
}

static inline mode_t
mode_of(const char *path)
{
	struct stat st;
	assert_int_equal(stat(path, &st), 0);
	return st.st_mode & 07777;
}

#endif
