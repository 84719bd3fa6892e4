/*
 * jwt_verify.h - verifies a token: strict checks of our own first, libjwt for the signature, our
 * own checks of the claims after it, and a cache of verified tokens.
 *
 * A verifier owns a copy of its key. It is safe to use from several threads. Time is the machine's,
 * never --now.
 */
#ifndef SERVICE_AUTH_JWT_VERIFY_H
#define SERVICE_AUTH_JWT_VERIFY_H

#include "base/str.h"

/* A root is as long as a token's claims can be. */
enum { TOKEN_MAX = 8192, JWT_ROOT_MAX = TOKEN_MAX / 4 * 3 };

enum { SECRET_MIN = 32, JWT_LEEWAY_S = 30, JWT_SUBJECT_MAX = 255 };

enum jwt_verdict { JWT_OK, JWT_MISSING, JWT_INVALID, JWT_EXPIRED, JWT_VERDICTS };

struct verified_claims {
	char sub[JWT_SUBJECT_MAX + 1];
	char root[JWT_ROOT_MAX + 1]; /* subscription root, "" when absent */
	char client[256]; /* the program that it was given to: client_id, else azp, else "" */
	char scope[64];   /* those of jwt_all_rights that it has, separated by spaces */
	int64_t exp;      /* seconds since 1970 */
};

/* The key fixes the algorithm; a token's header may only agree. */
enum jwt_algorithm { JWT_HS256, JWT_RS256, JWT_ES256, JWT_ALGORITHMS };

struct jwt_rules {
	enum jwt_algorithm algorithm;
	struct str key; /* of HS256 a secret of at least SECRET_MIN bytes, else a public key (PEM)
			 * that pubkey_read_kind() has approved */
	struct str second_key; /* that is accepted, too; p NULL: none */
	const char *iss, *aud;
	int leeway_s; /* for clocks that differ; JWT_LEEWAY_S is usual */
};

struct jwt_verifier;

struct jwt_verifier *jwt_verifier_new(const struct jwt_rules *rules);
void jwt_verifier_free(struct jwt_verifier *g);

/* Checks one compact token. Unless the verdict is JWT_OK, *reason says why, for the log only,
 * in constant words. */
enum jwt_verdict jwt_verify(struct jwt_verifier *g, struct str token, int64_t now_ms,
    struct verified_claims *who, const char **reason);
/* As above for the value of an Authorization header: "Bearer TOKEN", or with scheme_less_allowed
 * the token alone. */
enum jwt_verdict jwt_verify_header(struct jwt_verifier *g, struct str value,
    bool scheme_less_allowed, int64_t now_ms, struct verified_claims *who, const char **reason);
/* Was the token in this value verified a moment ago? Then who has its claims. Never slow. */
bool jwt_find_cached_header(struct jwt_verifier *g, struct str value, bool scheme_less_allowed,
    int64_t now_ms, struct verified_claims *who);

/* Is this right among the claims' scope? */
bool verified_claims_has_right(const struct verified_claims *who, const char *right);

#endif
