/*
 * digest.h - SHA-256, HMAC, hex, base64 and a look at public keys, over OpenSSL; random bytes of
 * the system.
 *
 * Every function writes into memory of the caller. Failure of the library or the system
 * itself calls abort(): there is no meaningful way on without a digest.
 */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include "base/buf.h"
#include "base/err.h"

enum { DIGEST_SIZE = 32 };

void digest_sha256(struct str data, unsigned char out[DIGEST_SIZE]);
/* As above for many digests: the library's lookup happens once. A hasher may be used from
 * several threads. */
struct hasher;
struct hasher *hasher_new(void);
void hasher_free(struct hasher *h);
void hasher_sha256(const struct hasher *h, struct str data, unsigned char out[DIGEST_SIZE]);
void digest_hmac(struct str key, struct str data, unsigned char out[DIGEST_SIZE]);
void digest_random(void *out, size_t n);
/* Same bytes? In a time that depends on n alone. */
bool digest_equal(const void *a, const void *b, size_t n);

/* SHA-256 in lower-case hex, appended. */
void digest_hex(struct buf *out, struct str data);
/* Lower-case hex, 2 n characters, appended. */
void hex_encode(struct buf *out, const void *bytes, size_t n);
/* Is it lower-case hex of so many digits? */
bool hex_is_valid(struct str text, size_t digits);
/* Standard alphabet with `=`, no newlines. */
void base64_encode(struct buf *out, struct str bytes);
/* URL alphabet without `=`. */
void base64url_encode(struct buf *out, struct str bytes);
/* Strict: URL alphabet, no padding, no stray bits at the end; false otherwise. */
bool base64url_decode(struct buf *out, struct str text);

enum pubkey_kind {
	PUBKEY_RSA,  /* 2048 to 8192 bits */
	PUBKEY_P256, /* on the curve P-256 */
};

/* The kind of the public key in a PEM text. False with err set (ERR_CONFIG) for anything else: a
 * private key, a weak RSA key, another curve. */
bool pubkey_read_kind(struct str pem, enum pubkey_kind *kind, struct err *err);

#endif
