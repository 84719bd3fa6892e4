/*
 * index.h - a set of texts with a number each: which ids and cursors were seen.
 * Keeps 64-bit hashes, keyed at random so that nobody can choose ids that collide.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include "base/str.h"

struct index;

struct index *index_new(void);
void index_free(struct index *x);
void index_clear(struct index *x);
/* Sets the number of a text. */
void index_put(struct index *x, struct str text, uint32_t number);
/* Sets it where the text has none; gives the one that it had, or UINT32_MAX. */
uint32_t index_add(struct index *x, struct str text, uint32_t number);
/* The number of a text, or UINT32_MAX. */
uint32_t index_get(const struct index *x, struct str text);

#endif
