/*
 * name_hash.h - the names of members as 64-bit hashes: does an object have two of one name?
 *
 * A name is hashed as it is read, piece by piece, without its escapes. Zero-initialise it.
 * Pure.
 */
#ifndef WIRE_NAME_HASH_H
#define WIRE_NAME_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct name_hash {
	uint64_t hash, word; /* of its whole words; the next one, as far as it is there */
	size_t n;            /* bytes */
};

void name_hash_byte(struct name_hash *h, unsigned char c);
void name_hash_bytes(struct name_hash *h, const char *p, size_t n);
/* The bytes of a code point in UTF-8. */
void name_hash_code_point(struct name_hash *h, unsigned cp);
uint64_t name_hash_end(const struct name_hash *h);
/* Are two of them equal? May reorder them. */
bool name_hashes_equal(uint64_t *hashes, size_t n);

#endif
