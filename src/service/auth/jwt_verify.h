/*
 * jwt_verify.h - verifies tokens: first strict syntax checks, then the signature with libjwt, then
 * the claims; with a cache of verified tokens.
 *
 * Thread-safe. Uses the system time, never --now.
 */
#ifndef SERVICE_AUTH_JWT_VERIFY_H
#define SERVICE_AUTH_JWT_VERIFY_H

#include "base/digest.h"
#include "service/auth/issuers.h"

/* A root can be as long as a token's claims. */
enum { JWT_TOKEN_SIZE_MAX = 8192, JWT_ROOT_SIZE_MAX = JWT_TOKEN_SIZE_MAX / 4 * 3 };

enum { JWT_SECRET_SIZE_MIN = 32, JWT_LEEWAY_S = 30, JWT_SUBJECT_SIZE_MAX = 255 };

enum jwt_verdict {
	JWT_OK,
	JWT_MISSING,
	JWT_INVALID,
	JWT_EXPIRED,
	JWT_KEY_NOT_KNOWN, /* its issuer's keys could not be fetched: it may be valid */
	JWT_VERDICTS
};

struct verified_claims {
	/* with its issuer's name: issuers.h */
	char sub[ISSUER_NAME_SIZE_MAX + 1 + JWT_SUBJECT_SIZE_MAX + 1];
	char root[JWT_ROOT_SIZE_MAX + 1]; /* subscription root, "" if absent */
	char client[256]; /* the client it was issued to: client_id, azp, cid or appid, else "" */
	char scope[64];   /* its rights that are in jwt_known_rights, separated by spaces */
	int64_t exp;      /* seconds since 1970 */
};

/* Texts and keys are copied or held. */
struct jwt_rules {
	const struct issuer_rules *issuers; /* each with an `iss` of its own */
	size_t issuers_n;
	const char *const *denied_tokens, *const *denied_subjects; /* issuer_set_deny() */
	int leeway_s; /* tolerance for clock differences; usually JWT_LEEWAY_S */
};

struct jwt_verifier;

/* Returns NULL and sets err (ERR_IO) if a thread cannot be started. */
struct jwt_verifier *jwt_verifier_new(const struct jwt_rules *rules, struct err *err);
void jwt_verifier_free(struct jwt_verifier *g);
/* Uses other rules from now on; keys that were fetched from the same URL are kept. On failure the
 * old rules apply. */
bool jwt_verifier_set_rules(struct jwt_verifier *g, const struct jwt_rules *rules, struct err *err);

/* Verifies a compact token. Unless it returns JWT_OK, sets *reason to constant text, for the log
 * only. Fetches the issuer's keys again if the token names an unknown one, and waits for them up to
 * a second, unless `must_not_wait`. */
enum jwt_verdict jwt_verify(struct jwt_verifier *g, struct str token, int64_t now_ms,
    bool must_not_wait, struct verified_claims *who, const char **reason);
/* Like jwt_verify(), for the value of an Authorization header: "Bearer TOKEN", or the token
 * alone if scheme_less_allowed. */
enum jwt_verdict jwt_verify_header(struct jwt_verifier *g, struct str value,
    bool scheme_less_allowed, int64_t now_ms, bool must_not_wait, struct verified_claims *who,
    const char **reason);
/* True if the header's token is in the cache; *who gets its claims. Always fast. */
bool jwt_find_cached_header(struct jwt_verifier *g, struct str value, bool scheme_less_allowed,
    int64_t now_ms, struct verified_claims *who);

/* True if the claims' scope includes this right. */
bool verified_claims_has_right(const struct verified_claims *who, const char *right);

#endif
