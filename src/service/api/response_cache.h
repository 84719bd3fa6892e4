/*
 * response_cache.h - a cache of responses. The key is the undecoded request target and whether the
 * body is compressed; each response is stored with the revision of the list it was made from.
 *
 * Owns the bytes, up to a limit; evicts the least recently used response. A response is stored only
 * when it is made for the second time, so that one-off requests take no memory. Thread-safe.
 */
#ifndef SERVICE_API_RESPONSE_CACHE_H
#define SERVICE_API_RESPONSE_CACHE_H

#include "base/digest.h"
#include "service/http/message.h"

struct response_cache;
struct route;

struct response_cache_key {
	struct str target; /* undecoded */
	bool gzipped;
};

/* The functions below accept a NULL cache, which stores nothing. */
struct response_cache *response_cache_new(size_t bytes);
void response_cache_free(struct response_cache *m);

/* Returns the route of the stored response, and copies the revision of its list to `list` (at
 * least STORE_COMMIT_ID_SIZE bytes). Returns NULL if nothing is stored. */
const struct route *response_cache_find(
    struct response_cache *m, const struct response_cache_key *key, char *list);
/* Moves the stored response to rs if it was made from this revision; otherwise returns false and
 * leaves rs unchanged. If only a 304 was ever stored, the response has headers only. */
bool response_cache_get(struct response_cache *m, const struct response_cache_key *key,
    const char *list, struct response *rs);
/* Stores a response in place of an earlier one; rs can still be sent. A 304, which has headers
 * only, does not replace a full response of the same revision. */
void response_cache_put(struct response_cache *m, const struct response_cache_key *key,
    const struct route *route, const char *list, struct response *rs);

/*
 * Caches the number of objects that a query matches until the catalog changes, so
 * that a page costs the same however long the list is. Fixed size; thread-safe.
 */

struct count_cache;

struct count_cache *count_cache_new(void);
void count_cache_free(struct count_cache *h);
/* `key` is a digest of a commit id and a query. */
bool count_cache_find(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t *count);
void count_cache_put(struct count_cache *h, const unsigned char key[DIGEST_SIZE], uint64_t count);

#endif
