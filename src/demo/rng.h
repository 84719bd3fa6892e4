/*
 * rng.h - chance that can be repeated. Each thing draws from a stream of its own, named by a word
 * and a number, so that nothing depends on the order in which things are made.
 */
#ifndef DEMO_RNG_H
#define DEMO_RNG_H

#include "base/buf.h"

struct rng {
	uint64_t state;
};

struct rng rng_start(const char *word, unsigned index);
/* 0 to n - 1; n is at least 1. */
unsigned rng_below(struct rng *r, unsigned n);
bool rng_percent(struct rng *r, unsigned percent);
void rng_shuffle(struct rng *r, unsigned char *cards, size_t n);
/* Append n characters, or a version 4 UUID. */
void rng_add_hex(struct rng *r, struct buf *out, size_t n);
void rng_add_key(struct rng *r, struct buf *out, size_t n);
void rng_add_uuid(struct rng *r, struct buf *out);

#endif
