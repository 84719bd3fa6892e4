#include "service/auth/jwt_cache.h"

#include "base/mem.h"

#include <pthread.h>
#include <string.h>

enum { CACHE_SLOTS = 512, CACHE_LIFETIME_MS = 60000 };

struct jwt_cache_slot {
	unsigned char digest[DIGEST_SIZE];
	/* if the clock is set back, the entry is not found */
	int64_t valid_from_ms, valid_until_ms;
	struct verified_claims claims;
};

struct jwt_cache {
	pthread_mutex_t lock;
	unsigned generation; /* counts how often it was cleared */
	struct jwt_cache_slot slots[CACHE_SLOTS];
};

struct jwt_cache *
jwt_cache_new(void)
{
	struct jwt_cache *c = x_new(struct jwt_cache);
	pthread_mutex_init(&c->lock, NULL);
	return c;
}

void
jwt_cache_free(struct jwt_cache *c)
{
	pthread_mutex_destroy(&c->lock);
	x_free(c);
}

unsigned
jwt_cache_generation(struct jwt_cache *c)
{
	pthread_mutex_lock(&c->lock);
	unsigned generation = c->generation;
	pthread_mutex_unlock(&c->lock);
	return generation;
}

void
jwt_cache_clear(struct jwt_cache *c)
{
	pthread_mutex_lock(&c->lock);
	c->generation++;
	for (size_t i = 0; i < CACHE_SLOTS; i++)
		c->slots[i].valid_until_ms = 0;
	pthread_mutex_unlock(&c->lock);
}

static struct jwt_cache_slot *
slot_of_token(struct jwt_cache *c, const unsigned char *digest)
{
	return &c->slots[(digest[0] | digest[1] << 8) % CACHE_SLOTS];
}

void
jwt_cache_put(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    const struct verified_claims *claims, unsigned generation)
{
	int64_t until = now_ms + CACHE_LIFETIME_MS;
	if (until > claims->exp * 1000)
		until = claims->exp * 1000;
	if (until <= now_ms)
		return;
	pthread_mutex_lock(&c->lock);
	if (generation == c->generation) {
		struct jwt_cache_slot *slot = slot_of_token(c, digest);
		memcpy(slot->digest, digest, DIGEST_SIZE);
		slot->valid_from_ms = now_ms;
		slot->valid_until_ms = until;
		slot->claims = *claims;
	}
	pthread_mutex_unlock(&c->lock);
}

bool
jwt_cache_find(struct jwt_cache *c, const unsigned char digest[DIGEST_SIZE], int64_t now_ms,
    struct verified_claims *claims)
{
	pthread_mutex_lock(&c->lock);
	const struct jwt_cache_slot *slot = slot_of_token(c, digest);
	bool hit = now_ms >= slot->valid_from_ms && now_ms < slot->valid_until_ms &&
	    digest_equal(slot->digest, digest, DIGEST_SIZE);
	if (hit)
		*claims = slot->claims;
	pthread_mutex_unlock(&c->lock);
	return hit;
}
