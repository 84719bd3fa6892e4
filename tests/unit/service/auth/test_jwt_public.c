/* Tokens of other issuers, verified with a public key: the key determines the algorithm, and
 * weak keys are refused when loaded. */
#include "base/clock.h"
#include "base/digest.h"
#include "lib/test.h"
#include "lib/one_issuer.h"
#include "public_vectors.h"
#include "service/auth/key.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum jwt_verdict
check(enum jwt_algorithm algorithm, const char *key, struct str token)
{
	struct jwt_verifier *g = verifier_of_one_issuer(&(struct one_issuer){ .algorithm = algorithm,
	    .key = str_of(key),
	    .iss = "backroom",
	    .aud = "backroom-api",
	    .leeway_s = JWT_LEEWAY_S });
	struct verified_claims who;
	const char *reason;
	enum jwt_verdict verdict = jwt_verify(g, token, clock_real(), false, &who, &reason);
	jwt_verifier_free(g);
	return verdict;
}

/* Signs with HS256 and the text of a public key as the secret, which anyone has. */
static void
confuse(struct buf *token, const char *key)
{
	unsigned char mac[DIGEST_SIZE];
	base64url_encode(token, STR("{\"alg\":\"HS256\",\"typ\":\"JWT\"}"));
	buf_addc(token, '.');
	base64url_encode(token,
	    STR("{\"iss\":\"backroom\",\"aud\":\"backroom-api\",\"sub\":\"eve\","
		"\"exp\":253402300799}"));
	digest_hmac(str_of(key), buf_str(token), mac);
	buf_addc(token, '.');
	base64url_encode(token, str_from((const char *)mac, sizeof(mac)));
}

TEST(valid_tokens_pass_under_their_key_only)
{
	assert_int_equal(check(JWT_RS256, rsa_key, STR(rs256_good)), JWT_OK);
	assert_int_equal(check(JWT_ES256, p256_key, STR(es256_good)), JWT_OK);
	assert_int_equal(check(JWT_RS256, rsa_key, STR(es256_good)), JWT_INVALID);
	assert_int_equal(check(JWT_ES256, p256_key, STR(rs256_good)), JWT_INVALID);
	assert_int_equal(check(JWT_HS256, rsa_key, STR(rs256_good)), JWT_INVALID);
}

TEST(forged_tokens_are_refused)
{
	static const char *const tokens[] = { rs256_weak_signer, rs384, ps256, es256_p384,
		es256_der, rs256_named_es256, rs256_named_none };
	auto_buf token = { 0 };
	for (size_t i = 0; i < sizeof(tokens) / sizeof(*tokens); i++) {
		assert_int_equal(check(JWT_RS256, rsa_key, str_of(tokens[i])), JWT_INVALID);
		assert_int_equal(check(JWT_ES256, p256_key, str_of(tokens[i])), JWT_INVALID);
	}
	confuse(&token, rsa_key);
	assert_int_equal(check(JWT_RS256, rsa_key, buf_str(&token)), JWT_INVALID);
	buf_reset(&token);
	confuse(&token, p256_key);
	assert_int_equal(check(JWT_ES256, p256_key, buf_str(&token)), JWT_INVALID);
}

TEST(changed_tokens_are_refused)
{
	auto_buf token = { 0 };
	buf_adds(&token, STR(es256_good));
	for (size_t i = 0; i < token.n; i += 3) {
		char was = token.p[i];
		token.p[i] = was == 'A' ? 'Q' : 'A';
		assert_int_equal(check(JWT_ES256, p256_key, buf_str(&token)), JWT_INVALID);
		token.p[i] = was;
	}
}

TEST(weak_and_unsupported_keys_are_refused)
{
	static const char *const bad[] = { weak_rsa_key, p384_key, "", "x",
		"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n" };
	static const struct {
		const char *pem;
		enum pubkey_kind kind;
	} good[] = { { rsa_key, PUBKEY_RSA }, { p256_key, PUBKEY_P256 },
		{ ed25519_key, PUBKEY_ED25519 } };
	struct err err;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_null(pubkey_read(str_of(bad[i]), &err));
		assert_int_equal(err.kind, ERR_CONFIG);
	}
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		auto_buf pem = { 0 };
		struct pubkey *key = pubkey_read(str_of(good[i].pem), &err);
		assert_non_null(key);
		assert_int_equal(pubkey_kind_of(key), good[i].kind);
		pubkey_write_pem(&pem, key);
		assert_string_equal(buf_z(&pem), good[i].pem);
		pubkey_free(key);
	}
}

TEST(a_key_file_can_be_readable_but_not_writable_by_others)
{
	static const char file[] = "public-key-test";
	struct jwt_keys *keys = jwt_keys_new();
	auto_buf key = { 0 };
	struct err err;
	int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_int_equal(write(fd, p256_key, sizeof(p256_key) - 1), sizeof(p256_key) - 1);
	assert_int_equal(fchmod(fd, 0644), 0);
	assert_true(key_is_public(file));
	assert_true(key_load_public(keys, file, &err));
	assert_int_equal(keys->keys.v[0].algorithm, JWT_ES256);
	assert_int_equal(fchmod(fd, 0664), 0);
	assert_false(key_load_public(keys, file, &err));
	assert_non_null(strstr(err.text, "chmod go-w"));
	/* A public key can sign neither tokens nor cursors. */
	assert_int_equal(fchmod(fd, 0600), 0);
	assert_false(key_load(&key, file, &err));
	assert_int_equal(err.kind, ERR_CONFIG);
	close(fd);
	unlink(file);
	assert_false(key_is_public(file));
	assert_false(key_load_public(keys, file, &err));
	assert_int_equal(keys->keys.n, 1);
	jwt_keys_release(keys);
}
