/*
 * path_trust.h - checks whether another account could write to or replace a file: checks owner and
 * mode of the file and of every folder and link on its path.
 *
 * On a refusal, err has the command that fixes it (ERR_IO, and errno EPERM) or the system's reason
 * (ERR_NOT_FOUND, ERR_IO).
 */
#ifndef BASE_PATH_TRUST_H
#define BASE_PATH_TRUST_H

#include "base/err.h"

#include <sys/stat.h>

/* True if this account owns the file and no other account has access. *st is from the opened
 * file. */
bool path_trust_is_private(const struct stat *st, const char *path, struct err *err);
/* True if path_trust_is_private(), or if the file is a secret as provided by systemd or
 * Kubernetes (regular_file.h). */
bool path_trust_is_secret(const struct stat *st, const char *path, struct err *err);
/* True if this account or root owns the file, and neither the file nor its folder is writable by
 * everyone. Weaker than path_trust_is_safe(): a group may have write access. */
bool path_trust_is_not_world_writable(const char *path, struct err *err);
/* True if only root and this account can write to or replace the file. */
bool path_trust_is_safe(const char *path, struct err *err);

#endif
