/*
 * key.h - the secret that a local service and its tokens share, or the public key of somebody
 * else's tokens.
 *
 * A secret is a file of 32 random bytes or more, private to its owner; whoever of `serve` and
 * `token` comes first makes it. Wipe what was read with buf_wipe().
 */
#ifndef SERVICE_AUTH_KEY_H
#define SERVICE_AUTH_KEY_H

#include "base/buf.h"
#include "base/err.h"
#include "service/auth/jwt_verify.h"

/* Reads the key from `file`, or from $XDG_STATE_HOME/backroom/service.key when file is NULL,
 * making it if it is not there. Refuses one that others could read or that is no plain file
 * (ERR_CONFIG; the text says how to mend it). */
bool key_load(struct buf *out, const char *file, struct err *err);
/* Does the file hold a PEM text rather than a secret? */
bool key_is_public(const char *file);
/* Reads a public key and tells which algorithm it stands for. Others may read the file but not
 * write it (ERR_CONFIG). */
bool key_load_public(
    struct buf *out, enum jwt_algorithm *algorithm, const char *file, struct err *err);
/* Reads a program's secret: a private file that is there, without the newline at its end. */
bool key_load_client(struct buf *out, const char *file, struct err *err);
/* Makes a key that is kept nowhere. */
void key_make(struct buf *out);

#endif
