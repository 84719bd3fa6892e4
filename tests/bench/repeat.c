/*
 * repeat - the measure for S4: the cost of a token that was verified a moment ago, and the second
 * from which an expired token is refused although it is cached. Prints microseconds per check, then
 * seconds after the expiry.
 */
#include "bench/driver.h"
#include "lib/cleanup.h"
#include "lib/one_issuer.h"
#include "service/auth/jwt_verify.h"
#include "service/auth/jwt_sign.h"

#include <stdio.h>

enum { CHECKS = 200000, ROUNDS = 5, TTL_S = 60, WATCHED_S = 120 };

static const char secret[] = "0123456789abcdef0123456789abcdef";
static const int64_t now_s = 1795171320;

static bool
passes(struct jwt_verifier *g, struct str token, int64_t at_ms)
{
	struct verified_claims who;
	const char *why;
	return jwt_verify(g, token, at_ms, false, &who, &why) == JWT_OK;
}

static double
cost_us(struct jwt_verifier *g, struct str token)
{
	double took[ROUNDS];
	for (int i = 0; i < ROUNDS; i++) {
		double began = now_ms();
		for (int k = 0; k < CHECKS; k++)
			if (!passes(g, token, now_s * 1000))
				return -1;
		took[i] = now_ms() - began;
	}
	return median(took, ROUNDS) * 1000 / CHECKS;
}

static int
first_refusal(struct jwt_verifier *g, struct str token)
{
	int s = 0;
	while (s < WATCHED_S && passes(g, token, (now_s + TTL_S + s) * 1000))
		s++;
	return s;
}

int
main(void)
{
	struct one_issuer rules = { .algorithm = JWT_HS256,
		.key = STR(secret),
		.iss = "backroom",
		.aud = "backroom-api",
		.leeway_s = JWT_LEEWAY_S };
	struct jwt_sign_params order = { STR(secret), "backroom", "backroom-api", "ann", "read",
		"*", now_s, TTL_S, NULL };
	auto_buf token = { 0 };
	struct err err = { 0 };
	struct jwt_verifier *g = verifier_of_one_issuer(&rules);
	bool ok = jwt_sign(&token, &order, &err);
	if (ok)
		printf("%.3f %d\n", cost_us(g, buf_str(&token)), first_refusal(g, buf_str(&token)));
	jwt_verifier_free(g);
	return !ok;
}
