/*
 * Published tokens, and signatures in every invalid encoding: the verdict on each, and its reason.
 * RFC examples are not access tokens for this service, so all are refused; those with a valid
 * signature are refused only for their claims.
 */
#include "base/clock.h"
#include "base/digest.h"
#include "lib/test.h"
#include "lib/one_issuer.h"
#include "public_vectors.h"
#include "rfc_vectors.h"

#include <string.h>

/* base64url of the keys of RFC 7515 A.1 (RFC 7797 has the same) and RFC 7520 3.5. */
#define K_7515 \
	"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
#define K_7520 "hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg"
#define P_7515                                                                                    \
	"eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp" \
	"0cnVlfQ"

static const char parts_wrong[] = "not three parts";
static const char no_claims[] = "header or payload is not a strict JSON object";
static const char algorithm[] = "algorithm";
static const char signature[] = "signature";

static const struct vector {
	const char *name, *key, *token, *reason;
	enum jwt_algorithm algorithm;
} vectors[] = {
	{ "RFC 7515 A.1: signed, for no audience", K_7515, rfc7515_a1, "audience", JWT_HS256 },
	{ "RFC 7515 A.1 under another key", K_7520, rfc7515_a1, signature, JWT_HS256 },
	{ "RFC 7515 A.2: signed, for no audience", rsa_7515, rfc7515_a2, "audience", JWT_RS256 },
	{ "RFC 7515 A.2 under another key", rsa_7520, rfc7515_a2, signature, JWT_RS256 },
	{ "RFC 7515 A.3: signed, for no audience", p256_7515, rfc7515_a3, "audience", JWT_ES256 },
	{ "RFC 7515 A.3 under another key", p256_key, rfc7515_a3, signature, JWT_ES256 },
	{ "RFC 7515 A.4: ES512", p256_7515,
	    "eyJhbGciOiJFUzUxMiJ9.UGF5bG9hZA.AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1b"
	    "KPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2YBJZCPEX3xKpRwcdOO8KpEHwJjyqOgz"
	    "DO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn",
	    no_claims, JWT_ES256 },
	{ "RFC 7515 A.5 and 7519 6.1: alg none", K_7515, "eyJhbGciOiJub25lIn0." P_7515 ".",
	    parts_wrong, JWT_HS256 },
	{ "the same with a signature of A.1", K_7515,
	    "eyJhbGciOiJub25lIn0." P_7515 ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", algorithm,
	    JWT_HS256 },
	{ "RFC 7515 A.6: JSON, two signatures", K_7515,
	    "{\"payload\":\"" P_7515 "\",\"signatures\":[{\"protected\":\"eyJhbGciOiJSUzI1NiJ9\","
	    "\"header\":{\"kid\":\"2010-12-29\"},\"signature\":\"cC4h\"}]}",
	    parts_wrong, JWT_HS256 },
	{ "RFC 7515 A.2 as HS256 with the key's text", rsa_7515, rfc7515_a2, algorithm, JWT_HS256 },
	{ "RFC 7515 A.3 as RS256", rsa_7515, rfc7515_a3, algorithm, JWT_RS256 },
	{ "RFC 7519 3.1 as ES256", p256_7515, rfc7515_a1, algorithm, JWT_ES256 },
	{ "RFC 7520 4.1: no claims", rsa_7520, rfc7520_4_1, no_claims, JWT_RS256 },
	{ "RFC 7520 4.2: PS384", rsa_7520, rfc7520_4_2, no_claims, JWT_RS256 },
	{ "RFC 7520 4.3: ES512", p256_key, rfc7520_4_3, no_claims, JWT_ES256 },
	{ "RFC 7520 4.4: no claims", K_7520, rfc7520_4_4, no_claims, JWT_HS256 },
	{ "RFC 7520 4.5: detached", K_7520, rfc7520_4_5, parts_wrong, JWT_HS256 },
	{ "RFC 7520 4.6: JSON, flattened", K_7520, rfc7520_4_6, parts_wrong, JWT_HS256 },
	{ "RFC 7520 4.7: JSON, nothing protected", K_7520, rfc7520_4_7, parts_wrong, JWT_HS256 },
	{ "RFC 7520 4.8: JSON, three signatures", K_7520, rfc7520_4_8, parts_wrong, JWT_HS256 },
	{ "RFC 7797 4.1: no claims", K_7515,
	    "eyJhbGciOiJIUzI1NiJ9.JC4wMg.5mvfOroL-g7HyqJoozehmsaqmvTYGEq5jTI1gVvoEoQ", no_claims,
	    JWT_HS256 },
	{ "RFC 7797 4.2: detached, not encoded", K_7515,
	    "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..A5dxf2s96_n5FLueVuW1Z_vh161"
	    "FwXZC4YLPff6dmDY",
	    parts_wrong, JWT_HS256 },
	{ "RFC 7797 4.2 with its payload", K_7515,
	    "eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19.$.02.A5dxf2s96_n5FLueVuW1Z_v"
	    "h161FwXZC4YLPff6dmDY",
	    parts_wrong, JWT_HS256 },
	{ "RFC 8037 A.4: EdDSA", p256_key,
	    "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-"
	    "09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
	    no_claims, JWT_ES256 },
};

