/*
 * contract.h - the contract of each read, as a table, and the parts of it that a page lacks.
 *
 * `lacks` collects sentences, one per line, each once. Pure.
 */
#ifndef CLI_CONTRACT_H
#define CLI_CONTRACT_H

#include "wire/json_scan.h"
#include "wire/names.h"

/* Checks an envelope and its items; `asked` is the requested page size. */
void contract_check(struct buf *lacks, size_t *unknown, enum endpoint e,
    const struct json_scan *page, size_t asked);
/* True if the contract names this member of an item; the path has no array indexes. */
bool contract_has_member(enum endpoint e, struct str path);
/* True if the member is in an object with arbitrary names. */
bool contract_allows_unknown(struct str path);
/* Adds a sentence unless it is there already. */
void contract_add_gap(struct buf *lacks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
