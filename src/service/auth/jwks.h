/*
 * jwks.h - the keys that verify an issuer's tokens: a secret, a public key in PEM, or a JWK Set
 * (RFC 7517).
 */
#ifndef SERVICE_AUTH_JWKS_H
#define SERVICE_AUTH_JWKS_H

#include "base/pubkey.h"
#include "base/vec.h"

#include <stdatomic.h>

enum { JWKS_SIZE_MAX = 65536, JWKS_KEYS_MAX = 32 };

/* Determined by the key; a token whose header names another algorithm is refused. */
enum jwt_algorithm {
	JWT_HS256,
	JWT_RS256,
	JWT_ES256,
	JWT_PS256,
	JWT_EDDSA,
	JWT_ALGORITHMS
};

/* As in a token's header: "RS256". */
extern const char *const jwt_algorithm_names[JWT_ALGORITHMS];

struct jwt_key {
	char *kid; /* "" if it has none */
	enum jwt_algorithm algorithm;
	struct buf text;       /* HS256: the secret; else PEM */
	struct pubkey *pubkey; /* HS256: NULL */
};

/* Shared by threads, and not changed once it is shared. */
struct jwt_keys {
	atomic_uint holders;
	VEC(struct jwt_key) keys;
};

/* An empty set, held once. */
struct jwt_keys *jwt_keys_new(void);
void jwt_keys_hold(struct jwt_keys *k);
/* Wipes and frees the set after its last holder. NULL is allowed. */
void jwt_keys_release(struct jwt_keys *k);
void jwt_keys_add_secret(struct jwt_keys *k, struct str secret);
/* Adds the public key of a PEM text: RSA for RS256, P-256 for ES256, Ed25519 for EdDSA. */
bool jwt_keys_add_pem(struct jwt_keys *k, struct str pem, struct err *err);
/* Adds the keys of a JWK Set. Keys for encryption, of other kinds or algorithms, secrets, private
 * and weak keys are left out. Returns false and sets err (ERR_CONFIG) if the text is not a set or
 * no key is left; then nothing was added. */
bool jwt_keys_add_set(struct jwt_keys *k, struct str json, struct err *err);

#endif
