/*
 * one_issuer.h - a verifier for the tokens of one issuer, "backroom", with fixed keys.
 */
#ifndef TESTS_ONE_ISSUER_H
#define TESTS_ONE_ISSUER_H

#include "service/auth/jwt_verify.h"

#include <stdlib.h>

struct one_issuer {
	enum jwt_algorithm algorithm;
	struct str key, second_key; /* secrets or PEM; p NULL: none */
	const char *iss, *aud;
	int leeway_s;
};

static inline void
add_test_key(struct jwt_keys *keys, enum jwt_algorithm algorithm, struct str key)
{
	struct err err;
	if (algorithm == JWT_HS256)
		jwt_keys_add_secret(keys, key);
	else if (!jwt_keys_add_pem(keys, key, &err))
		abort();
}

static inline struct jwt_verifier *
verifier_of_one_issuer(const struct one_issuer *o)
{
	struct err err;
	const char *const audiences[] = { o->aud, NULL };
	struct issuer_rules one = { .name = "",
		.iss = o->iss,
		.audiences = audiences,
		.audience_claim = "aud",
		.root_claim = "root",
		.keys = jwt_keys_new() };
	add_test_key(one.keys, o->algorithm, o->key);
	if (o->second_key.p)
		add_test_key(one.keys, o->algorithm, o->second_key);
	struct jwt_verifier *g = jwt_verifier_new(
	    &(struct jwt_rules){ .issuers = &one, .issuers_n = 1, .leeway_s = o->leeway_s }, &err);
	jwt_keys_release(one.keys);
	if (!g)
		abort();
	return g;
}

#endif
