/*
 * hits.h - how many objects a query has, remembered for as long as the catalog stays as it is: a
 * page then costs the same however long the list. Fixed size; thread-safe.
 */
#ifndef SERVICE_HITS_H
#define SERVICE_HITS_H

#include "base/digest.h"

struct hits;

struct hits *hits_new(void);
void hits_free(struct hits *h);
/* `key` stands for a commit id and a query. */
bool hits_find(struct hits *h, const unsigned char key[DIGEST_SIZE], uint64_t *count);
void hits_keep(struct hits *h, const unsigned char key[DIGEST_SIZE], uint64_t count);

#endif
