/*
 * audit_chains.h - the chains of the audit: which one an entry goes to, and what their heads are called.
 */
#ifndef STORE_AUDIT_CHAINS_H
#define STORE_AUDIT_CHAINS_H

#include "base/str.h"

enum { AUDIT_CHAIN_NAME = 16 };

/* Below `lanes`: the same for the same words on every machine. */
unsigned audit_chain_of(struct str about, unsigned audit_chains);
/* "audit" for lane 0, which was the only one once; "audit.7" for another. */
void audit_chain_head_name(char name[AUDIT_CHAIN_NAME], unsigned audit_chain);
/* False: it is not the name of a chain's head. */
bool audit_chain_of_head(struct str name, unsigned *audit_chain);

#endif
