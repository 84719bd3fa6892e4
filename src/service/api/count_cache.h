/*
 * count_cache.h - how many objects a query has, remembered for as long as the catalog stays as it
 * is: a page then costs the same however long the list. Fixed size; thread-safe.
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
