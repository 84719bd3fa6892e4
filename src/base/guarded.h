/*
 * guarded.h - who else could write a file, or put another one in its place: its owner and mode, and
 * those of every folder and link on the way to it. Owns nothing.
 *
 * What is refused is refused with the command that mends it (ERR_IO, and errno EPERM), or with what
 * the system said (ERR_NOT_FOUND, ERR_IO).
 */
#ifndef BASE_GUARDED_H
#define BASE_GUARDED_H

#include "base/err.h"

#include <sys/stat.h>

/* Is the file, of which *st is what was opened, this account's, and closed to others? */
bool guarded_is_private(const struct stat *st, const char *path, struct err *err);
/* The same, or a secret as systemd and Kubernetes give it (plainfile.h)? */
bool guarded_is_secret(const struct stat *st, const char *path, struct err *err);
/* Is the file this account's or root's, and may no account of the machine write to it, or put another one
 * into its folder? Less than guarded_is_safe(): a group may be the account's own. */
bool guarded_is_closed(const char *path, struct err *err);
/* Can nobody but root and this account write to it, or put another one there? */
bool guarded_is_safe(const char *path, struct err *err);

#endif
