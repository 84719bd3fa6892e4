/*
 * chain.h - hash chains of the catalog's changes and of the audit's entries. Changing, dropping or
 * moving an entry changes every hash after it. Pure.
 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include "base/digest.h"
#include "store/records.h"

/* hash becomes SHA-256 over itself and the item: its place, its flag, its text. */
void chain_item(unsigned char hash[DIGEST_SIZE], const struct store_item *item);
/* As above when all items are gone. */
void chain_nothing(unsigned char hash[DIGEST_SIZE]);
/* out becomes the hash of the entry that follows `before`; entry->hash is ignored. */
void chain_audit(unsigned char out[DIGEST_SIZE], const unsigned char before[DIGEST_SIZE],
    const struct store_audit *entry);

#endif
