/*
 * gate.h - may this token pass? A strict gate of our own in front, libjwt for the signature, our
 * own checks of the claims behind it, and a cache of what was verified.
 *
 * The gate owns a copy of its key. It is safe to use from several threads. Time is the
 * machine's, never --now.
 */
#ifndef SERVICE_GATE_H
#define SERVICE_GATE_H

#include "base/str.h"

enum { TOKEN_MAX = 8192, SECRET_MIN = 32, GATE_LEEWAY_S = 30 };

enum gate_verdict { GATE_OK, GATE_MISSING, GATE_INVALID, GATE_EXPIRED, GATE_VERDICTS };

struct claims {
	char sub[256];
	char root[128];   /* subscription root, "" when absent */
	char client[256]; /* the program that it was given to: client_id, else azp, else "" */
	char scope[256];  /* rights, separated by spaces */
	int64_t exp;      /* seconds since 1970 */
};

/* The key fixes the algorithm; a token's header may only agree. */
enum gate_algorithm { GATE_HS256, GATE_RS256, GATE_ES256, GATE_ALGORITHMS };

struct gate_rules {
	enum gate_algorithm algorithm;
	struct str key; /* of HS256 a secret of at least SECRET_MIN bytes, else a public key (PEM)
			 * that pubkey_read() has approved */
	const char *iss, *aud;
	int leeway_s; /* for clocks that differ; GATE_LEEWAY_S is usual */
};

struct gate;

struct gate *gate_new(const struct gate_rules *rules);
void gate_free(struct gate *g);

/* Checks one compact token. Unless the verdict is GATE_OK, *reason says why, for the log only,
 * in constant words. */
enum gate_verdict gate_check(
    struct gate *g, struct str token, int64_t now_ms, struct claims *who, const char **reason);
/* The same for the value of an Authorization header: "Bearer TOKEN", or with bare_allowed the
 * token alone. */
enum gate_verdict gate_check_header(struct gate *g, struct str value, bool bare_allowed,
    int64_t now_ms, struct claims *who, const char **reason);

/* Is this right among the claims' scope? */
bool claims_have(const struct claims *who, const char *right);

#endif
