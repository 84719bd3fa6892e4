/*
 * response_cache.h - a cache of responses: by target as it was sent, and compression, each with the revision
 * of the list it was made from.
 *
 * Owns their bytes, up to a limit; the least recently used goes first. A response is cached when it
 * is made for the second time: one that is requested once takes no room. Thread-safe.
 */
#ifndef SERVICE_API_RESPONSE_CACHE_H
#define SERVICE_API_RESPONSE_CACHE_H

#include "service/http/message.h"

struct response_cache;
struct route;

struct response_cache_key {
	struct str target; /* undecoded */
	bool packed;
};

/* NULL keeps nothing, everywhere below. */
struct response_cache *response_cache_new(size_t bytes);
void response_cache_free(struct response_cache *m);

/* Which route the answer kept for this is of, and the name of the list that it was made of (at
 * least STORE_COMMIT_ID bytes); NULL: there is none. */
const struct route *response_cache_find(struct response_cache *m, const struct response_cache_key *key, char *list);
/* Passes the response to rs, if it is still of that revision; false otherwise, and rs is
 * unchanged. A response that was only ever a 304 has just its head. */
bool response_cache_get(
    struct response_cache *m, const struct response_cache_key *key, const char *list, struct response *rs);
/* Keeps an answer, which goes on to be sent, instead of any kept before: a whole one, or the head of
 * a 304 where there is no whole one of this list. */
void response_cache_put(struct response_cache *m, const struct response_cache_key *key, const struct route *route,
    const char *list, struct response *rs);

#endif
