/*
 * plain.h - finds how many bytes of a JSON string need no special handling. Checks sixteen bytes at
 * a time with SSE2, else eight, because most bytes of a page are in strings.
 */
#ifndef WIRE_PLAIN_H
#define WIRE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* True unless the byte is a quote, a backslash, a control character or above 0x7F. */
static inline bool
is_plain_byte(char c)
{
	return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

/* True unless the byte is a quote or a backslash. */
static inline bool
is_string_byte(char c)
{
	return c != '"' && c != '\\';
}

#ifdef __SSE2__
#include <emmintrin.h>

enum { PLAIN_STEP_BYTES = 16 };

/* A bit mask of the bytes at p that are a quote or a backslash. */
static inline unsigned
string_ends_at(const char *p)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(
	    _mm_cmpeq_epi8(x, _mm_set1_epi8('"')), _mm_cmpeq_epi8(x, _mm_set1_epi8('\\'))));
}

/* Like string_ends_at(), plus control characters and bytes above 0x7F: as signed numbers these
 * are all less than a space. */
static inline unsigned
plain_ends_at(const char *p)
{
	__m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
	return string_ends_at(p) |
	    (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(x, _mm_set1_epi8(0x20)));
}

static inline size_t
first_bit(unsigned bits)
{
	return (size_t)__builtin_ctz(bits);
}

#else

enum { PLAIN_STEP_BYTES = 8 };
#define PLAIN_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Sets the high bit of each zero byte of x; bits above the lowest set one may be false
 * positives. */
static inline uint64_t
plain_zeroes(uint64_t x)
{
	return (x - PLAIN_EACH(1)) & ~x & PLAIN_EACH(0x80);
}

static inline uint64_t
plain_load(const char *p)
{
	uint64_t x;
	memcpy(&x, p, sizeof(x));
	return x;
}

static inline uint64_t
string_ends_at(const char *p)
{
	uint64_t x = plain_load(p);
	return plain_zeroes(x ^ PLAIN_EACH('"')) | plain_zeroes(x ^ PLAIN_EACH('\\'));
}

static inline uint64_t
plain_ends_at(const char *p)
{
	uint64_t x = plain_load(p);
	return string_ends_at(p) | ((x - PLAIN_EACH(0x20)) & ~x & PLAIN_EACH(0x80)) |
	    (x & PLAIN_EACH(0x80));
}

/* Returns 0, so that the step is checked byte by byte: the position of the first byte depends on
 * the machine's byte order. */
static inline size_t
first_bit(uint64_t bits)
{
	(void)bits;
	return 0;
}
#endif

/* The number of plain bytes at p. */
static inline size_t
plain_run_length(const char *p, size_t n)
{
	size_t i = 0;
	for (; i + PLAIN_STEP_BYTES <= n; i += PLAIN_STEP_BYTES)
		if (plain_ends_at(p + i)) {
			i += first_bit(plain_ends_at(p + i));
			break;
		}
	while (i < n && is_plain_byte(p[i]))
		i++;
	return i;
}

/* The number of bytes at p before the first quote or backslash. */
static inline size_t
string_run_length(const char *p, size_t n)
{
	size_t i = 0;
	for (; i + PLAIN_STEP_BYTES <= n; i += PLAIN_STEP_BYTES)
		if (string_ends_at(p + i)) {
			i += first_bit(string_ends_at(p + i));
			break;
		}
	while (i < n && is_string_byte(p[i]))
		i++;
	return i;
}

/* The length of the string at p, which starts with its quote; n if it is not closed. Sets
 * *has_escapes if it contains a backslash. */
static inline size_t
quoted_length(const char *p, size_t n, bool *has_escapes)
{
	for (size_t i = 1; i < n; i += 2, *has_escapes = true) {
		i += string_run_length(p + i, n - i);
		if (i < n && p[i] == '"')
			return i + 1;
	}
	return n;
}

#endif
