/*
 * damage.h - damages files on disk, chosen by a seed: bytes flipped, truncated, emptied, deleted,
 * or replaced by a pipe, a folder or a link.
 */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include "base/buf.h"

#include <stdint.h>

enum damage {
	DAMAGE_NONE,
	DAMAGE_FLIP, /* ten bytes changed */
	DAMAGE_CUT,
	DAMAGE_EMPTY,
	DAMAGE_ADD, /* bytes added at the end */
	DAMAGE_GONE,
	DAMAGE_PIPE,
	DAMAGE_FOLDER,
	DAMAGE_LINK,    /* replaced by a link to a file with the same text */
	DAMAGE_ENDLESS, /* replaced by a link to a device that never ends */
	DAMAGE_OPEN,    /* readable by others */
	DAMAGES
};

extern const char *const damage_names[DAMAGES];

/* The next number of a random sequence; the initial value must not be 0. */
uint64_t damage_draw(uint64_t *random);
/* Writes the text to the path, replacing anything that exists, with randomly chosen damage;
 * DAMAGE_NONE in half of the cases. Fails the test on error. */
enum damage damage_write(const char *path, struct str text, uint64_t *random);
/* Like damage_write(), with a given kind of damage. */
void damage_write_as(const char *path, struct str text, enum damage damage, uint64_t *random);
/* Removes the file, pipe, folder or link at the path. */
void damage_clear(const char *path);
/* The program's error text for a file with this damage that is not a private regular file; NULL
 * if there is no error. A link counts as the file it leads to if it is followed. */
const char *damage_words(enum damage damage, bool followed);

#endif
