/*
 * key.h - the secret that a local service and its tokens share.
 *
 * A file of 32 random bytes or more, private to its owner; whoever of `serve` and `token` comes
 * first makes it. Wipe what was read with buf_wipe().
 */
#ifndef SERVICE_KEY_H
#define SERVICE_KEY_H

#include "base/buf.h"
#include "base/err.h"

/* Reads the key from `file`, or from $XDG_STATE_HOME/backroom/service.key when file is NULL,
 * making it if it is not there. Refuses one that others could read or that is no plain file
 * (ERR_CONFIG; the text says how to mend it). */
bool key_load(struct buf *out, const char *file, struct err *err);
/* Reads exactly 32 bytes from an inherited descriptor and closes it. */
bool key_read_fd(struct buf *out, int fd, struct err *err);

#endif
