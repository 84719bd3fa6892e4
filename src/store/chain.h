/*
 * chain.h - hashes that hold on to what came before: of the catalog's changes, and of the audit's
 * entries. Whoever changes, drops or moves one changes every hash after it. Pure.
 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include "base/digest.h"
#include "store/records.h"

/* hash becomes SHA-256 over itself and the item: where it stands, its flag, its text. */
void chain_item(unsigned char hash[DIGEST_SIZE], const struct store_item *item);
/* The same when all items are gone. */
void chain_nothing(unsigned char hash[DIGEST_SIZE]);
/* out becomes the hash of the entry behind `before`; entry->hash is not looked at. */
void chain_audit(unsigned char out[DIGEST_SIZE], const unsigned char before[DIGEST_SIZE],
    const struct store_audit *entry);

#endif
