/*
 * pubkey.h - public keys and their signatures, using OpenSSL: RSA, P-256 and Ed25519, from PEM or
 * from the numbers of a JWK (RFC 7518, RFC 8037).
 *
 * A key is immutable; several threads may use it.
 */
#ifndef BASE_PUBKEY_H
#define BASE_PUBKEY_H

#include "base/buf.h"
#include "base/err.h"

enum pubkey_kind {
	PUBKEY_RSA,     /* 2048 to 8192 bits */
	PUBKEY_P256,    /* on the curve P-256 */
	PUBKEY_ED25519, /* RFC 8032 */
};

/* Signature schemes of RFC 7518 and RFC 8037; each needs a key of its kind. */
enum pubkey_scheme { PUBKEY_RS256, PUBKEY_PS256, PUBKEY_ES256, PUBKEY_EDDSA };

struct pubkey;

/* Reads a PEM text. Returns NULL and sets err (ERR_CONFIG) for anything but these kinds: a private
 * key, a weak RSA key, another curve. */
struct pubkey *pubkey_read(struct str pem, struct err *err);
/* Makes an RSA key of its modulus and exponent, big-endian; a P-256 key of a point's coordinates;
 * an Ed25519 key of its 32 bytes. Return NULL and set err (ERR_CONFIG) if they are not a key that
 * pubkey_read() would accept. */
struct pubkey *pubkey_from_rsa(struct str n, struct str e, struct err *err);
struct pubkey *pubkey_from_point(struct str x, struct str y, struct err *err);
struct pubkey *pubkey_from_ed25519(struct str x, struct err *err);
void pubkey_free(struct pubkey *k);

/* True if both are PEM and the private key is that of the first certificate; else sets err
 * (ERR_CONFIG). The texts end with NUL. */
bool pubkey_check_certificate(struct str certificate, struct str private_key, struct err *err);
/* True if the first certificate of the PEM text is past its time. */
bool pubkey_certificate_has_expired(struct str certificate);

enum pubkey_kind pubkey_kind_of(const struct pubkey *k);
void pubkey_write_pem(struct buf *out, const struct pubkey *k);
/* Verifies a signature in the form of a JWS: for ES256 two numbers of 32 bytes. */
bool pubkey_verify(const struct pubkey *k, enum pubkey_scheme scheme, struct str text,
    struct str signature);

#endif
