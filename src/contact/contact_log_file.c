#include "contact/contact_log_file.h"

#include "app/state.h"
#include "base/mem.h"
#include "base/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_SIZE_MAX = 64 << 20, KEY_LINE_SIZE = 2 * DIGEST_SIZE + 1, LOCK_TIMEOUT_MS = 2000 };

static const char own_outcomes_file[] = "outcomes.jsonl";

bool
contact_log_file_init(struct contact_log_file *f, const char *path, struct err *err)
{
	struct buf own = { 0 };
	*f = (struct contact_log_file){ .shared = path != NULL,
		.lock_timeout_ms = LOCK_TIMEOUT_MS };
	bool ok = path || state_path(&own, own_outcomes_file, err);
	if (ok)
		f->path = path ? x_strdup(path) : x_strdup(buf_z(&own));
	buf_free(&own);
	return ok;
}

void
contact_log_file_free(struct contact_log_file *f)
{
	x_free(f->path);
	*f = (struct contact_log_file){ 0 };
}

static bool
set_contact_log_errno(const char *path, struct err *err)
{
	return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
}

/* Symbolic links are never followed: in a folder that others may write to, one could name any
 * file of this account. */
static unsigned
rules_of(const struct contact_log_file *f)
{
	return f->shared ? 0 : REGULAR_FILE_PRIVATE;
}

/* True if the opened file may be used: a shared one must have no other hard link, and must
 * belong to this account or be writable for its group. */
static bool
check_shared_file(const struct contact_log_file *f, int fd, struct err *err)
{
	struct stat st;
	if (!f->shared)
		return true;
	if (fstat(fd, &st) < 0)
		return set_contact_log_errno(f->path, err);
	if (st.st_nlink > 1)
		return err_set(err, ERR_IO,
		    "%s also has another name (a hard link), so it is not used as the contact log",
		    f->path);
	return st.st_uid == geteuid() || (st.st_mode & S_IWGRP) ||
	    err_set(err, ERR_IO, "%s is private: chmod g+w it to share it", f->path);
}

/* Opens the file. Returns -1 and sets err on failure, also if the file may not be used. */
static int
open_contact_log(const struct contact_log_file *f, int flags, struct err *err)
{
	int fd = regular_file_open(f->path, flags, rules_of(f), err);
	if (fd < 0 || check_shared_file(f, fd, err))
		return fd;
	close(fd);
	errno = EPERM;
	return -1;
}

/* ---- reading ---- */

static bool
read_from(int fd, struct buf *out, off_t from, off_t to)
{
	while (from < to) {
		size_t left = (size_t)(to - from);
		ssize_t n = pread(fd, buf_reserve(out, left), left, from);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		out->n += (size_t)n;
		from += n;
	}
	return true;
}

/* A partial line may still be in progress: it is read when it is complete. */
static void
drop_partial_line(struct buf *out, size_t from)
{
	while (out->n > from && out->p[out->n - 1] != '\n')
		out->n--;
}

static bool
read_new_text(struct contact_log_file *f, int fd, struct buf *out, bool *anew, struct err *err)
{
	struct stat st;
	size_t from = out->n;
	if (fstat(fd, &st) < 0)
		return set_contact_log_errno(f->path, err);
	if (st.st_size > FILE_SIZE_MAX)
		return err_set(err, ERR_IO, "%s is over %d MiB", f->path, FILE_SIZE_MAX >> 20);
	*anew = st.st_dev != f->device || st.st_ino != f->inode || st.st_size < f->read_offset;
	off_t begin = *anew ? 0 : f->read_offset;
	if (!read_from(fd, out, begin, st.st_size))
		return set_contact_log_errno(f->path, err);
	drop_partial_line(out, from);
	f->device = st.st_dev;
	f->inode = st.st_ino;
	f->read_offset = begin + (off_t)(out->n - from);
	return true;
}

/* True if nothing was added, which is the usual case and costs a single stat(). */
static bool
is_unchanged(const struct contact_log_file *f)
{
	struct stat st;
	return f->inode && stat(f->path, &st) == 0 && st.st_dev == f->device &&
	    st.st_ino == f->inode && st.st_size == f->read_offset;
}

static void
append_key_path(struct buf *out, const struct contact_log_file *f)
{
	buf_addf(out, "%s.key", f->path);
}

/* The key is created after the file: a key without a file means that the file was deleted. */
static bool
has_no_key(const struct contact_log_file *f, struct err *err)
{
	struct buf path = { 0 };
	struct stat st;
	append_key_path(&path, f);
	bool none = lstat(buf_z(&path), &st) < 0;
	buf_free(&path);
	return none ||
	    err_set(err, ERR_CONFIG,
		"%s is missing but its key still exists, so do-not-contact entries are lost. "
		"Restore the file, or remove %s.key to start over",
		f->path, f->path);
}

bool
contact_log_file_read(struct contact_log_file *f, struct buf *out, bool *anew, struct err *err)
{
	*anew = false;
	if (is_unchanged(f))
		return true;
	int fd = open_contact_log(f, O_RDONLY, err);
	if (fd < 0 && errno == ENOENT) {
		*anew = f->inode != 0;
		f->inode = 0;
		f->read_offset = 0;
		return has_no_key(f, err);
	}
	if (fd < 0)
		return false;
	bool ok = read_new_text(f, fd, out, anew, err);
	close(fd);
	return ok;
}

/* ---- appending ---- */

/* Opens the file, or creates it. A new shared file is writable for the group, whatever the
 * umask. */
