#include "service/hits.h"

#include "base/mem.h"

#include <pthread.h>
#include <string.h>

enum { SLOTS = 512 };

struct slot {
	bool used;
	unsigned char key[DIGEST_SIZE];
	uint64_t count;
};

struct hits {
	pthread_mutex_t lock;
	struct slot slots[SLOTS];
};

struct hits *
hits_new(void)
{
	struct hits *h = x_new(struct hits);
	pthread_mutex_init(&h->lock, NULL);
	return h;
}

void
hits_free(struct hits *h)
{
	if (!h)
		return;
	pthread_mutex_destroy(&h->lock);
	x_free(h);
}

static struct slot *
slot_of_hits(struct hits *h, const unsigned char key[DIGEST_SIZE])
{
	return &h->slots[(key[0] << 8 | key[1]) % SLOTS];
}

bool
hits_find(struct hits *h, const unsigned char key[DIGEST_SIZE], uint64_t *count)
{
	pthread_mutex_lock(&h->lock);
	const struct slot *slot = slot_of_hits(h, key);
	bool found = slot->used && memcmp(slot->key, key, DIGEST_SIZE) == 0;
	if (found)
		*count = slot->count;
	pthread_mutex_unlock(&h->lock);
	return found;
}

void
hits_keep(struct hits *h, const unsigned char key[DIGEST_SIZE], uint64_t count)
{
	pthread_mutex_lock(&h->lock);
	struct slot *slot = slot_of_hits(h, key);
	slot->used = true;
	memcpy(slot->key, key, DIGEST_SIZE);
	slot->count = count;
	pthread_mutex_unlock(&h->lock);
}
