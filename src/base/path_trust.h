/*
 * path_trust.h - checks whether another account could write a file or replace it: its owner and mode,
 * and those of every folder and link on its path. Owns nothing.
 *
 * A refusal has the command that fixes it (ERR_IO, and errno EPERM), or the system's reason
 * (ERR_NOT_FOUND, ERR_IO).
 */
#ifndef BASE_PATH_TRUST_H
#define BASE_PATH_TRUST_H

#include "base/err.h"

#include <sys/stat.h>

/* Is the file, of which *st is what was opened, this account's, and closed to others? */
bool path_trust_is_private(const struct stat *st, const char *path, struct err *err);
/* As above, or is it a secret as systemd and Kubernetes provide it (regular_file.h)? */
bool path_trust_is_secret(const struct stat *st, const char *path, struct err *err);
/* Is the file this account's or root's, and may no account of the machine write to it, or put another one
 * into its folder? Less than path_trust_is_safe(): a group may be the account's own. */
bool path_trust_is_closed(const char *path, struct err *err);
/* Can only root and this account write or replace it? */
bool path_trust_is_safe(const char *path, struct err *err);

#endif
