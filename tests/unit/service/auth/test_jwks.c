/* Key sets of issuers: which keys are taken from them, and which texts are refused. */
#include "lib/signer.h"
#include "lib/test.h"
#include "public_vectors.h"
#include "service/auth/jwks.h"

#include <string.h>

struct set {
	struct jwt_keys *keys;
	struct err err;
	bool ok;
};

static struct set
read_set(struct str json)
{
	struct set set = { .keys = jwt_keys_new() };
	set.ok = jwt_keys_add_set(set.keys, json, &set.err);
	if (!set.ok) {
		assert_int_equal(set.keys->keys.n, 0);
		assert_int_equal(set.err.kind, ERR_CONFIG);
	}
	return set;
}

static void
expect_keys(const char *json, size_t n)
{
	struct set set = read_set(str_of(json));
	if (set.keys->keys.n != n)
		fail_msg("%zu keys, not %zu: %s", set.keys->keys.n, n, json);
	assert_int_equal(set.ok, n > 0);
	jwt_keys_release(set.keys);
}

/* Each kind has its algorithm, id, and a PEM of the same key. */
TEST(keys_of_all_kinds_are_read)
{
	static const enum jwt_algorithm want[] = { [SIGNER_RS256] = JWT_RS256,
		[SIGNER_PS256] = JWT_PS256,
		[SIGNER_ES256] = JWT_ES256,
		[SIGNER_EDDSA] = JWT_EDDSA };
	static const char *const kids[] = { "a", "b", "c", "d" };
	struct signer *signers[4];
	auto_buf json = { 0 };
	for (int i = 0; i < 4; i++)
		signers[i] = signer_new((enum signer_kind)i, kids[i]);
	signer_write_set(&json, signers, 4);
	struct set set = read_set(buf_str(&json));
	assert_true(set.ok);
	assert_int_equal(set.keys->keys.n, 4);
	for (size_t i = 0; i < 4; i++) {
		auto_buf pem = { 0 };
		struct jwt_key *key = &set.keys->keys.v[i];
		signer_write_pem(&pem, signers[i]);
		assert_int_equal(key->algorithm, want[i]);
		assert_string_equal(key->kid, kids[i]);
		assert_string_equal(buf_z(&key->text), buf_z(&pem));
		signer_free(signers[i]);
	}
	jwt_keys_release(set.keys);
}

/* Without `alg`, `use` and `kid`, as Entra and some others write them. */
TEST(a_key_without_an_algorithm_has_the_usual_one)
{
	static const enum signer_kind kinds[] = { SIGNER_RS256, SIGNER_ES256, SIGNER_EDDSA };
	static const enum jwt_algorithm want[] = { JWT_RS256, JWT_ES256, JWT_EDDSA };
	for (size_t i = 0; i < 3; i++) {
		auto_signer *s = signer_new(kinds[i], NULL);
		auto_buf json = { 0 };
		buf_addz(&json, "{\"keys\":[");
		signer_write_jwk(&json, s, "");
		buf_addz(&json, "]}");
		struct set set = read_set(buf_str(&json));
		assert_int_equal(set.keys->keys.n, 1);
		assert_int_equal(set.keys->keys.v[0].algorithm, want[i]);
		assert_string_equal(set.keys->keys.v[0].kid, "");
		jwt_keys_release(set.keys);
	}
}

TEST(keys_for_other_purposes_are_left_out)
{
	static const char *const others[] = { ",\"use\":\"enc\"", ",\"use\":1",
		",\"key_ops\":[\"encrypt\"]", ",\"key_ops\":[]", ",\"alg\":\"RS512\"",
		",\"alg\":\"RSA-OAEP\"", ",\"alg\":\"ES256\"", ",\"alg\":\"HS256\"",
		",\"alg\":\"none\"", ",\"alg\":1", ",\"d\":\"AQAB\"" };
	auto_signer *s = signer_new(SIGNER_RS256, "k");
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		auto_buf json = { 0 };
		buf_addz(&json, "{\"keys\":[");
		signer_write_jwk(&json, s, others[i]);
		buf_addz(&json, "]}");
		expect_keys(buf_z(&json), 0);
		json.n -= 2;
		buf_addc(&json, ',');
		signer_write_jwk(&json, s, ",\"key_ops\":[\"verify\"]");
		buf_addz(&json, "]}");
		expect_keys(buf_z(&json), 1);
	}
}

/* Malformed numbers, and kinds that are not accepted. */
TEST(malformed_and_weak_keys_are_left_out)
{
	static const char *const bad[] = { "{}", "1", "null", "{\"kty\":\"RSA\"}",
		"{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"}",
		"{\"kty\":\"RSA\",\"n\":\"\",\"e\":\"\"}",
		"{\"kty\":\"RSA\",\"n\":\"A?\",\"e\":\"AQAB\"}",
		"{\"kty\":\"oct\",\"k\":\"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlBQkNERUY\"}",
		"{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AQ\",\"y\":\"AQ\"}",
		/* a point outside the curve */
		"{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\","
		"\"y\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE\"}",
		"{\"kty\":\"EC\",\"crv\":\"P-384\",\"x\":\"AQ\",\"y\":\"AQ\"}",
		"{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AQ\"}",
		"{\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		auto_buf json = { 0 };
		buf_addf(&json, "{\"keys\":[%s]}", bad[i]);
		expect_keys(buf_z(&json), 0);
	}
}

TEST(what_is_not_a_set_is_refused)
{
	static const char *const bad[] = { "", "x", "[]", "{}", "{\"keys\":{}}", "{\"keys\":[]}",
		"{\"keys\":[],\"keys\":[]}", "{\"keys\":[", "<html>", rsa_key };
	auto_buf many = { 0 }, large = { 0 };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		expect_keys(bad[i], 0);
	auto_signer *s = signer_new(SIGNER_ES256, "k");
	buf_addz(&many, "{\"keys\":[");
	for (int i = 0; i < JWKS_KEYS_MAX; i++) {
		buf_addz(&many, i ? "," : "");
		signer_write_jwk(&many, s, "");
	}
	size_t end = many.n;
	buf_addz(&many, "]}");
	expect_keys(buf_z(&many), JWKS_KEYS_MAX);
	many.n = end;
	buf_addz(&many, ",{}]}");
	expect_keys(buf_z(&many), 0);
	buf_addz(&large, "{\"keys\":[");
	signer_write_jwk(&large, s, "");
	buf_addz(&large, "]");
	while (large.n < JWKS_SIZE_MAX - 1)
		buf_addc(&large, ' ');
	buf_addc(&large, '}');
	expect_keys(buf_z(&large), 1);
	large.p[large.n - 1] = ' ';
	buf_addc(&large, '}');
	expect_keys(buf_z(&large), 0);
}
