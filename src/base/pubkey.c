#include "base/pubkey.h"

#include "base/mem.h"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <string.h>

enum { RSA_BITS_MIN = 2048, RSA_BITS_MAX = 8192, P256_NUMBER_SIZE = 32, ED25519_KEY_SIZE = 32 };

struct pubkey {
	EVP_PKEY *evp;
	enum pubkey_kind kind;
};

static bool
classify_key(EVP_PKEY *key, enum pubkey_kind *kind, struct err *err)
{
	char curve[40] = "";
	size_t n;
	int bits = EVP_PKEY_get_bits(key);
	if (EVP_PKEY_is_a(key, "RSA")) {
		*kind = PUBKEY_RSA;
		return (bits >= RSA_BITS_MIN && bits <= RSA_BITS_MAX) ||
		    err_set(err, ERR_CONFIG, "an RSA key must have %d to %d bits, not %d",
			RSA_BITS_MIN, RSA_BITS_MAX, bits);
	}
	*kind = EVP_PKEY_is_a(key, "ED25519") ? PUBKEY_ED25519 : PUBKEY_P256;
	return *kind == PUBKEY_ED25519 ||
	    (EVP_PKEY_is_a(key, "EC") &&
		EVP_PKEY_get_group_name(key, curve, sizeof(curve), &n) == 1 &&
		strcmp(curve, "prime256v1") == 0) ||
	    err_set(err, ERR_CONFIG, "a key must be RSA, EC on the curve P-256, or Ed25519");
}

/* Takes ownership of `evp`; if it is NULL, the words name the fault. */
static struct pubkey *
adopt_key(EVP_PKEY *evp, const char *words, struct err *err)
{
	enum pubkey_kind kind = PUBKEY_RSA;
	bool ok = evp ? classify_key(evp, &kind, err) : err_set(err, ERR_CONFIG, "%s", words);
	ERR_clear_error();
	if (!ok) {
		EVP_PKEY_free(evp);
		return NULL;
	}
	struct pubkey *k = x_new(struct pubkey);
	*k = (struct pubkey){ evp, kind };
	return k;
}

struct pubkey *
pubkey_read(struct str pem, struct err *err)
{
	BIO *bio = BIO_new_mem_buf(pem.p, (int)pem.n);
	EVP_PKEY *evp = bio ? PEM_read_bio_PUBKEY(bio, NULL, NULL, NULL) : NULL;
	BIO_free(bio);
	return adopt_key(evp, "this is not a public key in PEM format", err);
}

/* Makes a key of its parameters, and checks it. */
static EVP_PKEY *
key_from_params(const char *type, OSSL_PARAM_BLD *built)
{
	OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(built);
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
	EVP_PKEY *key = NULL;
	if (params && ctx && EVP_PKEY_fromdata_init(ctx) == 1)
		EVP_PKEY_fromdata(ctx, &key, EVP_PKEY_PUBLIC_KEY, params);
	EVP_PKEY_CTX_free(ctx);
	ctx = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
	if (key && (!ctx || EVP_PKEY_public_check(ctx) != 1)) {
		EVP_PKEY_free(key);
		key = NULL;
	}
	EVP_PKEY_CTX_free(ctx);
	OSSL_PARAM_free(params);
	return key;
}

struct pubkey *
pubkey_from_rsa(struct str n, struct str e, struct err *err)
{
	OSSL_PARAM_BLD *built = OSSL_PARAM_BLD_new();
	bool fits = n.n && e.n && n.n <= RSA_BITS_MAX / 8 + 1 && e.n <= 8;
	BIGNUM *modulus = fits ? BN_bin2bn((const unsigned char *)n.p, (int)n.n, NULL) : NULL;
	BIGNUM *exponent = fits ? BN_bin2bn((const unsigned char *)e.p, (int)e.n, NULL) : NULL;
	bool ok = built && modulus && exponent &&
	    OSSL_PARAM_BLD_push_BN(built, OSSL_PKEY_PARAM_RSA_N, modulus) == 1 &&
	    OSSL_PARAM_BLD_push_BN(built, OSSL_PKEY_PARAM_RSA_E, exponent) == 1;
	EVP_PKEY *key = ok ? key_from_params("RSA", built) : NULL;
	OSSL_PARAM_BLD_free(built);
	BN_free(modulus);
	BN_free(exponent);
	return adopt_key(key, "this is not an RSA key", err);
}

struct pubkey *
pubkey_from_point(struct str x, struct str y, struct err *err)
{
	enum { UNCOMPRESSED = 4 };
	unsigned char point[1 + 2 * P256_NUMBER_SIZE] = { UNCOMPRESSED };
	OSSL_PARAM_BLD *built = OSSL_PARAM_BLD_new();
	bool ok = built && x.n == P256_NUMBER_SIZE && y.n == P256_NUMBER_SIZE;
	if (ok) {
		memcpy(point + 1, x.p, x.n);
		memcpy(point + 1 + P256_NUMBER_SIZE, y.p, y.n);
		ok = OSSL_PARAM_BLD_push_utf8_string(
			 built, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
		    OSSL_PARAM_BLD_push_octet_string(
			built, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof(point)) == 1;
	}
	EVP_PKEY *key = ok ? key_from_params("EC", built) : NULL;
	OSSL_PARAM_BLD_free(built);
	return adopt_key(key, "this is not a point of the curve P-256", err);
}

struct pubkey *
pubkey_from_ed25519(struct str x, struct err *err)
{
	EVP_PKEY *key = x.n == ED25519_KEY_SIZE
	    ? EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, (const unsigned char *)x.p, x.n)
	    : NULL;
	return adopt_key(key, "this is not an Ed25519 key", err);
}

