/*
 * index.h - a map from texts to numbers, for example of the ids and cursors seen so far. Stores
 * 64-bit hashes with a random key, so that colliding ids cannot be chosen on purpose.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include "base/str.h"

struct index;

struct index *index_new(void);
void index_free(struct index *x);
void index_clear(struct index *x);
/* Sets the number of a text, and replaces an earlier one. */
void index_put(struct index *x, struct str text, uint32_t number);
/* Sets the number unless the text already has one. Returns the existing number, or UINT32_MAX. */
uint32_t index_add(struct index *x, struct str text, uint32_t number);
/* The number of a text, or UINT32_MAX. */
uint32_t index_get(const struct index *x, struct str text);

#endif
