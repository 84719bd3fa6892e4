/*
 * count_cache.h - caches the number of objects that a query matches until the catalog changes, so
 * that a page costs the same however long the list is. Fixed size; thread-safe.
 */
#ifndef SERVICE_API_COUNT_CACHE_H
#define SERVICE_API_COUNT_CACHE_H

#include "base/digest.h"

struct count_cache;

struct count_cache *count_cache_new(void);
void count_cache_free(struct count_cache *h);
/* `key` is a digest of a commit id and a query. */
bool count_cache_find(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t *count);
void count_cache_put(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t count);

#endif
