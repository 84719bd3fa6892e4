#include "demo/rng.h"

enum { RNG_SEED = 7 };

static uint64_t
next_random_number(struct rng *r)
{
	/* splitmix64 */
	uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

struct rng
rng_start(const char *word, unsigned index)
{
	struct rng r = { .state = UINT64_C(0xCBF29CE484222325) };
	for (; *word; word++)
		r.state = (r.state ^ (unsigned char)*word) * UINT64_C(0x100000001B3);
	r.state ^= (uint64_t)index << 32 | RNG_SEED;
	next_random_number(&r);
	return r;
}

unsigned
rng_below(struct rng *r, unsigned n)
{
	return (unsigned)(next_random_number(r) % n);
}

bool
rng_is_within_percent(struct rng *r, unsigned percent)
{
	return rng_below(r, 100) < percent;
}

static void
add_random_chars(struct rng *r, struct buf *out, struct str alphabet, size_t n)
{
	while (n--)
		buf_addc(out, alphabet.p[rng_below(r, (unsigned)alphabet.n)]);
}

void
rng_add_hex(struct rng *r, struct buf *out, size_t n)
{
	add_random_chars(r, out, STR("0123456789abcdef"), n);
}

void
rng_add_key(struct rng *r, struct buf *out, size_t n)
{
	add_random_chars(
	    r, out, STR("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), n);
}

void
rng_add_uuid(struct rng *r, struct buf *out)
{
	rng_add_hex(r, out, 8);
	buf_addc(out, '-');
	rng_add_hex(r, out, 4);
	buf_addz(out, "-4");
	rng_add_hex(r, out, 3);
	buf_addc(out, '-');
	add_random_chars(r, out, STR("89ab"), 1);
	rng_add_hex(r, out, 3);
	buf_addc(out, '-');
	rng_add_hex(r, out, 12);
}
