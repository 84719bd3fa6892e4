/*
 * regular_file.h - opens files by name. Anything other than a regular file (a folder, a pipe, a
 * socket, a device, a link) is reported by its kind, and opening never blocks.
 *
 * A secret may have three forms: the user's own file of mode 0600; root's file, as systemd provides
 * it (LoadCredential=); and root's file through links, as Kubernetes mounts it. For the latter two
 * root or this account must own the file and every folder and link on its path, and no other
 * account may be able to replace it. A refusal has the command that fixes it.
 */
#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

#include "base/buf.h"
#include "base/err.h"

enum regular_file_rule {
	REGULAR_FILE_FOLLOW = 1,  /* a link to a file is as good as the file */
	REGULAR_FILE_PRIVATE = 2, /* it belongs to this account, and no other account may read or write it */
	REGULAR_FILE_SECRET = 4,  /* private, or in one of the other shapes of a secret */
};

/* First of all in a program: what of 0, 1 and 2 is closed becomes /dev/null, opened so that it can be
 * neither read nor written. No file or connection gets such a number then. False when it cannot. */
bool regular_file_reserve_standard_fds(void);
/* A descriptor, to be closed by the caller; `flags` as of open(2), and what O_CREAT makes is 0600.
 * -1 with err set: ERR_NOT_FOUND (and errno ENOENT) when nothing is there, else ERR_IO. */
int regular_file_open(const char *path, int flags, unsigned rules, struct err *err);
/* Appends what can be read, at most max + 1 bytes: more than max says that there is more. */
bool regular_file_read(struct buf *out, int fd, size_t max);
/* Writes all of it, however many writes that takes. False, with errno, when it cannot. */
bool regular_file_write(int fd, struct str text);
/* flock(): LOCK_SH or LOCK_EX, as soon as no other process is in the way, within so many ms. Else false
 * with ERR_IO, which calls the file by this name. */
bool regular_file_lock(int fd, int how, int ms, const char *name, struct err *err);
/* The kind of thing in place of a file, in words ("a folder", "a pipe"); NULL: a file, or
 * nothing. */
const char *regular_file_other_kind(const char *path, bool follow);

#endif
