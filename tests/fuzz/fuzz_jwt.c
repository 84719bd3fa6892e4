/* labels: slow */
/*
 * Tokens: only those signed with the key are accepted, only with claims that are valid now, and the
 * result has their claims.
 */
#include "base/digest.h"
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "lib/one_issuer.h"
#include "service/auth/jwt_verify.h"
#include "wire/json.h"
#include "wire/json_scan.h"

#include <string.h>

enum { NOW_S = 1795171320 };

static const char secret[] = "0123456789abcdef0123456789ABCDEF";

/* A header and claims, one per line; they are signed here. */
const char *const fuzz_seeds[] = {
	"{\"alg\":\"HS256\",\"typ\":\"JWT\"}\n{\"iss\":\"backroom\",\"aud\":\"backroom-api\","
	"\"sub\":\"ann\",\"exp\":1795174920,\"scope\":\"read\",\"root\":\"*\"}",
	"{\"alg\":\"HS256\"}\n{\"iss\":\"backroom\",\"aud\":[\"x\",\"backroom-api\"],\"sub\":"
	"\"\\u00e9\",\"exp\":1795174920.75,\"nbf\":1795171320}",
	"{\"alg\":\"none\"}\n{\"sub\":\"x\",\"sub\":\"y\",\"exp\":1}",
	"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl",
	NULL,
};
const int fuzz_rounds = 40000;

static struct jwt_verifier *
gate(void)
{
	static struct jwt_verifier *g;
	const struct one_issuer rules = { .algorithm = JWT_HS256,
		.key = STR(secret),
		.iss = "backroom",
		.aud = "backroom-api",
		.leeway_s = JWT_LEEWAY_S };
	if (!g)
		g = verifier_of_one_issuer(&rules);
	return g;
}

static void
sign(struct buf *token, struct str header, struct str claims)
{
	unsigned char mac[DIGEST_SIZE];
	base64url_encode(token, header);
	buf_addc(token, '.');
	base64url_encode(token, claims);
	digest_hmac(STR(secret), buf_str(token), mac);
	buf_addc(token, '.');
	base64url_encode(token, str_from((const char *)mac, sizeof(mac)));
}

/* Compares the claims with another parser's result. */
static void
check_claims(const struct verified_claims *who, struct str json)
{
	auto_arena a = { 0 };
	struct err err;
	unsigned flags = 0;
	fuzz_assert(json_scan_check(json, &json_scan_client_rules, &flags, &err));
	fuzz_assert(!(flags & SPAN_DUPLICATE));
	const cJSON *tree = json_parse(&a, json, &json_scan_client_rules, &err);
	fuzz_assert(str_eqz(json_get_text(tree, "sub"), who->sub) && *who->sub);
	fuzz_assert(str_eqz(json_get_text(tree, "iss"), "backroom"));
	fuzz_assert(cJSON_IsNumber(json_get(tree, "exp")));
	fuzz_assert(who->exp > NOW_S - JWT_LEEWAY_S - 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	struct verified_claims who = { 0 };
	const char *reason = NULL;
	auto_buf token = { 0 };
	size_t end = str_find_char(text, '\n');
	fuzz_assert(jwt_verify(gate(), text, NOW_S * INT64_C(1000), false, &who, &reason) != JWT_OK);
	fuzz_assert(reason != NULL);
	jwt_verify_header(gate(), text, n % 2, NOW_S * INT64_C(1000), false, &who, &reason);
	if (end != SIZE_MAX) {
		struct str claims = str_sub(text, end + 1, n);
		sign(&token, str_sub(text, 0, end), claims);
		if (jwt_verify(gate(), buf_str(&token), NOW_S * INT64_C(1000), false, &who, &reason) ==
		    JWT_OK) {
			check_claims(&who, claims);
			token.p[bytes[0] % token.n] ^= 1; /* and then it must be refused */
			fuzz_assert(jwt_verify(gate(), buf_str(&token), NOW_S * INT64_C(1000), false, &who,
					&reason) != JWT_OK);
		}
	}
	return 0;
}
