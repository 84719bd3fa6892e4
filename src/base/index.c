#include "base/index.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Packed to 12 bytes instead of 16, because there may be millions. */
struct __attribute__((packed, aligned(4))) slot {
	uint64_t hash; /* 0: unused slot */
	uint32_t value;
};
_Static_assert(sizeof(struct slot) == 12, "struct slot must have no padding");

struct index {
	struct slot *slots;
	size_t cap, n; /* cap is a power of two */
	uint64_t hash_key;
};

enum { INITIAL_CAP = 16 };

struct index *
index_new(void)
{
	struct index *x = x_new(struct index);
	/* Uses the kernel's generator: OpenSSL's takes milliseconds to set up, and this runs
	 * before the first frame. */
	if (getentropy(&x->hash_key, sizeof(x->hash_key)) < 0)
		abort();
	x->cap = INITIAL_CAP;
	x->slots = x_new_array(struct slot, x->cap);
	return x;
}

void
index_free(struct index *x)
{
	if (x)
		x_free(x->slots);
	x_free(x);
}

void
index_clear(struct index *x)
{
	memset(x->slots, 0, x->cap * sizeof(*x->slots));
	x->n = 0;
}

static uint64_t
hash_of(const struct index *x, struct str text)
{
	uint64_t h = str_hash(text, x->hash_key);
	return h ? h : 1;
}

static struct slot *
slot_of(const struct index *x, uint64_t hash)
{
	size_t i = (size_t)hash & (x->cap - 1);
	while (x->slots[i].hash && x->slots[i].hash != hash)
		i = (i + 1) & (x->cap - 1);
	return &x->slots[i];
}

static void
grow(struct index *x)
{
	struct slot *old = x->slots;
	size_t n = x->cap;
	x->cap *= 2;
	x->slots = x_new_array(struct slot, x->cap);
	for (size_t i = 0; i < n; i++)
		if (old[i].hash)
			*slot_of(x, old[i].hash) = old[i];
	x_free(old);
}

/* The text's slot, or the free slot where it belongs. */
static struct slot *
reserve_slot(struct index *x, uint64_t hash)
{
	if (x->n * 4 >= x->cap * 3)
		grow(x);
	struct slot *s = slot_of(x, hash);
	x->n += s->hash == 0;
	return s;
}

void
index_put(struct index *x, struct str text, uint32_t number)
{
	uint64_t hash = hash_of(x, text);
	*reserve_slot(x, hash) = (struct slot){ hash, number };
}

uint32_t
index_add(struct index *x, struct str text, uint32_t number)
{
	uint64_t hash = hash_of(x, text);
	struct slot *s = reserve_slot(x, hash);
	if (s->hash)
		return s->value;
	*s = (struct slot){ hash, number };
	return UINT32_MAX;
}

uint32_t
index_get(const struct index *x, struct str text)
{
	const struct slot *s = slot_of(x, hash_of(x, text));
	return s->hash ? s->value : UINT32_MAX;
}
