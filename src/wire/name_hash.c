#include "wire/name_hash.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum { LINEAR_SEARCH_NAMES_MAX = 24 };

static uint64_t
hash_word(uint64_t hash, uint64_t word)
{
	hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 29;
}

void
name_hash_byte(struct name_hash *h, unsigned char c)
{
	h->partial_word |= (uint64_t)c << 8 * (h->n++ % 8);
	if (h->n % 8)
		return;
	h->hash = hash_word(h->hash, h->partial_word);
	h->partial_word = 0;
}

/* Combines up to eight bytes in the same way as name_hash_byte(), with two overlapping loads. */
static uint64_t
load_word(const char *p, size_t n)
{
	uint64_t whole;
	uint32_t front, back;
	uint16_t first, last;
	if (n == sizeof(whole)) {
		memcpy(&whole, p, sizeof(whole));
		return le64toh(whole);
	}
	if (n >= sizeof(front)) {
		memcpy(&front, p, sizeof(front));
		memcpy(&back, p + n - sizeof(back), sizeof(back));
		return le32toh(front) | (uint64_t)le32toh(back) << 8 * (n - sizeof(back));
	}
	if (n < sizeof(first))
		return n ? (unsigned char)*p : 0;
	memcpy(&first, p, sizeof(first));
	memcpy(&last, p + n - sizeof(last), sizeof(last));
	return le16toh(first) | (uint64_t)le16toh(last) << 8 * (n - sizeof(last));
}

/* Hashes a word at a time, starting at a word boundary. */
void
name_hash_bytes(struct name_hash *h, const char *p, size_t n)
{
	for (; n && h->n % 8; n--)
		name_hash_byte(h, (unsigned char)*p++);
	for (; n >= 8; n -= 8, p += 8, h->n += 8)
		h->hash = hash_word(h->hash, load_word(p, 8));
	if (!n)
		return;
	h->partial_word = load_word(p, n);
	h->n += n;
}

void
name_hash_code_point(struct name_hash *h, unsigned cp)
{
	unsigned char bytes[4];
	unsigned n = cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
	for (unsigned i = n; i-- > 1; cp >>= 6)
		bytes[i] = (unsigned char)(0x80 | (cp & 0x3F));
	bytes[0] = (unsigned char)(n == 1 ? cp : (0xF00u >> n & 0xF0u) | cp);
	for (unsigned i = 0; i < n; i++)
		name_hash_byte(h, bytes[i]);
}

uint64_t
name_hash_end(const struct name_hash *h)
{
	return hash_word(h->hash ^ (uint64_t)h->n << 56, h->partial_word);
}

static int
compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Most objects have few names, for which comparing all pairs is faster than sorting. */
static bool
has_equal_pair(const uint64_t *names, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (names[i] == names[k])
				return true;
	return false;
}

bool
name_hashes_have_duplicate(uint64_t *hashes, size_t n)
{
	if (n <= LINEAR_SEARCH_NAMES_MAX)
		return has_equal_pair(hashes, n);
	qsort(hashes, n, sizeof(*hashes), compare_hashes);
	for (size_t i = 1; i < n; i++)
		if (hashes[i] == hashes[i - 1])
			return true;
	return false;
}
