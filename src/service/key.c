#include "service/key.h"

#include "base/digest.h"
#include "service/gate.h"
#include "service/places.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_SIZE = 32, KEY_FILE_MAX = 4096 };

static bool
read_up_to(struct buf *out, int fd, size_t max)
{
	while (out->n < max) {
		ssize_t got = read(fd, buf_room(out, max - out->n), max - out->n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got == 0;
		out->n += (size_t)got;
	}
	return true;
}

static bool
check_file(int fd, const char *path, struct err *err)
{
	struct stat st;
	if (fstat(fd, &st) != 0)
		return err_set(err, ERR_IO, "cannot read the key %s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_CONFIG, "the key %s is not a plain file", path);
	if (st.st_uid != geteuid())
		return err_set(err, ERR_CONFIG, "the key %s belongs to somebody else", path);
	if (st.st_mode & 077)
		return err_set(err, ERR_CONFIG, "the key %s can be read by others. Mend it with: "
		    "chmod 600 %s", path, path);
	return true;
}

static bool
read_file(struct buf *out, int fd, const char *path, struct err *err)
{
	if (!check_file(fd, path, err))
		return false;
	if (!read_up_to(out, fd, KEY_FILE_MAX + 1))
		return err_set(err, ERR_IO, "cannot read the key %s: %s", path, strerror(errno));
	if (out->n < SECRET_MIN || out->n > KEY_FILE_MAX)
		return err_set(err, ERR_CONFIG, "the key %s has %zu bytes, not %d to %d", path,
		    out->n, SECRET_MIN, KEY_FILE_MAX);
	return true;
}

/* Writes a new key beside its place and links it there: nobody ever sees half a key, and of two
 * who start at once one wins and the other reads the winner's. */
static bool
create_file(const char *path, struct err *err)
{
	unsigned char secret[KEY_SIZE];
	struct buf fresh = { 0 };
	buf_addf(&fresh, "%s.%ld.new", path, (long)getpid());
	const char *name = buf_z(&fresh);
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0;
	digest_random(secret, sizeof(secret));
	ok = ok && write(fd, secret, sizeof(secret)) == sizeof(secret) && fsync(fd) == 0 &&
	    (link(name, path) == 0 || errno == EEXIST);
	explicit_bzero(secret, sizeof(secret));
	if (!ok)
		err_set(err, ERR_IO, "cannot make the key %s: %s", path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		unlink(name);
	}
	buf_free(&fresh);
	return ok;
}

static bool
load(struct buf *out, const char *path, struct err *err)
{
	int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	int fd = open(path, flags);
	if (fd < 0 && errno == ENOENT) {
		if (!create_file(path, err))
			return false;
		fd = open(path, flags);
	}
	if (fd < 0 && errno == ELOOP)
		return err_set(err, ERR_CONFIG, "the key %s is not a plain file", path);
	if (fd < 0)
		return err_set(err, ERR_IO, "cannot read the key %s: %s", path, strerror(errno));
	bool ok = read_file(out, fd, path, err);
	close(fd);
	return ok;
}

bool
key_load(struct buf *out, const char *file, struct err *err)
{
	struct buf path = { 0 };
	bool ok = true;
	if (file)
		buf_addz(&path, file);
	else
		ok = place_of_state(&path, "service.key", err);
	ok = ok && load(out, buf_z(&path), err);
	if (!ok)
		buf_wipe(out);
	buf_free(&path);
	return ok;
}

bool
key_read_fd(struct buf *out, int fd, struct err *err)
{
	bool ok = read_up_to(out, fd, KEY_SIZE) && out->n == KEY_SIZE;
	close(fd);
	if (!ok) {
		buf_wipe(out);
		return err_set(err, ERR_CONFIG, "--key-fd did not give %d bytes", KEY_SIZE);
	}
	return true;
}
