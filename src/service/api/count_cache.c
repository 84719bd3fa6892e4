#include "service/api/count_cache.h"

#include "base/mem.h"

#include <pthread.h>
#include <string.h>

enum { COUNT_CACHE_SLOTS = 512 };

struct count_cache_slot {
	bool used;
	unsigned char key[DIGEST_SIZE];
	uint64_t count;
};

struct count_cache {
	pthread_mutex_t lock;
	struct count_cache_slot slots[COUNT_CACHE_SLOTS];
};

struct count_cache *
count_cache_new(void)
{
	struct count_cache *h = x_new(struct count_cache);
	pthread_mutex_init(&h->lock, NULL);
	return h;
}

void
count_cache_free(struct count_cache *h)
{
	if (!h)
		return;
	pthread_mutex_destroy(&h->lock);
	x_free(h);
}

static struct count_cache_slot *
slot_of_hits(struct count_cache *h, const unsigned char key[DIGEST_SIZE])
{
	return &h->slots[(key[0] << 8 | key[1]) % COUNT_CACHE_SLOTS];
}

bool
count_cache_find(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t *count)
{
	pthread_mutex_lock(&h->lock);
	const struct count_cache_slot *slot = slot_of_hits(h, key);
	bool found = slot->used && memcmp(slot->key, key, DIGEST_SIZE) == 0;
	if (found)
		*count = slot->count;
	pthread_mutex_unlock(&h->lock);
	return found;
}

void
count_cache_put(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t count)
{
	pthread_mutex_lock(&h->lock);
	struct count_cache_slot *slot = slot_of_hits(h, key);
	slot->used = true;
	memcpy(slot->key, key, DIGEST_SIZE);
	slot->count = count;
	pthread_mutex_unlock(&h->lock);
}
