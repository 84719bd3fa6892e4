#include "base/digest.h"

#include "base/mem.h"

#include <errno.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char base64_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char base64url_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void
digest_sha256(struct str data, unsigned char out[DIGEST_SIZE])
{
	unsigned n = DIGEST_SIZE;
	if (!EVP_Digest(data.p, data.n, out, &n, EVP_sha256(), NULL))
		abort();
}

struct hasher {
	EVP_MD *sha256;
};

struct hasher *
hasher_new(void)
{
	struct hasher *h = x_new(struct hasher);
	if (!(h->sha256 = EVP_MD_fetch(NULL, "SHA256", NULL)))
		abort();
	return h;
}

void
hasher_free(struct hasher *h)
{
	EVP_MD_free(h->sha256);
	x_free(h);
}

void
hasher_sha256(const struct hasher *h, struct str data, unsigned char out[DIGEST_SIZE])
{
	unsigned n = DIGEST_SIZE;
	if (!EVP_Digest(data.p, data.n, out, &n, h->sha256, NULL))
		abort();
}

void
digest_hmac(struct str key, struct str data, unsigned char out[DIGEST_SIZE])
{
	unsigned n = DIGEST_SIZE;
	if (!HMAC(EVP_sha256(), key.p, (int)key.n, (const unsigned char *)data.p, data.n, out, &n))
		abort();
}

/* Uses the kernel's generator, which is already seeded. OpenSSL's would have to be set up first,
 * at a cost of a millisecond and a third of a megabyte. */
void
digest_random(void *out, size_t n)
{
	unsigned char *at = out;
	for (size_t done = 0; done < n;) {
		ssize_t more = getrandom(at + done, n - done, 0);
		if (more < 0 && errno != EINTR)
			abort();
		done += more > 0 ? (size_t)more : 0;
	}
}

bool
digest_equal(const void *a, const void *b, size_t n)
{
	return CRYPTO_memcmp(a, b, n) == 0;
}

void
digest_hex(struct buf *out, struct str data)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(data, digest);
	hex_encode(out, digest, sizeof(digest));
}

void
hex_encode(struct buf *out, const void *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *p = bytes;
	for (size_t i = 0; i < n; i++) {
		buf_addc(out, digits[p[i] >> 4]);
		buf_addc(out, digits[p[i] & 15]);
	}
}

static void
encode_base64(struct buf *out, struct str bytes, const char *alphabet, bool pad)
{
	const unsigned char *p = (const unsigned char *)bytes.p;
	for (size_t i = 0; i < bytes.n; i += 3) {
		size_t left = bytes.n - i;
		unsigned v = (unsigned)p[i] << 16;
		if (left > 1)
			v |= (unsigned)p[i + 1] << 8;
		if (left > 2)
			v |= p[i + 2];
		buf_addc(out, alphabet[v >> 18]);
		buf_addc(out, alphabet[v >> 12 & 63]);
		if (left > 1)
			buf_addc(out, alphabet[v >> 6 & 63]);
		else if (pad)
			buf_addc(out, '=');
		if (left > 2)
			buf_addc(out, alphabet[v & 63]);
		else if (pad)
			buf_addc(out, '=');
	}
}

bool
hex_is_valid(struct str text, size_t digits)
{
	for (size_t i = 0; i < text.n; i++)
		if (!(text.p[i] >= '0' && text.p[i] <= '9') &&
		    !(text.p[i] >= 'a' && text.p[i] <= 'f'))
			return false;
	return text.n == digits;
}

void
base64_encode(struct buf *out, struct str bytes)
{
	encode_base64(out, bytes, base64_alphabet, true);
}

void
base64url_encode(struct buf *out, struct str bytes)
{
	encode_base64(out, bytes, base64url_alphabet, false);
}

static int
base64url_char_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '-' ? 62 : c == '_' ? 63 : -1;
}

bool
base64url_decode(struct buf *out, struct str text)
{
	unsigned bits = 0, held = 0;
	if (text.n % 4 == 1)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		int v = base64url_char_value(text.p[i]);
		if (v < 0)
			return false;
		bits = bits << 6 | (unsigned)v;
		held += 6;
		if (held >= 8) {
			held -= 8;
			buf_addc(out, (char)(bits >> held & 255));
		}
	}
	return (bits & ((1u << held) - 1)) == 0;
}

bool
base64_decode(struct buf *out, struct str text)
{
	struct buf url = { 0 };
	while (text.n && text.p[text.n - 1] == '=')
		text.n--;
	for (size_t i = 0; i < text.n; i++)
		buf_addc(&url, text.p[i] == '+' ? '-' : text.p[i] == '/' ? '_' : text.p[i]);
	bool ok = base64url_decode(out, buf_str(&url));
	buf_wipe(&url);
	return ok;
}

enum { RSA_BITS_MIN = 2048, RSA_BITS_MAX = 8192 };

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
	*kind = PUBKEY_P256;
	return (EVP_PKEY_is_a(key, "EC") &&
		   EVP_PKEY_get_group_name(key, curve, sizeof(curve), &n) == 1 &&
		   strcmp(curve, "prime256v1") == 0) ||
	    err_set(err, ERR_CONFIG, "a key must be RSA, or EC on the curve P-256");
}

bool
pubkey_read_kind(struct str pem, enum pubkey_kind *kind, struct err *err)
{
	BIO *bio = BIO_new_mem_buf(pem.p, (int)pem.n);
	EVP_PKEY *key = bio ? PEM_read_bio_PUBKEY(bio, NULL, NULL, NULL) : NULL;
	bool ok = key ? classify_key(key, kind, err)
		      : err_set(err, ERR_CONFIG, "this is not a public key in PEM format");
	EVP_PKEY_free(key);
	BIO_free(bio);
	ERR_clear_error();
	return ok;
}