static int
open_for_append(const struct contact_log_file *f, struct err *err)
{
	int fd = open_contact_log(f, O_RDWR | O_APPEND, err);
	if (fd >= 0 || errno != ENOENT)
		return fd;
	fd = regular_file_open(f->path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, rules_of(f), err);
	if (fd >= 0 && f->shared && fchmod(fd, 0660) < 0) {
		set_contact_log_errno(f->path, err);
		close(fd);
		return -1;
	}
	/* Another process created it first. */
	return fd < 0 && errno == EEXIST ? open_contact_log(f, O_RDWR | O_APPEND, err) : fd;
}

/* A partial line of a killed process must not spoil the next one. */
static bool
ends_in_half_a_line(int fd, off_t size)
{
	char last = '\n';
	return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

/* Writes the text completely or not at all. */
static bool
append_text_to_file(int fd, struct str text, off_t size)
{
	ssize_t n = write(fd, text.p, text.n);
	int why = n < 0 ? errno : ENOSPC;
	if (n == (ssize_t)text.n && fsync(fd) == 0)
		return true;
	if (n == (ssize_t)text.n)
		why = errno;
	if (ftruncate(fd, size) < 0)
		why = errno;
	errno = why;
	return false;
}

bool
contact_log_file_add(const struct contact_log_file *f, struct str line, struct err *err)
{
	struct buf whole = { 0 };
	struct stat st;
	int fd = open_for_append(f, err);
	if (fd < 0)
		return false;
	bool ok = regular_file_lock(fd, LOCK_EX, f->lock_timeout_ms, f->path, err);
	if (ok && fstat(fd, &st) < 0)
		ok = set_contact_log_errno(f->path, err);
	if (ok) {
		buf_addz(&whole, ends_in_half_a_line(fd, st.st_size) ? "\n" : "");
		buf_adds(&whole, line);
		buf_addc(&whole, '\n');
		ok = append_text_to_file(fd, buf_str(&whole), st.st_size) ||
		    set_contact_log_errno(f->path, err);
	}
	close(fd);
	buf_free(&whole);
	return ok;
}

/* ---- the key ---- */

static unsigned char
digit_of(char c)
{
	return (unsigned char)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static bool
read_key_text(unsigned char key[DIGEST_SIZE], struct str text, const char *path, struct err *err)
{
	struct str line = str_trim(text);
	if (!hex_is_valid(line, 2 * DIGEST_SIZE))
		return err_set(err, ERR_CONFIG,
		    "%s is damaged: without it, the people in its contact log cannot be identified",
		    path);
	for (size_t i = 0; i < DIGEST_SIZE; i++)
		key[i] = (unsigned char)(digit_of(line.p[2 * i]) << 4 |
		    digit_of(line.p[2 * i + 1]));
	return true;
}

bool
contact_log_file_read_key(
    const struct contact_log_file *f, unsigned char key[DIGEST_SIZE], struct err *err)
{
	struct buf path = { 0 }, text = { 0 };
	append_key_path(&path, f);
	int fd = regular_file_open(buf_z(&path), O_RDONLY, rules_of(f), err);
	bool ok = fd >= 0;
	if (ok && !regular_file_read(&text, fd, KEY_LINE_SIZE))
		ok = set_contact_log_errno(buf_z(&path), err);
	if (fd >= 0)
		close(fd);
	ok = ok && read_key_text(key, buf_str(&text), buf_z(&path), err);
	buf_free(&path);
	buf_wipe(&text);
	return ok;
}

/* Writes a new key, readable by the owner, and by the group if the file is shared. */
static bool
write_key(int fd, mode_t mode)
{
	unsigned char random[DIGEST_SIZE];
	struct buf line = { 0 };
	digest_random(random, sizeof(random));
	hex_encode(&line, random, sizeof(random));
	buf_addc(&line, '\n');
	bool ok = fchmod(fd, mode & 0660) == 0 && regular_file_write(fd, buf_str(&line)) &&
	    fsync(fd) == 0;
	buf_wipe(&line);
	return ok;
}

/* Writes the key under a temporary name, then links it to its own name, which fails if that
 * exists. */
static bool
create_key_file(const struct contact_log_file *f, mode_t mode, struct err *err)
{
	struct buf path = { 0 }, beside = { 0 };
	unsigned char random[8];
	digest_random(random, sizeof(random));
	append_key_path(&path, f);
	buf_addf(&beside, "%s.", buf_z(&path));
	hex_encode(&beside, random, sizeof(random));
	const char *name = buf_z(&beside);
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool ok = fd >= 0 && write_key(fd, mode);
	if (fd >= 0 && close(fd) < 0)
		ok = false;
	ok = ok && (link(name, buf_z(&path)) == 0 || errno == EEXIST);
	if (!ok)
		set_contact_log_errno(buf_z(&path), err);
	if (fd >= 0)
		unlink(name);
	buf_free(&path);
	buf_free(&beside);
	return ok;
}

bool
contact_log_file_make_key(
    const struct contact_log_file *f, unsigned char key[DIGEST_SIZE], struct err *err)
{
	struct stat st;
	if (contact_log_file_read_key(f, key, err))
		return true;
	if (err->kind != ERR_NOT_FOUND)
		return false;
	int fd = open_for_append(f, err);
	if (fd < 0)
		return false;
	bool ok = fstat(fd, &st) == 0 || set_contact_log_errno(f->path, err);
	close(fd);
	return ok && create_key_file(f, st.st_mode, err) && contact_log_file_read_key(f, key, err);
}
