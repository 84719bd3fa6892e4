#include "base/path_trust.h"

#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { SYMLINKS_MAX = 40 };

/* A walk along a path, folder by folder. */
struct path_walk {
	int folder_fd;             /* the current folder */
	struct buf walked;         /* path walked so far */
	struct buf remaining_path; /* path still to walk */
	int link_count;
	struct stat target; /* stat of the path's end */
};

static bool
is_trusted(uid_t owner)
{
	return owner == 0 || owner == geteuid();
}

static bool
set_untrusted_error(struct err *err, const char *path, const char *why, const char *command)
{
	err_set(err, ERR_IO, "%s %s, so it is not used. Fix it%s: %s '%s'", path, why,
	    geteuid() ? ", as root" : "", command, path);
	errno = EPERM;
	return false;
}

/* In a sticky folder all accounts may create files, but not remove those of others. */
static bool
check_folder(struct path_walk *w, struct err *err)
{
	struct stat st;
	const char *name = w->walked.n ? buf_z(&w->walked) : "/";
	if (fstat(w->folder_fd, &st) < 0)
		return err_set(err, ERR_IO, "%s: %s", name, strerror(errno));
	if (!is_trusted(st.st_uid))
		return set_untrusted_error(err, name, "is another account's folder", "chown root");
	return !(st.st_mode & 022) || (st.st_mode & S_ISVTX) ||
	    set_untrusted_error(err, name, "is a folder that others can write to", "chmod go-w");
}

static bool
open_start_folder(struct path_walk *w, const char *folder, struct err *err)
{
	if (w->folder_fd >= 0)
		close(w->folder_fd);
	w->folder_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return w->folder_fd >= 0 || err_set(err, ERR_IO, "%s: %s", folder, strerror(errno));
}

/* Sets err to errno's text and the current path. */
static bool
set_errno_text(struct path_walk *w, struct err *err)
{
	int why = errno;
	err_set(err, why == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s: %s", buf_z(&w->walked),
	    strerror(why));
	errno = why;
	return false;
}

