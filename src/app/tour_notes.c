#include "app/tour_notes.h"

#include "app/state.h"
#include "base/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOTES_SIZE_MAX = 1 << 20 };

static const char notes_file[] = "tour";

/* ---- the console ---- */

/* Writes a new file under another name and locks it. Returns -1 and sets err if that fails. */
static int
write_new_file(const char *name, struct str text, struct err *err)
{
	int fd = state_open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, err);
	if (fd < 0)
		return -1;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 && regular_file_write(fd, text))
		return fd;
	err_set(err, ERR_IO, "%s: %s", name, strerror(errno));
	close(fd);
	return -1;
}

bool
tour_notes_write(struct tour_notes *n, struct str text, struct err *err)
{
	struct buf name = { 0 }, from = { 0 }, to = { 0 };
	buf_addf(&name, "%s.%ld", notes_file, (long)getpid());
	bool ok = state_path(&from, buf_z(&name), err) && state_path(&to, notes_file, err);
	int fd = ok ? write_new_file(buf_z(&name), text, err) : -1;
	if (fd >= 0 && rename(buf_z(&from), buf_z(&to)) != 0) {
		err_set(err, ERR_IO, "%s: %s", buf_z(&to), strerror(errno));
		close(fd);
		fd = -1;
	}
	if (ok && fd < 0)
		unlink(buf_z(&from));
	if (fd < 0)
		tour_notes_end(n); /* the old notes are of another step */
	else if (n->lock_fd >= 0)
		close(n->lock_fd);
	n->lock_fd = fd;
	buf_free(&name);
	buf_free(&from);
	buf_free(&to);
	return fd >= 0;
}

/* True if the file of the notes exists and is not the open one. */
static bool
is_other_file(int fd)
{
	struct buf path = { 0 };
	struct err ignored;
	struct stat ours, there;
	bool is_other = state_path(&path, notes_file, &ignored) && fstat(fd, &ours) == 0 &&
	    stat(buf_z(&path), &there) == 0 &&
	    (ours.st_dev != there.st_dev || ours.st_ino != there.st_ino);
	buf_free(&path);
	return is_other;
}

void
tour_notes_end(struct tour_notes *n)
{
	struct buf path = { 0 };
	struct err ignored;
	if (n->lock_fd < 0)
		return;
	/* The file may be that of another console by now. */
	if (state_path(&path, notes_file, &ignored) && !is_other_file(n->lock_fd))
		unlink(buf_z(&path));
	buf_free(&path);
	close(n->lock_fd);
	n->lock_fd = -1;
}

/* ---- the reader ---- */

bool
tour_reader_open(struct tour_reader *r, struct err *err)
{
	enum { WATCHED = IN_MOVED_TO | IN_DELETE | IN_CLOSE_WRITE };
	struct buf folder = { 0 };
	r->watch_fd = -1;
	if (!state_path(&folder, "", err))
		return false;
	r->watch_fd = inotify_init1(IN_CLOEXEC);
	bool ok = r->watch_fd >= 0 && inotify_add_watch(r->watch_fd, buf_z(&folder), WATCHED) >= 0;
	if (!ok)
		err_set(err, ERR_IO, "%s cannot be watched: %s", buf_z(&folder), strerror(errno));
	buf_free(&folder);
	return ok;
}

/* Reads the file if its console is running; *is_replaced: the console has just written another one,
 * and released this one. */
static bool
read_notes(struct buf *out, bool *is_replaced)
{
	struct err ignored;
	int fd = state_open(notes_file, O_RDONLY | O_CLOEXEC, &ignored);
	*is_replaced = false;
	if (fd < 0)
		return false;
	bool is_running = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
	bool ok = is_running && regular_file_read(out, fd, NOTES_SIZE_MAX);
	*is_replaced = !is_running && is_other_file(fd);
	close(fd);
	return ok;
}

bool
tour_reader_read(struct buf *out)
{
	bool ok, is_replaced;
	do
		ok = read_notes(out, &is_replaced);
	while (is_replaced);
	return ok;
}

bool
tour_reader_wait(struct tour_reader *r, struct err *err)
{
	char events[4096];
	ssize_t n;
	do
		n = read(r->watch_fd, events, sizeof(events));
	while (n < 0 && errno == EINTR);
	return n > 0 || err_set(err, ERR_IO, "the state folder: %s", strerror(errno));
}

void
tour_reader_close(struct tour_reader *r)
{
	if (r->watch_fd >= 0)
		close(r->watch_fd);
	r->watch_fd = -1;
}
