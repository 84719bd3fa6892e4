/*
 * audit_chains.h - the audit is split into chains: which chain an entry belongs to, and the names
 * under which the chains' heads are stored.
 */
#ifndef STORE_AUDIT_CHAINS_H
#define STORE_AUDIT_CHAINS_H

#include "base/str.h"

enum { AUDIT_CHAIN_NAME_SIZE = 16 };

/* The number of the chain for entries about this subject, below `audit_chains`. Depends only on
 * the text, so it is the same on every machine. */
unsigned audit_chain_of(struct str about, unsigned audit_chains);
/* "audit" for chain 0 (older versions had only this one), "audit.7" for chain 7. */
void audit_chain_head_name(char name[AUDIT_CHAIN_NAME_SIZE], unsigned audit_chain);
/* Parses such a name. Returns false if it is not the name of a chain's head. */
bool audit_chain_of_head(struct str name, unsigned *audit_chain);

#endif
