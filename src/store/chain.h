/*
 * chain.h - hash chains over the catalog's changes and the audit's entries. Changing, dropping or
 * moving an entry changes all later hashes. Pure functions.
 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include "base/digest.h"
#include "store/records.h"

/* Replaces hash by the SHA-256 over hash and the item: its list, path and id, its published
 * flag, its JSON. */
void chain_item(unsigned char hash[DIGEST_SIZE], const struct store_item *item);
/* Like chain_item(), for the removal of all items. */
void chain_nothing(unsigned char hash[DIGEST_SIZE]);
/* Computes the hash of the entry that follows the one with hash `before`; ignores entry->hash. */
void chain_audit(unsigned char out[DIGEST_SIZE], const unsigned char before[DIGEST_SIZE],
    const struct store_audit *entry);

#endif
