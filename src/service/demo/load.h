/*
 * load.h - loads objects into a store, from a demo pack or a file of JSON lines. `snapshot save`
 * writes such files; an operator's file may also contain baskets, owners and identities.
 */
#ifndef SERVICE_DEMO_LOAD_H
#define SERVICE_DEMO_LOAD_H

#include "store/store.h"

/* Stores one object of this kind: "campaign", "offer", "asset", "product", "segment",
 * "journeys", "basket", "owner", "identity". `published` applies to offers. ERR_INVALID if the
 * object is not valid. */
bool load_object(
    struct store_tx *tx, const char *kind, bool published, struct str json, struct err *err);

/* Lines and columns count from 1. Columns are characters: each byte of invalid UTF-8 is one, and a
 * byte order mark does not count. */
struct load_place {
	size_t line, column;
};

/* Called for each invalid line, and for each problem of a line's object. */
typedef void load_fault_fn(void *ctx, struct load_place place, const char *words);

/* Stores all objects of a file within the transaction. ERR_USAGE or ERR_IO if it cannot be read,
 * ERR_INVALID if a line is not valid; the error names the file and the first such line. */
bool load_file(struct store_tx *tx, const char *path, struct err *err);

/* `problems` of the catalog's objects do not prevent an import. `unsure` problems are not reported:
 * they may disappear when the refused lines are corrected. */
struct load_counts {
	size_t objects;  /* stored */
	size_t replaced; /* lines whose object was replaced by a later line of the file */
	size_t refused;  /* invalid lines */
	size_t problems, unsure;
};

/* Reads lines {"kind","published"?,"item"} to the end of fd and stores all objects in one
 * transaction, with an audit entry. Stores nothing if counts->refused is not 0; `fault` is called
 * for each such line. Without `keep` it is a dry run, and `fault` is called for each problem, too. */
bool load_lines(struct store *store, int fd, const char *who, bool keep, load_fault_fn *fault,
    void *ctx, struct load_counts *counts, struct err *err);

#endif