static enum jwt_verdict
check(enum jwt_algorithm a, struct str key, const char *iss, struct str token, const char **reason)
{
	struct jwt_verifier *g = verifier_of_one_issuer(&(struct one_issuer){ .algorithm = a,
	    .key = key,
	    .iss = iss,
	    .aud = "backroom-api",
	    .leeway_s = JWT_LEEWAY_S });
	struct verified_claims who;
	enum jwt_verdict verdict = jwt_verify(g, token, clock_real(), false, &who, reason);
	jwt_verifier_free(g);
	return verdict;
}

TEST(published_attack_tokens_are_refused_for_their_reason)
{
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++) {
		const struct vector *v = &vectors[i];
		auto_buf key = { 0 };
		const char *reason = NULL;
		if (v->key[0] == '-')
			buf_addz(&key, v->key);
		else
			assert_true(base64url_decode(&key, str_of(v->key)));
		if (check(v->algorithm, buf_str(&key), "joe", str_of(v->token), &reason) !=
		    JWT_INVALID)
			fail_msg("%s: passed", v->name);
		if (strcmp(reason, v->reason) != 0)
			fail_msg("%s: \"%s\", not \"%s\"", v->name, reason, v->reason);
	}
}

/* ---- the same payload with headers for other uses ---- */

/* Tokens as in RFC 9068 and similar, signed with the service's own secret: only typ "JWT" or no
 * typ is accepted, so that a token for another use does not count as an access token. */
TEST(tokens_of_other_uses_are_refused)
{
	static const char secret[] = "0123456789abcdef0123456789abcdef";
	static const struct {
		const char *header;
		enum jwt_verdict want;
	} cases[] = {
		{ "{\"alg\":\"HS256\",\"typ\":\"JWT\"}", JWT_OK },
		{ "{\"alg\":\"HS256\"}", JWT_OK },
		{ "{\"typ\":\"at+JWT\",\"alg\":\"HS256\",\"kid\":\"RjEwOwOA\"}", JWT_INVALID },
		{ "{\"typ\":\"application/at+jwt\",\"alg\":\"HS256\"}", JWT_INVALID },
		{ "{\"typ\":\"jwt\",\"alg\":\"HS256\"}", JWT_INVALID },
		{ "{\"typ\":\"logout+jwt\",\"alg\":\"HS256\"}", JWT_INVALID },
		{ "{\"typ\":\"secevent+jwt\",\"alg\":\"HS256\"}", JWT_INVALID },
		{ "{\"typ\":\"dpop+jwt\",\"alg\":\"HS256\",\"jwk\":{}}", JWT_INVALID },
		{ "{\"typ\":\"JWT\",\"cty\":\"JWT\",\"alg\":\"HS256\",\"enc\":\"A128GCM\"}",
		    JWT_INVALID },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		unsigned char mac[DIGEST_SIZE];
		auto_buf token = { 0 };
		const char *reason;
		base64url_encode(&token, str_of(cases[i].header));
		buf_addc(&token, '.');
		base64url_encode(&token,
		    STR("{\"iss\":\"joe\",\"sub\":\"5ba552d67\",\"aud\":\"backroom-api\","
			"\"exp\":253402300799,\"jti\":\"dbe39bf3a3ba4238a513f51d6e1691c4\","
			"\"client_id\":\"s6BhdRkqt3\",\"scope\":\"read\"}"));
		digest_hmac(STR(secret), buf_str(&token), mac);
		buf_addc(&token, '.');
		base64url_encode(&token, str_from((const char *)mac, sizeof(mac)));
		if (check(JWT_HS256, STR(secret), "joe", buf_str(&token), &reason) != cases[i].want)
			fail_msg("%s", cases[i].header);
	}
}

