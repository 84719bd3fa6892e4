/*
 * state.h - the private folder $XDG_STATE_HOME/backroom (0700) and small files in it (0600).
 *
 * Files are appended to line by line. A file that others can read, or that is not a regular file,
 * is not used: it is reported as such, without blocking (base/regular_file.h).
 */
#ifndef APP_LOCAL_STATE_H
#define APP_LOCAL_STATE_H

#include "base/buf.h"
#include "base/err.h"

/* That anything waits for the lock on a file there. */
enum { STATE_LOCK_MS = 3000 };

/* Appends the path of a file there, making the folder. */
bool state_path(struct buf *out, const char *name, struct err *err);
/* The whole file, at most 8 MiB; a missing one is empty. */
bool state_read(struct buf *out, const char *name, struct err *err);
/* Appends one line (without its newline) in a single write, locked against other consoles; a
 * partial line at the end is completed with a newline first. */
bool state_append(const char *name, struct str line, struct err *err);

/* A descriptor of a file there, to be closed by the caller; `flags` as of open(2), which creates it
 * private. -1 with err set, and errno ENOENT when it is missing. */
int state_open(const char *name, int flags, struct err *err);

/* Writes a secret to a new private file in $XDG_RUNTIME_DIR, else in $HOME; appends its path. */
bool state_write_private(struct buf *path, struct str text, struct err *err);
/* Removes all such files of this account in either folder; *n is their number. */
bool state_remove_private(size_t *n, struct err *err);

#endif
