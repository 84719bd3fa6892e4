/*
 * jwt_cache.h - a cache of recently verified tokens, by their SHA-256: a hit takes 0.5 µs, a
 * verification 6 to 340 µs.
 *
 * Fixed size, direct-mapped: an attacker's tokens can evict others but not make the cache grow, and
 * only verified tokens are stored. Contains digests and claims, no tokens. Thread-safe.
 */
#ifndef SERVICE_AUTH_JWT_CACHE_H
#define SERVICE_AUTH_JWT_CACHE_H

#include "service/auth/jwt_verify.h"

struct jwt_cache;

struct jwt_cache *jwt_cache_new(void);
void jwt_cache_free(struct jwt_cache *c);
/* Stores the claims for 60 s, or until `exp` if that is sooner; not if the cache was cleared since
 * the generation was read, before the token was verified. */
void jwt_cache_put(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    const struct verified_claims *who, unsigned generation);
unsigned jwt_cache_generation(struct jwt_cache *c);
void jwt_cache_clear(struct jwt_cache *c);
bool jwt_cache_find(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    struct verified_claims *who);

#endif
