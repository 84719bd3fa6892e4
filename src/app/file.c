#include "app/file.h"

#include "base/digest.h"
#include "base/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
set_errno_error(const char *path, struct err *err)
{
	enum err_kind kind = errno == ENOENT ? ERR_NOT_FOUND : ERR_IO;
	return err_set(err, kind, "%s: %s", path, strerror(errno));
}

static bool
read_file_with_rules(unsigned rules, struct buf *out, const char *path, size_t max, struct err *err)
{
	size_t from = out->n;
	int fd = regular_file_open(path, O_RDONLY, rules, err);
	if (fd < 0)
		return false;
	bool ok = regular_file_read(out, fd, max) || set_errno_error(path, err);
	close(fd);
	if (!ok)
		return false;
	struct str mark = STR("\xEF\xBB\xBF");
	if (str_starts(str_sub(buf_str(out), from, out->n), mark)) {
		memmove(out->p + from, out->p + from + mark.n, out->n - from - mark.n);
		out->n -= mark.n;
	}
	return out->n - from <= max || err_set(err, ERR_IO, "%s is over %zu bytes", path, max);
}

bool
file_read(struct buf *out, const char *path, size_t max, struct err *err)
{
	return read_file_with_rules(REGULAR_FILE_FOLLOW, out, path, max, err);
}

bool
file_read_no_follow(struct buf *out, const char *path, size_t max, struct err *err)
{
	return read_file_with_rules(0, out, path, max, err);
}

static bool
write_to_disk(int fd, struct str text)
{
	return regular_file_write(fd, text) && fsync(fd) == 0;
}

/* Writes to a device or a pipe directly. Does not wait for a pipe's reader. */
static bool
write_to_special_file(const char *path, struct str text, struct err *err)
{
	int fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 && errno == ENXIO)
		return err_set(err, ERR_IO, "%s is %s, but no program is reading from it", path,
		    regular_file_irregular_kind(path, true));
	bool ok = fd >= 0 && fcntl(fd, F_SETFL, O_WRONLY) == 0 && regular_file_write(fd, text);
	if (fd >= 0 && close(fd) < 0)
		ok = false;
	return ok || set_errno_error(path, err);
}

static bool
replace_regular_file(const char *path, struct str text, struct err *err)
{
	struct buf temporary = { 0 };
	unsigned char random[8];
	digest_random(random, sizeof(random));
	buf_addf(&temporary, "%s.", path);
	hex_encode(&temporary, random, sizeof(random));
	const char *name = buf_z(&temporary);
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && write_to_disk(fd, text);
	if (fd >= 0 && close(fd) < 0)
		ok = false;
	ok = ok && rename(name, path) == 0;
	if (!ok) {
		set_errno_error(path, err);
		if (fd >= 0)
			unlink(name);
	}
	buf_free(&temporary);
	return ok;
}

bool
file_replace(const char *path, struct str text, struct err *err)
{
	struct stat st;
	if (lstat(path, &st) < 0)
		return errno == ENOENT ? replace_regular_file(path, text, err)
				       : set_errno_error(path, err);
	/* A symbolic link stays, too: the file it finally leads to is written. */
	if (S_ISLNK(st.st_mode) && stat(path, &st) < 0)
		return set_errno_error(path, err);
	if (!S_ISREG(st.st_mode))
		return write_to_special_file(path, text, err);
	char *place = realpath(path, NULL);
	bool ok = place ? replace_regular_file(place, text, err) : set_errno_error(path, err);
	free(place);
	return ok;
}

bool
file_add_line(const char *path, struct str line, struct err *err)
{
	struct buf text = { 0 };
	int fd = regular_file_open(path, O_WRONLY | O_APPEND | O_CREAT, 0, err);
	if (fd < 0)
		return false;
	buf_adds(&text, line);
	buf_addc(&text, '\n');
	bool ok = write_to_disk(fd, buf_str(&text)) || set_errno_error(path, err);
	buf_free(&text);
	close(fd);
	return ok;
}

void
file_append_full_path(struct buf *out, struct str path)
{
	char here[PATH_MAX];
	if (path.n && path.p[0] != '/' && getcwd(here, sizeof(here)))
		buf_addf(out, "%s/", str_eqz(str_of(here), "/") ? "" : here);
	buf_adds(out, path);
}
