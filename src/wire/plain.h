/*
 * plain.h - how far a JSON string goes on without a byte that needs thought. Eight bytes at a
 * time, since this is where most of a page's bytes are spent.
 */
#ifndef WIRE_PLAIN_H
#define WIRE_PLAIN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PLAIN_EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The high bit of each byte of x that is 0. */
static inline uint64_t
plain_zeroes(uint64_t x)
{
	return (x - PLAIN_EACH(1)) & ~x & PLAIN_EACH(0x80);
}

/* Bytes at p that are neither quote, backslash, control nor over 0x7F. */
static inline size_t
plain_run(const char *p, size_t n)
{
	size_t i = 0;
	for (; i + 8 <= n; i += 8) {
		uint64_t x;
		memcpy(&x, p + i, 8);
		uint64_t special = plain_zeroes(x ^ PLAIN_EACH('"')) |
		    plain_zeroes(x ^ PLAIN_EACH('\\')) |
		    ((x - PLAIN_EACH(0x20)) & ~x & PLAIN_EACH(0x80)) | (x & PLAIN_EACH(0x80));
		if (special)
			break;
	}
	while (i < n && (unsigned char)p[i] >= 0x20 && (unsigned char)p[i] < 0x80 && p[i] != '"' &&
	    p[i] != '\\')
		i++;
	return i;
}

#endif
