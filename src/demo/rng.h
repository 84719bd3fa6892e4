/*
 * rng.h - repeatable random numbers. Each item uses its own stream, named by a word and a number,
 * so that nothing depends on the order of generation.
 */
#ifndef DEMO_RNG_H
#define DEMO_RNG_H

#include "base/buf.h"

struct rng {
	uint64_t state;
};

struct rng rng_start(const char *word, unsigned index);
/* A number from 0 to n - 1; n must be at least 1. */
unsigned rng_below(struct rng *r, unsigned n);
bool rng_is_within_percent(struct rng *r, unsigned percent);
/* Append n random characters, or a version 4 UUID. */
void rng_add_hex(struct rng *r, struct buf *out, size_t n);
void rng_add_key(struct rng *r, struct buf *out, size_t n);
void rng_add_uuid(struct rng *r, struct buf *out);

#endif
