/*
 * issuers.h - the issuers whose tokens are accepted, with their claims and keys, and the tokens and
 * subjects that are denied.
 *
 * A set is made of rules, whose texts it copies. It is immutable, except for keys that are fetched.
 */
#ifndef SERVICE_AUTH_ISSUERS_H
#define SERVICE_AUTH_ISSUERS_H

#include "service/auth/key_source.h"

/* The rights of jwt_known_rights. */
enum { ISSUER_RIGHTS = 5, ISSUER_NAME_SIZE_MAX = 32 };

/* Lists end with NULL. */
struct issuer_rules {
	/* Prefix of its subjects, "NAME:SUB", so that two issuers' users are never mistaken; "" for
	 * the service's own tokens. */
	const char *name;
	const char *iss;
	const char *const *audiences; /* a token must be for one of them */
	const char *audience_claim;   /* "aud", or another claim that contains a text */
	const char *root_claim;       /* the subscription root */
	const char *const *rights_claims; /* NULL: rights_usual_claims */
	const char *const *right_names[ISSUER_RIGHTS]; /* NULL: the right's own name */
	int64_t max_lifetime_s;                        /* 0: no maximum */
	/* Its keys: fixed ones, or at a URL. The set holds `keys`. */
	struct jwt_keys *keys;
	const char *jwks_url, *ca_file;
};

struct token_issuer {
	struct issuer_rules rules;
	struct key_source *source; /* NULL: rules.keys */
};

struct issuer_set;

/* Takes the key sources of `old` that are still needed; free `old` afterwards, with no lock held
 * that on_change() takes. ERR_IO if a thread cannot be started; then `old` keeps its sources. */
struct issuer_set *issuer_set_new(const struct issuer_rules *rules, size_t n, struct issuer_set *old,
    key_source_change_fn *on_change, void *ctx, struct err *err);
/* Stops the threads. NULL is allowed. */
void issuer_set_free(struct issuer_set *s);
/* Denies tokens by their `jti`, subjects by their `sub`, also with the issuer's name. The lists end
 * with NULL; either may be NULL. */
void issuer_set_deny(
    struct issuer_set *s, const char *const *tokens, const char *const *subjects);

/* The issuer with this `iss`, or NULL. */
const struct token_issuer *issuer_set_find(const struct issuer_set *s, struct str iss);
/* Its keys; the caller releases them. */
struct jwt_keys *issuer_hold_keys(const struct token_issuer *i);
/* `jti` may be empty; `name` is the issuer's. */
bool issuer_set_denies(
    const struct issuer_set *s, struct str jti, struct str sub, const char *name);

#endif
