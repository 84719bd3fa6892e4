/*
 * jwt_verify.h - verifies tokens: first strict syntax checks, then the signature with libjwt, then
 * the claims; with a cache of verified tokens.
 *
 * A verifier owns a copy of its key. Thread-safe. Uses the system time, never --now.
 */
#ifndef SERVICE_AUTH_JWT_VERIFY_H
#define SERVICE_AUTH_JWT_VERIFY_H

#include "base/digest.h"
#include "base/str.h"

/* A root can be as long as a token's claims. */
enum { JWT_TOKEN_SIZE_MAX = 8192, JWT_ROOT_SIZE_MAX = JWT_TOKEN_SIZE_MAX / 4 * 3 };

enum { JWT_SECRET_SIZE_MIN = 32, JWT_LEEWAY_S = 30, JWT_SUBJECT_SIZE_MAX = 255 };

enum jwt_verdict { JWT_OK, JWT_MISSING, JWT_INVALID, JWT_EXPIRED, JWT_VERDICTS };

struct verified_claims {
	char sub[JWT_SUBJECT_SIZE_MAX + 1];
	char root[JWT_ROOT_SIZE_MAX + 1]; /* subscription root, "" if absent */
	char client[256]; /* the client it was issued to: client_id, else azp, else "" */
	char scope[64];   /* its rights that are in jwt_all_rights, separated by spaces */
	int64_t exp;      /* seconds since 1970 */
};

/* Determined by the key; a token whose header names another algorithm is refused. */
enum jwt_algorithm { JWT_HS256, JWT_RS256, JWT_ES256, JWT_ALGORITHMS };

struct jwt_rules {
	enum jwt_algorithm algorithm;
	struct str
	    key; /* HS256: JWT_SECRET_SIZE_MIN+ bytes; else PEM accepted by pubkey_read_kind() */
	struct str second_key; /* also accepted; p NULL: none */
	const char *iss, *aud;
	int leeway_s; /* tolerance for clock differences; usually JWT_LEEWAY_S */
};

struct jwt_verifier;

struct jwt_verifier *jwt_verifier_new(const struct jwt_rules *rules);
void jwt_verifier_free(struct jwt_verifier *g);

/* Verifies a compact token. Unless it returns JWT_OK, sets *reason to constant text, for the log
 * only. */
enum jwt_verdict jwt_verify(struct jwt_verifier *g, struct str token, int64_t now_ms,
    struct verified_claims *who, const char **reason);
/* Like jwt_verify(), for the value of an Authorization header: "Bearer TOKEN", or the token
 * alone if scheme_less_allowed. */
enum jwt_verdict jwt_verify_header(struct jwt_verifier *g, struct str value,
    bool scheme_less_allowed, int64_t now_ms, struct verified_claims *who, const char **reason);
/* True if the header's token is in the cache; *who gets its claims. Always fast. */
bool jwt_find_cached_header(struct jwt_verifier *g, struct str value, bool scheme_less_allowed,
    int64_t now_ms, struct verified_claims *who);

/* True if the claims' scope includes this right. */
bool verified_claims_has_right(const struct verified_claims *who, const char *right);

/*
 * A cache of recently verified tokens, by their SHA-256: a hit takes 0.5 µs, a
 * verification 6 to 340 µs.
 *
 * Fixed size, direct-mapped: an attacker's tokens can evict others but not make the cache grow, and
 * only verified tokens are stored. Contains digests and claims, no tokens. Thread-safe.
 */

struct jwt_cache;

struct jwt_cache *jwt_cache_new(void);
void jwt_cache_free(struct jwt_cache *c);
/* Stores the claims for 60 s, or until `exp` if that is sooner. */
void jwt_cache_put(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    const struct verified_claims *who);
bool jwt_cache_find(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    struct verified_claims *who);

#endif
