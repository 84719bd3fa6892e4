/*
 * index.h - a set of texts with a number each, such as the ids and cursors seen so far. Keeps
 * 64-bit hashes with a random key, so that no one can choose colliding ids.
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