/* ---- encodings of a signature ---- */

/* Checks a valid token whose signature is replaced. */
static enum jwt_verdict
check_signature(enum jwt_algorithm a, const char *key, const char *good, struct str bytes)
{
	struct str token = str_of(good);
	size_t dot = token.n;
	auto_buf text = { 0 };
	const char *reason;
	while (token.p[dot - 1] != '.')
		dot--;
	buf_adds(&text, str_sub(token, 0, dot));
	base64url_encode(&text, bytes);
	enum jwt_verdict verdict = check(a, str_of(key), "backroom", buf_str(&text), &reason);
	return verdict;
}

static void
decode_signature(struct buf *out, const char *good)
{
	assert_true(base64url_decode(out, str_of(strrchr(good, '.') + 1)));
}

/* The order of P-256's base point, FIPS 186-4 D.1.2.3. */
static const unsigned char order[32] = { 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff,
	0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca,
	0xc2, 0xfc, 0x63, 0x25, 0x51 };

/* out = a - b; both have 32 bytes, and b is smaller. */
static void
subtract(unsigned char *out, const unsigned char *a, const unsigned char *b)
{
	int borrow = 0;
	for (int i = 31; i >= 0; i--) {
		int d = a[i] - b[i] - borrow;
		borrow = d < 0;
		out[i] = (unsigned char)(d + (borrow ? 256 : 0));
	}
}

static void
add_der_number(struct buf *out, const unsigned char *bytes)
{
	bool padded = bytes[0] & 0x80;
	buf_addc(out, 2);
	buf_addc(out, (char)(32 + padded));
	if (padded)
		buf_addc(out, 0);
	buf_add(out, (const char *)bytes, 32);
}

static void
to_der(struct buf *out, const unsigned char *rs)
{
	auto_buf body = { 0 };
	add_der_number(&body, rs);
	add_der_number(&body, rs + 32);
	buf_addc(out, 0x30);
	buf_addc(out, (char)body.n);
	buf_adds(out, buf_str(&body));
}

enum es_change {
	ES_R_ZERO,
	ES_S_ZERO,
	ES_ZERO,
	ES_R_ORDER,
	ES_S_ORDER,
	ES_SWAPPED,
	ES_ONES,
	ES_R_IS_S,
	ES_CHANGES
};

static void
change_es(unsigned char out[64], const unsigned char rs[64], enum es_change how)
{
	memcpy(out, rs, 64);
	if (how == ES_R_ZERO || how == ES_ZERO)
		memset(out, 0, 32);
	if (how == ES_S_ZERO || how == ES_ZERO)
		memset(out + 32, 0, 32);
	if (how == ES_R_ORDER)
		memcpy(out, order, 32);
	if (how == ES_S_ORDER)
		memcpy(out + 32, order, 32);
	if (how == ES_ONES)
		memset(out, 0xff, 64);
	if (how == ES_SWAPPED)
		memcpy(out, rs + 32, 32);
	if (how == ES_SWAPPED || how == ES_R_IS_S)
		memcpy(out + 32, rs, 32);
}

