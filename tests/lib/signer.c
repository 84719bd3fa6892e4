#include "lib/signer.h"

#include "base/digest.h"
#include "base/mem.h"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <stdlib.h>

enum { P256_NUMBER_SIZE = 32, RSA_BITS = 2048, SIGNATURE_SIZE_MAX = 512 };

struct signer {
	enum signer_kind kind;
	char *kid;
	EVP_PKEY *key;
};

static const char *const algorithms[] = { [SIGNER_RS256] = "RS256",
	[SIGNER_PS256] = "PS256",
	[SIGNER_ES256] = "ES256",
	[SIGNER_EDDSA] = "EdDSA" };

static void
require(int ok)
{
	if (!ok)
		abort();
}

struct signer *
signer_new(enum signer_kind kind, const char *kid)
{
	struct signer *s = x_new(struct signer);
	s->kind = kind;
	s->kid = x_strdup(kid);
	s->key = kind == SIGNER_ES256 ? EVP_EC_gen("P-256")
	    : kind == SIGNER_EDDSA    ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")
				      : EVP_RSA_gen(RSA_BITS);
	require(s->key != NULL);
	return s;
}

void
signer_free(struct signer *s)
{
	if (!s)
		return;
	EVP_PKEY_free(s->key);
	x_free(s->kid);
	x_free(s);
}

static void
add_number(struct buf *out, const struct signer *s, const char *member, const char *param, int size)
{
	unsigned char bytes[RSA_BITS / 8];
	BIGNUM *n = NULL;
	require(EVP_PKEY_get_bn_param(s->key, param, &n));
	int used = size ? size : BN_num_bytes(n);
	require(BN_bn2binpad(n, bytes, used) == used);
	buf_addf(out, ",\"%s\":\"", member);
	base64url_encode(out, str_from((const char *)bytes, (size_t)used));
	buf_addc(out, '"');
	BN_free(n);
}

static void
add_numbers(struct buf *out, const struct signer *s)
{
	unsigned char bytes[P256_NUMBER_SIZE];
	size_t n = sizeof(bytes);
	switch (s->kind) {
	case SIGNER_ES256:
		buf_addz(out, "\"kty\":\"EC\",\"crv\":\"P-256\"");
		add_number(out, s, "x", OSSL_PKEY_PARAM_EC_PUB_X, P256_NUMBER_SIZE);
		add_number(out, s, "y", OSSL_PKEY_PARAM_EC_PUB_Y, P256_NUMBER_SIZE);
		return;
	case SIGNER_EDDSA:
		require(EVP_PKEY_get_raw_public_key(s->key, bytes, &n));
		buf_addz(out, "\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"");
		base64url_encode(out, str_from((const char *)bytes, n));
		buf_addc(out, '"');
		return;
	case SIGNER_RS256:
	case SIGNER_PS256:
		buf_addz(out, "\"kty\":\"RSA\"");
		add_number(out, s, "n", OSSL_PKEY_PARAM_RSA_N, 0);
		add_number(out, s, "e", OSSL_PKEY_PARAM_RSA_E, 0);
	}
}

void
signer_write_jwk(struct buf *out, const struct signer *s, const char *more)
{
	buf_addc(out, '{');
	add_numbers(out, s);
	if (s->kid)
		buf_addf(out, ",\"kid\":\"%s\"", s->kid);
	buf_addf(out, "%s}", more);
}

void
signer_write_set(struct buf *out, struct signer *const *signers, size_t n)
{
	buf_addz(out, "{\"keys\":[");
	for (size_t i = 0; i < n; i++) {
		char more[60];
		snprintf(more, sizeof(more), ",\"alg\":\"%s\",\"use\":\"sig\"",
		    algorithms[signers[i]->kind]);
		buf_addz(out, i ? "," : "");
		signer_write_jwk(out, signers[i], more);
	}
	buf_addz(out, "]}");
}

void
signer_write_pem(struct buf *out, const struct signer *s)
{
	BIO *bio = BIO_new(BIO_s_mem());
	char *text;
	require(PEM_write_bio_PUBKEY(bio, s->key));
	long n = BIO_get_mem_data(bio, &text);
	buf_adds(out, str_from(text, (size_t)n));
	BIO_free(bio);
}

/* Converts OpenSSL's DER to the two numbers of an ES256 signature. */
static size_t
numbers_of_der(unsigned char *bytes, size_t n)
{
	const unsigned char *der = bytes;
	ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &der, (long)n);
	require(numbers != NULL);
	BN_bn2binpad(ECDSA_SIG_get0_r(numbers), bytes, P256_NUMBER_SIZE);
	BN_bn2binpad(ECDSA_SIG_get0_s(numbers), bytes + P256_NUMBER_SIZE, P256_NUMBER_SIZE);
	ECDSA_SIG_free(numbers);
	return 2 * P256_NUMBER_SIZE;
}

static void
add_signature(struct buf *token, const struct signer *s)
{
	unsigned char bytes[SIGNATURE_SIZE_MAX];
	size_t n = sizeof(bytes);
	EVP_MD_CTX *md = EVP_MD_CTX_new();
	EVP_PKEY_CTX *ctx;
	require(EVP_DigestSignInit(
	    md, &ctx, s->kind == SIGNER_EDDSA ? NULL : EVP_sha256(), NULL, s->key));
	if (s->kind == SIGNER_PS256)
		require(EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PSS_PADDING) == 1 &&
		    EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, RSA_PSS_SALTLEN_DIGEST) == 1);
	require(EVP_DigestSign(md, bytes, &n, (const unsigned char *)token->p, token->n));
	EVP_MD_CTX_free(md);
	if (s->kind == SIGNER_ES256)
		n = numbers_of_der(bytes, n);
	buf_addc(token, '.');
	base64url_encode(token, str_from((const char *)bytes, n));
}

void
signer_sign_with_header(
    struct buf *out, const struct signer *s, const char *header, const char *claims)
{
	struct buf token = { 0 };
	base64url_encode(&token, str_of(header));
	buf_addc(&token, '.');
	base64url_encode(&token, str_of(claims));
	add_signature(&token, s);
	buf_adds(out, buf_str(&token));
	buf_free(&token);
}

void
signer_sign(struct buf *out, const struct signer *s, const char *typ, const char *claims)
{
	struct buf header = { 0 };
	buf_addf(&header, "{\"alg\":\"%s\"", algorithms[s->kind]);
	if (s->kid)
		buf_addf(&header, ",\"kid\":\"%s\"", s->kid);
	if (typ)
		buf_addf(&header, ",\"typ\":\"%s\"", typ);
	buf_addc(&header, '}');
	signer_sign_with_header(out, s, buf_z(&header), claims);
	buf_free(&header);
}
