/*
 * name_hash.h - 64-bit hashes of member names, to detect two members with the same name in an
 * object.
 *
 * A name is hashed piece by piece while it is read, with its escapes decoded. Zero-initialise it.
 * Pure.
 */
#ifndef WIRE_NAME_HASH_H
#define WIRE_NAME_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct name_hash {
	uint64_t hash, partial_word; /* hash of the complete words; bytes of the incomplete one */
	size_t n;                    /* bytes */
};

struct hashed_name {
	uint64_t hash;
	size_t at; /* place in the text */
};

void name_hash_byte(struct name_hash *h, unsigned char c);
void name_hash_bytes(struct name_hash *h, const char *p, size_t n);
/* Adds the UTF-8 bytes of a code point. */
void name_hash_code_point(struct name_hash *h, unsigned cp);
struct hashed_name name_hash_end(const struct name_hash *h, size_t at);
/* True if two of the hashes are equal; *second is the first place where one is repeated. The names
 * are in the order of the text. May reorder them. */
bool hashed_names_find_duplicate(struct hashed_name *names, size_t n, size_t *second);

#endif
