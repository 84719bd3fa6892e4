/*
 * regular_file.h - opens files by name. Anything other than a regular file (a folder, a pipe, a
 * socket, a device, a link) is reported by its kind, and opening never blocks.
 *
 * A secret may have three forms: the user's own file with mode 0600; root's file, as systemd
 * provides it (LoadCredential=); and root's file reached through links, as Kubernetes mounts it. In
 * the last two forms root or this account must own the file and every folder and link on its path,
 * and no other account may be able to replace it. A refusal has the command that fixes it.
 */
#ifndef BASE_REGULAR_FILE_H
#define BASE_REGULAR_FILE_H

#include "base/buf.h"
#include "base/err.h"

enum regular_file_rule {
	REGULAR_FILE_FOLLOW = 1,  /* follow a link to a regular file */
	REGULAR_FILE_PRIVATE = 2, /* owned by this account, no access for other accounts */
	REGULAR_FILE_SECRET = 4,  /* private, or a secret in one of the two other forms */
};

/* Call first in a program: opens /dev/null for each of the descriptors 0, 1 and 2 that is
 * closed, usable for neither reading nor writing, so that no file or connection gets one of
 * these numbers. Returns false if that fails. */
bool regular_file_reserve_standard_fds(void);
/* Returns a descriptor that the caller must close; `flags` are those of open(2), and O_CREAT
 * creates with mode 0600. On failure returns -1 and sets err: ERR_NOT_FOUND (and errno ENOENT)
 * if the file does not exist, else ERR_IO. */
int regular_file_open(const char *path, int flags, unsigned rules, struct err *err);
/* Appends at most max + 1 bytes of the file; more than max means that the file is longer. */
bool regular_file_read(struct buf *out, int fd, size_t max);
/* Writes the whole text, with several writes if needed. Returns false and sets errno on failure. */
bool regular_file_write(int fd, struct str text);
/* Locks the file with flock(), LOCK_SH or LOCK_EX; waits for other processes up to `ms`. Returns
 * false and sets err (ERR_IO) if that fails; `name` is the file's name in the message. */
bool regular_file_lock(int fd, int how, int ms, const char *name, struct err *err);
/* The kind of a path that is not a regular file ("a folder", "a pipe"); NULL if it is a regular
 * file or does not exist. */
const char *regular_file_irregular_kind(const char *path, bool follow);

#endif