void
pubkey_free(struct pubkey *k)
{
	if (!k)
		return;
	EVP_PKEY_free(k->evp);
	x_free(k);
}

enum pubkey_kind
pubkey_kind_of(const struct pubkey *k)
{
	return k->kind;
}

void
pubkey_write_pem(struct buf *out, const struct pubkey *k)
{
	BIO *bio = BIO_new(BIO_s_mem());
	char *text;
	if (bio && PEM_write_bio_PUBKEY(bio, k->evp) == 1) {
		long n = BIO_get_mem_data(bio, &text);
		buf_adds(out, str_from(text, (size_t)n));
	}
	BIO_free(bio);
}

/* Converts the two numbers of an ES256 signature to DER, which OpenSSL reads. */
static int
ecdsa_der(struct str signature, unsigned char **der)
{
	const unsigned char *bytes = (const unsigned char *)signature.p;
	if (signature.n != 2 * P256_NUMBER_SIZE)
		return 0;
	ECDSA_SIG *numbers = ECDSA_SIG_new();
	BIGNUM *r = BN_bin2bn(bytes, P256_NUMBER_SIZE, NULL);
	BIGNUM *s = BN_bin2bn(bytes + P256_NUMBER_SIZE, P256_NUMBER_SIZE, NULL);
	int n = 0;
	if (numbers && r && s && ECDSA_SIG_set0(numbers, r, s) == 1) {
		n = i2d_ECDSA_SIG(numbers, der);
	} else {
		BN_free(r);
		BN_free(s);
	}
	ECDSA_SIG_free(numbers);
	return n;
}

static bool
set_padding(EVP_PKEY_CTX *ctx, enum pubkey_scheme scheme)
{
	if (scheme != PUBKEY_PS256)
		return true;
	return EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PSS_PADDING) == 1 &&
	    EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, RSA_PSS_SALTLEN_DIGEST) == 1;
}

static bool
verify_bytes(const struct pubkey *k, enum pubkey_scheme scheme, struct str text,
    const unsigned char *signature, size_t n)
{
	const EVP_MD *digest = scheme == PUBKEY_EDDSA ? NULL : EVP_sha256();
	EVP_MD_CTX *md = EVP_MD_CTX_new();
	EVP_PKEY_CTX *ctx = NULL; /* owned by `md` */
	bool ok = md && EVP_DigestVerifyInit(md, &ctx, digest, NULL, k->evp) == 1 &&
	    set_padding(ctx, scheme) &&
	    EVP_DigestVerify(md, signature, n, (const unsigned char *)text.p, text.n) == 1;
	EVP_MD_CTX_free(md);
	ERR_clear_error();
	return ok;
}

bool
pubkey_verify(
    const struct pubkey *k, enum pubkey_scheme scheme, struct str text, struct str signature)
{
	static const enum pubkey_kind kinds[] = { [PUBKEY_RS256] = PUBKEY_RSA,
		[PUBKEY_PS256] = PUBKEY_RSA,
		[PUBKEY_ES256] = PUBKEY_P256,
		[PUBKEY_EDDSA] = PUBKEY_ED25519 };
	if (kinds[scheme] != k->kind)
		return false;
	if (scheme != PUBKEY_ES256)
		return verify_bytes(
		    k, scheme, text, (const unsigned char *)signature.p, signature.n);
	unsigned char *der = NULL;
	int n = ecdsa_der(signature, &der);
	bool ok = n > 0 && verify_bytes(k, scheme, text, der, (size_t)n);
	OPENSSL_free(der);
	return ok;
}

bool
pubkey_check_certificate(struct str certificate, struct str private_key, struct err *err)
{
	BIO *cert_bio = BIO_new_mem_buf(certificate.p, (int)certificate.n);
	BIO *key_bio = BIO_new_mem_buf(private_key.p, (int)private_key.n);
	/* A key with a passphrase is not asked for one: "" is tried. */
	X509 *cert = PEM_read_bio_X509(cert_bio, NULL, NULL, NULL);
	EVP_PKEY *key = PEM_read_bio_PrivateKey(key_bio, NULL, NULL, (void *)(uintptr_t) "");
	bool ok = cert || err_set(err, ERR_CONFIG, "there is no certificate in PEM");
	ok = ok &&
	    (key ||
		err_set(err, ERR_CONFIG, "there is no private key in PEM, without a passphrase"));
	ok = ok &&
	    (X509_check_private_key(cert, key) == 1 ||
		err_set(err, ERR_CONFIG, "the private key is not that of the certificate"));
	ERR_clear_error();
	X509_free(cert);
	EVP_PKEY_free(key);
	BIO_free(cert_bio);
	BIO_free(key_bio);
	return ok;
}

bool
pubkey_certificate_has_expired(struct str certificate)
{
	BIO *bio = BIO_new_mem_buf(certificate.p, (int)certificate.n);
	X509 *cert = PEM_read_bio_X509(bio, NULL, NULL, NULL);
	bool expired = cert && X509_cmp_current_time(X509_get0_notAfter(cert)) < 0;
	ERR_clear_error();
	X509_free(cert);
	BIO_free(bio);
	return expired;
}
