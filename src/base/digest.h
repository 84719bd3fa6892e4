/*
 * digest.h - SHA-256, HMAC, hex and base64, using OpenSSL; random bytes from the system.
 *
 * Every function writes into the caller's memory. A failure of the library or the system calls
 * abort(), because nothing meaningful can be done without a digest.
 */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include "base/buf.h"

enum { DIGEST_SIZE = 32 };

void digest_sha256(struct str data, unsigned char out[DIGEST_SIZE]);
/* SHA-256 for many digests: looks up the algorithm only once. One hasher may be used from
 * several threads. */
struct hasher;
struct hasher *hasher_new(void);
void hasher_free(struct hasher *h);
void hasher_sha256(const struct hasher *h, struct str data, unsigned char out[DIGEST_SIZE]);
void digest_hmac(struct str key, struct str data, unsigned char out[DIGEST_SIZE]);
void digest_random(void *out, size_t n);
/* True if the n bytes are equal. Takes the same time for any content. */
bool digest_equal(const void *a, const void *b, size_t n);

/* Appends the SHA-256 in lower-case hex. */
void digest_hex(struct buf *out, struct str data);
/* Appends 2 n characters of lower-case hex. */
void hex_encode(struct buf *out, const void *bytes, size_t n);
/* True if the text is lower-case hex with that number of digits. */
bool hex_is_valid(struct str text, size_t digits);
/* Standard alphabet, padded with `=`, no newlines. */
void base64_encode(struct buf *out, struct str bytes);
/* URL alphabet, no padding. */
void base64url_encode(struct buf *out, struct str bytes);
/* Strict: returns false unless the text is in the URL alphabet without padding and without stray
 * bits at the end. */
bool base64url_decode(struct buf *out, struct str text);
/* Accepts the standard alphabet, or the URL alphabet, with or without padding. */
bool base64_decode(struct buf *out, struct str text);

/* The version of OpenSSL that this program runs with. */
const char *digest_library_version(void);

#endif
