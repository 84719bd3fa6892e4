/*
 * plainfile.h - files opened by their names. What stands there and is no file (a folder, a pipe, a
 * socket, a device, a link) is said as what it is, and nobody ever waits for it.
 *
 * A secret may come in three shapes: one's own file of mode 0600; root's, as systemd gives it
 * (LoadCredential=); and root's behind links, as Kubernetes mounts it. Of the latter two root or
 * this account must own the file and every folder and link on the way, and nobody else may be able
 * to put another one there. What is refused is refused with the command that mends it.
 */
#ifndef BASE_PLAINFILE_H
#define BASE_PLAINFILE_H

#include "base/buf.h"
#include "base/err.h"

enum plainfile_rule {
	PLAINFILE_FOLLOW = 1,  /* a link to a file is as good as the file */
	PLAINFILE_PRIVATE = 2, /* it is this account's, and nobody else may read or write it */
	PLAINFILE_SECRET = 4,  /* private, or in one of the other shapes of a secret */
};

/* First of all in a program: what of 0, 1 and 2 is closed becomes /dev/null, opened so that it can be
 * neither read nor written. No file or connection gets such a number then. False when it cannot. */
bool plainfile_reserve_standard(void);
/* A descriptor, to be closed by the caller; `flags` as of open(2), and what O_CREAT makes is 0600.
 * -1 with err set: ERR_NOT_FOUND (and errno ENOENT) when nothing is there, else ERR_IO. */
int plainfile_open(const char *path, int flags, unsigned rules, struct err *err);
/* Appends what can be read, at most max + 1 bytes: more than max says that there is more. */
bool plainfile_read(struct buf *out, int fd, size_t max);
/* Writes all of it, however many writes that takes. False, with errno, when it cannot. */
bool plainfile_write(int fd, struct str text);
/* flock(): LOCK_SH or LOCK_EX, as soon as no other process is in the way, within so many ms. Else false
 * with ERR_IO, which calls the file by this name. */
bool plainfile_lock(int fd, int how, int ms, const char *name, struct err *err);
/* What is there instead of a file, in words ("a folder", "a pipe"); NULL: a file, or nothing. */
const char *plainfile_what_else(const char *path, bool follow);

#endif
