/*
 * load.h - objects on their way into a store: from a demo pack, or from a file of JSON lines
 * (`snapshot save` writes such files; an operator's may hold baskets, owners and identities too).
 */
#ifndef SERVICE_DEMO_LOAD_H
#define SERVICE_DEMO_LOAD_H

#include "store/store.h"

/* Puts one object, by what it is: "campaign", "offer", "asset", "product", "segment", "journeys",
 * "basket", "owner", "identity". `published` counts for offers. ERR_INVALID says what is wrong
 * with it. */
bool load_object(
    struct store_tx *tx, const char *kind, bool published, struct str json, struct err *err);

/* Told of each line that is wrong, from 1 on. */
typedef void load_fault_fn(void *ctx, size_t line, const char *words);

/* Objects that were put, and lines whose object a later line of the same file replaced. */
struct load_counts {
	size_t objects, replaced;
};

/* Reads lines {"kind","published"?,"item"} to the end of fd and puts them all in one transaction
 * with its line in the audit, or none when one of them is wrong: `fault` hears of every such line.
 * Without `keep` all is tried, and nothing stays. */
bool load_lines(struct store *store, int fd, const char *who, bool keep, load_fault_fn *fault,
    void *ctx, struct load_counts *counts, struct err *err);

#endif