static bool
enter_subfolder(struct path_walk *w, const char *name, struct err *err)
{
	int next = openat(w->folder_fd, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (next < 0)
		return set_errno_text(w, err);
	close(w->folder_fd);
	w->folder_fd = next;
	return true;
}

/* Continues the walk at the target of a link. */
static bool
follow_link(
    struct path_walk *w, const char *name, const struct stat *link, size_t before, struct err *err)
{
	char target[PATH_MAX];
	struct buf rest = { 0 };
	ssize_t n = readlinkat(w->folder_fd, name, target, sizeof(target));
	if (n <= 0 || (size_t)n == sizeof(target) || w->link_count++ == SYMLINKS_MAX)
		return err_set(err, ERR_IO, "%s: a broken symbolic link", buf_z(&w->walked));
	if (!is_trusted(link->st_uid))
		return set_untrusted_error(err, buf_z(&w->walked),
		    "is a symbolic link of another account", "chown -h root");
	buf_add(&rest, target, (size_t)n);
	buf_addc(&rest, '/');
	buf_adds(&rest, buf_str(&w->remaining_path));
	buf_free(&w->remaining_path);
	w->remaining_path = rest;
	w->walked.n = target[0] == '/' ? 0 : before;
	return target[0] != '/' || open_start_folder(w, "/", err);
}

/* Moves to the entry with that name in the current folder. */
static bool
enter_name(struct path_walk *w, const char *name, struct err *err)
{
	struct stat st;
	size_t before = w->walked.n;
	if (!check_folder(w, err))
		return false;
	buf_addf(&w->walked, "/%s", name);
	if (fstatat(w->folder_fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return set_errno_text(w, err);
	if (S_ISLNK(st.st_mode))
		return follow_link(w, name, &st, before, err);
	w->target = st;
	return !S_ISDIR(st.st_mode) || enter_subfolder(w, name, err);
}

/* Removes the next name from the rest of the path. */
static void
next_path_name(struct path_walk *w, struct buf *name)
{
	struct str rest = buf_str(&w->remaining_path), first;
	struct buf left = { 0 };
	str_next(&rest, '/', &first);
	buf_adds(name, first);
	buf_adds(&left, rest);
	buf_free(&w->remaining_path);
	w->remaining_path = left;
}

static bool
start_walk(struct path_walk *w, const char *path, struct err *err)
{
	char here[PATH_MAX];
	*w = (struct path_walk){ .folder_fd = -1 };
	if (path[0] != '/' && !getcwd(here, sizeof(here)))
		return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
	buf_addf(&w->remaining_path, "%s%s%s", path[0] == '/' ? "" : here,
	    path[0] == '/' ? "" : "/", path);
	return open_start_folder(w, "/", err);
}

/* Checks everything on the path; *target is the stat of its end. */
static bool
is_trusted_path(const char *path, struct stat *target, struct err *err)
{
	struct path_walk w;
	bool ok = start_walk(&w, path, err);
	while (ok && w.remaining_path.n) {
		struct buf name = { 0 };
		next_path_name(&w, &name);
		if (name.n && !str_eqz(buf_str(&name), "."))
			ok = enter_name(&w, buf_z(&name), err);
		buf_free(&name);
	}
	*target = w.target;
	if (w.folder_fd >= 0)
		close(w.folder_fd);
	buf_free(&w.walked);
	buf_free(&w.remaining_path);
	return ok;
}

/* Checks a file owned by root: other accounts may be able to read it, but not to write it. */
static bool
check_owned_by_root(const struct stat *st, const char *path, struct err *err)
{
	return !(st->st_mode & 022) ||
	    set_untrusted_error(err, path, "can be written by others", "chmod go-w");
}

bool
path_trust_is_private(const struct stat *st, const char *path, struct err *err)
{
	errno = EPERM;
	if (st->st_uid != geteuid())
		return err_set(err, ERR_IO,
		    "%s belongs to another account, so it is not used. Fix it, as root: chown %u "
		    "'%s'",
		    path, (unsigned)geteuid(), path);
	return !(st->st_mode & 077) ||
	    err_set(err, ERR_IO, "others can read %s, so it is not used. Fix it: chmod 600 '%s'",
		path, path);
}

bool
path_trust_is_secret(const struct stat *st, const char *path, struct err *err)
{
	struct stat link, target;
	bool direct = lstat(path, &link) == 0 && !S_ISLNK(link.st_mode);
	if (direct && st->st_uid == geteuid())
		return path_trust_is_private(st, path, err);
	if (!is_trusted(st->st_uid))
		return path_trust_is_private(st, path, err);
	if (!is_trusted_path(path, &target, err))
		return false;
	if (target.st_dev != st->st_dev || target.st_ino != st->st_ino)
		return err_set(
		    err, ERR_IO, "%s was just replaced by another file; try again", path);
	return st->st_uid == 0 ? check_owned_by_root(st, path, err)
			       : path_trust_is_private(st, path, err);
}

bool
path_trust_is_safe(const char *path, struct err *err)
{
	struct stat target;
	if (!is_trusted_path(path, &target, err))
		return false;
	if (!is_trusted(target.st_uid))
		return set_untrusted_error(err, path, "is another account's file", "chown root");
	return check_owned_by_root(&target, path, err);
}

static bool
read_is_world_writable(const char *path, bool *open)
{
	struct stat st;
	if (stat(path, &st) < 0)
		return false;
	*open = (st.st_mode & S_IWOTH) && !(S_ISDIR(st.st_mode) && (st.st_mode & S_ISVTX));
	return true;
}

bool
path_trust_is_not_world_writable(const char *path, struct err *err)
{
	struct stat st;
	struct buf folder = { 0 };
	const char *slash = strrchr(path, '/');
	bool open = false, folder_open = false;
	buf_adds(
	    &folder, slash ? str_from(path, (size_t)(slash - path) + (slash == path)) : STR("."));
	bool ok = stat(path, &st) == 0 && read_is_world_writable(path, &open) &&
	    read_is_world_writable(buf_z(&folder), &folder_open);
	if (!ok)
		err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
	else if (!is_trusted(st.st_uid))
		ok = err_set(err, ERR_IO,
		    "%s belongs to another account, so it is not used. Fix it, as root: chown %u "
		    "'%s'",
		    path, (unsigned)geteuid(), path);
	else if (open || folder_open)
		ok = err_set(err, ERR_IO,
		    "%s can be %s by other accounts, so its commands are not run. Fix it: chmod "
		    "o-w '%s'",
		    path, open ? "written" : "replaced", open ? path : buf_z(&folder));
	buf_free(&folder);
	return ok;
}
