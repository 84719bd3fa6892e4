/*
 * key.h - the secret shared by a local service and its tokens, or the public key of another issuer.
 *
 * A secret is a file of at least 32 random bytes that only its owner can read; `serve` or `token`
 * creates it at first use. Wipe the loaded key with buf_wipe().
 *
 * A file in $CREDENTIALS_DIRECTORY was put there by the service manager. It belongs to root, and an
 * access list lets the service read it, which makes its mode look like 0440.
 */
#ifndef SERVICE_AUTH_KEY_H
#define SERVICE_AUTH_KEY_H

#include "base/buf.h"
#include "base/err.h"
#include "service/auth/jwt_verify.h"

/* Reads the key from `file` (NULL: $XDG_STATE_HOME/backroom/service.key) and creates it if it is
 * missing. Refuses a key that other users could read or that is not a regular file (ERR_CONFIG;
 * the message has the remedy). */
bool key_load(struct buf *out, const char *file, struct err *err);
/* True if the file contains PEM text, not a secret. */
bool key_is_public(const char *file);
/* Add a public key in PEM, or the keys of a JWK Set. Other users may be able to read the file but
 * not to write it (ERR_CONFIG). */
bool key_load_public(struct jwt_keys *out, const char *file, struct err *err);
bool key_load_set(struct jwt_keys *out, const char *file, struct err *err);
/* Reads a client's secret from an existing private file, without the newline at its end. */
bool key_load_client(struct buf *out, const char *file, struct err *err);
/* Reads a certificate with its chain, and its private key, which must be a secret file
 * (ERR_CONFIG). */
bool key_load_certificate(struct buf *certificate, struct buf *private_key, const char *file,
    const char *key_file, struct err *err);
/* Appends the path of a credential; returns false if the service manager has passed none of this
 * name. */
bool key_find_credential(struct buf *path, const char *name);
/* Creates a random key that is not stored. */
void key_generate(struct buf *out);

#endif
