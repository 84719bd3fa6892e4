/*
 * damage.h - damages files on disk, by a seed: bytes flipped, truncated, emptied, deleted, or
 * replaced by a pipe, a folder or a link.
 */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include "base/buf.h"

#include <stdint.h>

enum damage {
	DAMAGE_NONE,
	DAMAGE_FLIP, /* ten bytes */
	DAMAGE_CUT,
	DAMAGE_EMPTY,
	DAMAGE_ADD, /* bytes after its end */
	DAMAGE_GONE,
	DAMAGE_PIPE,
	DAMAGE_FOLDER,
	DAMAGE_LINK,    /* to a file with the same text */
	DAMAGE_ENDLESS, /* a link to a device that never ends */
	DAMAGE_OPEN,    /* others may read it */
	DAMAGES
};

extern const char *const damage_names[DAMAGES];

/* The next number of a sequence; never begin with 0. */
uint64_t damage_draw(uint64_t *random);
/* Writes the text there, in place of whatever there is, damaged by what is drawn; half of the draws
 * are DAMAGE_NONE. Fails the test when it cannot. */
enum damage damage_write(const char *path, struct str text, uint64_t *random);
/* As above with a given damage. */
void damage_write_as(const char *path, struct str text, enum damage damage, uint64_t *random);
/* Takes away what is there. */
void damage_clear(const char *path);
/* The words of the program about such a file if it is not a private regular file; NULL for none.
 * A link counts as its file if it is followed. */
const char *damage_words(enum damage damage, bool followed);

#endif
