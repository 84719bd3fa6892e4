/*
 * chain.h - hash chains over the catalog's changes and the audit's entries. Changing, dropping or
 * moving an entry changes all later hashes. Pure functions.
 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include "base/digest.h"
#include "base/str.h"
#include "store/records.h"

/* Replaces hash by the SHA-256 over hash and the item: its list, path and id, its published
 * flag, its JSON. */
void chain_hash_item(unsigned char hash[DIGEST_SIZE], const struct store_item *item);
/* Like chain_hash_item(), for the removal of all items. */
void chain_hash_again(unsigned char hash[DIGEST_SIZE]);
/* Computes the hash of the entry that follows the one with hash `before`; ignores entry->hash. */
void chain_hash_audit(unsigned char out[DIGEST_SIZE], const unsigned char before[DIGEST_SIZE],
    const struct store_audit *entry);
/* The hash of an entry without its target and detail, by itself: for an entry that is redacted. */
void chain_hash_redacted(unsigned char out[DIGEST_SIZE], const struct store_audit *entry);

/*
 * The audit is split into chains: which chain an entry belongs to, and the names
 * under which the chains' heads are stored.
 */

enum { AUDIT_CHAIN_NAME_SIZE = 16 };

/* The number of the chain for entries about this subject, below `audit_chains`. Depends only on
 * the text, so it is the same on every machine. */
unsigned audit_chain_of(struct str about, unsigned audit_chains);
/* "audit" for chain 0 (older versions had only this one), "audit.7" for chain 7. */
void audit_chain_head_name(char name[AUDIT_CHAIN_NAME_SIZE], unsigned audit_chain);
/* Parses such a name. Returns false if it is not the name of a chain's head. */
bool audit_chain_from_head_name(struct str name, unsigned *audit_chain);

#endif
