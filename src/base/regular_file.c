#include "base/regular_file.h"

#include "base/clock.h"
#include "base/path_trust.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Returns NULL for a regular file. */
static const char *
name_irregular_kind(mode_t mode)
{
	static const struct {
		mode_t kind;
		const char *description;
	} kinds[] = { { S_IFDIR, "a folder" }, { S_IFIFO, "a pipe" }, { S_IFSOCK, "a socket" },
		{ S_IFCHR, "a device" }, { S_IFBLK, "a device" }, { S_IFLNK, "a link" } };
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if ((mode & S_IFMT) == kinds[i].kind)
			return kinds[i].description;
	return NULL;
}

const char *
regular_file_irregular_kind(const char *path, bool follow)
{
	struct stat st;
	int rc = follow ? stat(path, &st) : lstat(path, &st);
	return rc == 0 ? name_irregular_kind(st.st_mode) : NULL;
}

/* Sets errno to a value that cannot be mistaken for a missing file. */
static bool
set_not_regular_error(const char *path, const char *what, struct err *err)
{
	errno = EINVAL;
	return err_set(err, ERR_IO, "%s is %s, not a file%s", path, what,
	    strcmp(what, "a link") == 0 ? ", and is not followed" : "");
}

static bool
check_file_rules(int fd, const char *path, unsigned rules, struct err *err)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
	if (name_irregular_kind(st.st_mode))
		return set_not_regular_error(path, name_irregular_kind(st.st_mode), err);
	if (rules & REGULAR_FILE_SECRET)
		return path_trust_is_secret(&st, path, err);
	return !(rules & REGULAR_FILE_PRIVATE) || path_trust_is_private(&st, path, err);
}

int
regular_file_open(const char *path, int flags, unsigned rules, struct err *err)
{
	bool follow = rules & (REGULAR_FILE_FOLLOW | REGULAR_FILE_SECRET);
	/* Check before opening, because opening a device may already have an effect. */
	const char *what = regular_file_irregular_kind(path, follow);
	if (what) {
		set_not_regular_error(path, what, err);
		return -1;
	}
	/* Check again after opening, since the path may have changed. O_NONBLOCK: a pipe must
	 * not block until it has a writer. */
	int fd = open(
	    path, flags | (follow ? 0 : O_NOFOLLOW) | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
	if (fd < 0) {
		int why = errno;
		if (why == ENOENT && (rules & REGULAR_FILE_SECRET) &&
		    regular_file_irregular_kind(path, false))
			err_set(err, ERR_IO, "%s is a broken symbolic link", path);
		else
			err_set(err, why == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s: %s", path,
			    strerror(why));
		errno = why;
		return -1;
	}
	if (check_file_rules(fd, path, rules, err))
		return fd;
	int why = errno;
	close(fd);
	errno = why;
	return -1;
}

bool
regular_file_read(struct buf *out, int fd, size_t max)
{
	enum { READ_PIECE_SIZE = 1 << 16 };
	size_t from = out->n;
	while (out->n - from <= max) {
		size_t room = max + 1 - (out->n - from);
		room = room < READ_PIECE_SIZE ? room : READ_PIECE_SIZE;
		ssize_t n = read(fd, buf_reserve(out, room), room);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		out->n += (size_t)n;
	}
	return true;
}

bool
regular_file_write(int fd, struct str text)
{
	while (text.n) {
		ssize_t n = write(fd, text.p, text.n);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text = str_sub(text, (size_t)n, text.n);
	}
	return true;
}

bool
regular_file_reserve_standard_fds(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return false;
	return true;
}

/* The lock is held only while a line is written, which takes no time unless the other process
 * was stopped. */
bool
regular_file_lock(int fd, int how, int ms, const char *name, struct err *err)
{
	const struct timespec moment = { .tv_nsec = 5000000 };
	int64_t until = clock_ticks() + ms;
	while (flock(fd, how | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return err_set(err, ERR_IO, "%s: %s", name, strerror(errno));
		if (clock_ticks() >= until)
			return err_set(err, ERR_IO,
			    "%s is locked by another program, which may be suspended: resume or "
			    "end that program, then try again",
			    name);
		nanosleep(&moment, NULL);
	}
	return true;
}
