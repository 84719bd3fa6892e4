#include "base/digest.h"

#include "base/mem.h"

#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
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

const char *
digest_library_version(void)
{
	return OpenSSL_version(OPENSSL_VERSION_STRING);
}