TEST(es256_accepts_two_numbers_of_32_bytes_only)
{
	unsigned char changed[64];
	auto_buf good = { 0 }, other = { 0 };
	decode_signature(&good, es256_good);
	assert_int_equal(good.n, 64);
	const unsigned char *rs = (const unsigned char *)good.p;
	for (int how = 0; how < ES_CHANGES; how++) {
		change_es(changed, rs, (enum es_change)how);
		if (check_signature(JWT_ES256, p256_key, es256_good,
			str_from((const char *)changed, 64)) != JWT_INVALID)
			fail_msg("change %d passed", how);
	}
	static const size_t cuts[] = { 1, 31, 32, 33, 48, 62, 63 };
	for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++)
		assert_int_equal(check_signature(JWT_ES256, p256_key, es256_good,
				     str_sub(buf_str(&good), 0, cuts[i])),
		    JWT_INVALID);
	to_der(&other, rs);
	assert_int_equal(
	    check_signature(JWT_ES256, p256_key, es256_good, buf_str(&other)), JWT_INVALID);
	for (int front = 0; front < 2; front++) {
		buf_reset(&other);
		buf_pad(&other, '\0', front);
		buf_adds(&other, buf_str(&good));
		buf_pad(&other, '\0', 1 - front);
		assert_int_equal(
		    check_signature(JWT_ES256, p256_key, es256_good, buf_str(&other)), JWT_INVALID);
	}
}

/* n - s is valid whenever s is, and RFC 7518 requires neither form. Computing it requires the
 * token itself, and tokens are never compared as text here, so it is accepted. */
TEST(es256_accepts_both_values_of_s)
{
	unsigned char other[64];
	auto_buf good = { 0 };
	decode_signature(&good, es256_good);
	memcpy(other, good.p, 32);
	subtract(other + 32, order, (const unsigned char *)good.p + 32);
	assert_int_equal(
	    check_signature(JWT_ES256, p256_key, es256_good, str_from((const char *)other, 64)),
	    JWT_OK);
}

TEST(rs256_accepts_the_whole_signature_only)
{
	static const size_t cuts[] = { 1, 64, 128, 254, 255 };
	auto_buf good = { 0 }, other = { 0 };
	decode_signature(&good, rs256_good);
	assert_int_equal(good.n, 256);
	for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++)
		assert_int_equal(check_signature(JWT_RS256, rsa_key, rs256_good,
				     str_sub(buf_str(&good), 0, cuts[i])),
		    JWT_INVALID);
	static const char fills[] = { '\0', '\1', '\xff' };
	for (size_t i = 0; i < sizeof(fills); i++) {
		buf_reset(&other);
		buf_pad(&other, fills[i], 256);
		assert_int_equal(
		    check_signature(JWT_RS256, rsa_key, rs256_good, buf_str(&other)), JWT_INVALID);
	}
	for (int front = 0; front < 2; front++) {
		buf_reset(&other);
		buf_pad(&other, '\0', front);
		buf_adds(&other, buf_str(&good));
		buf_pad(&other, '\0', 1 - front);
		assert_int_equal(
		    check_signature(JWT_RS256, rsa_key, rs256_good, buf_str(&other)), JWT_INVALID);
	}
	buf_reset(&other);
	decode_signature(&other, rfc7515_a2); /* of another key, for another text */
	assert_int_equal(
	    check_signature(JWT_RS256, rsa_key, rs256_good, buf_str(&other)), JWT_INVALID);
}

TEST(short_and_unsupported_keys_do_not_load)
{
	static const char *const bad[] = { rsa_768, weak_rsa_key, p384_key };
	static const char *const good[] = { rsa_7515, rsa_7520, p256_7515 };
	struct err err;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_null(pubkey_read(str_of(bad[i]), &err));
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		struct pubkey *key = pubkey_read(str_of(good[i]), &err);
		assert_non_null(key);
		pubkey_free(key);
	}
}
