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

struct hashed_name
name_hash_end(const struct name_hash *h, size_t at)
{
	return (struct hashed_name){
		hash_word(h->hash ^ (uint64_t)h->n << 56, h->partial_word), at
	};
}

static int
compare_names(const void *a, const void *b)
{
	const struct hashed_name *x = a, *y = b;
	if (x->hash != y->hash)
		return (x->hash > y->hash) - (x->hash < y->hash);
	return (x->at > y->at) - (x->at < y->at);
}

/* Most objects have few names, for which comparing all pairs is faster than sorting. */
static bool
find_equal_pair(const struct hashed_name *names, size_t n, size_t *second)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (names[i].hash == names[k].hash) {
				*second = names[i].at;
				return true;
			}
	return false;
}

bool
hashed_names_find_duplicate(struct hashed_name *names, size_t n, size_t *second)
{
	if (n <= LINEAR_SEARCH_NAMES_MAX)
		return find_equal_pair(names, n, second);
	*second = SIZE_MAX;
	qsort(names, n, sizeof(*names), compare_names);
	for (size_t i = 1; i < n; i++)
		if (names[i].hash == names[i - 1].hash && names[i].at < *second)
			*second = names[i].at;
	return *second != SIZE_MAX;
}
