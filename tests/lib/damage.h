/*
 * damage.h - files changed behind a program's back, drawn from a seed: bytes flipped, cut, emptied,
 * taken away, or a pipe, a folder or a link in their place.
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
	DAMAGE_ADD, /* bytes behind its end */
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
/* The same with a damage that is given. */
void damage_write_as(const char *path, struct str text, enum damage damage, uint64_t *random);
/* Takes away what is there. */
void damage_clear(const char *path);
/* What a program has to say of such a file where it is no file or not private; NULL: nothing. A
 * link is as good as its file where it is followed. */
const char *damage_words(enum damage damage, bool followed);

#endif
