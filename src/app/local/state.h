/*
 * state.h - the private folder $XDG_STATE_HOME/backroom (0700) and small files in it (0600).
 *
 * Files are appended to line by line. What others may read, or is no file, is not used: said as
 * what it is, without waiting for it (base/plainfile.h).
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
/* Adds one line (without its newline) in a single write, locked against other consoles; half a line
 * that stands at the end becomes a line of its own. */
bool state_append(const char *name, struct str line, struct err *err);

/* A descriptor of a file there, to be closed by the caller; `flags` as of open(2), which creates it
 * private. -1 with err set, and errno ENOENT when it is missing. */
int state_open(const char *name, int flags, struct err *err);

/* Writes a secret to a new private file in $XDG_RUNTIME_DIR, else in $HOME; appends its path. */
bool state_write_private(struct buf *path, struct str text, struct err *err);
/* Removes all such files that are in either, whoever of this account wrote them; *n says how many. */
bool state_remove_private(size_t *n, struct err *err);

#endif
