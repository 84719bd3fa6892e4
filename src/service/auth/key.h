/*
 * key.h - the secret shared by a local service and its tokens, or the public key of another issuer.
 *
 * A secret is a file of 32 random bytes or more, private to its owner; the first of `serve` and
 * `token` creates it. Wipe the loaded key with buf_wipe().
 */
#ifndef SERVICE_AUTH_KEY_H
#define SERVICE_AUTH_KEY_H

#include "base/buf.h"
#include "base/err.h"
#include "service/auth/jwt_verify.h"

/* Reads the key from `file`, or from $XDG_STATE_HOME/backroom/service.key if file is NULL,
 * creating it if it is missing. Refuses one that others could read or that is not a plain file
 * (ERR_CONFIG; the text has the remedy). */
bool key_load(struct buf *out, const char *file, struct err *err);
/* Does the file hold a PEM text rather than a secret? */
bool key_is_public(const char *file);
/* Reads a public key and determines its algorithm. Others may read the file but not write it
 * (ERR_CONFIG). */
bool key_load_public(
    struct buf *out, enum jwt_algorithm *algorithm, const char *file, struct err *err);
/* Reads a program's secret: a private file that is there, without the newline at its end. */
bool key_load_client(struct buf *out, const char *file, struct err *err);
/* Makes a key that is kept nowhere. */
void key_make(struct buf *out);

#endif
