/*
 * contract.h - what the contract says of each read, as a table, and what a page lacks of it.
 *
 * `lacks` gathers sentences, one a line, each once. Pure.
 */
#ifndef CLI_CONTRACT_H
#define CLI_CONTRACT_H

#include "client/lists.h"

/* Looks at an envelope and its items, which were asked for `asked` at a time. */
void contract_check(struct buf *lacks, size_t *unknown, enum endpoint e,
    const struct json_scan *page, size_t asked);
/* Does it name this member of an item, by its path without the numbers of elements? */
bool contract_has_member(enum endpoint e, struct str path);
/* May the member be anybody's own? */
bool contract_is_open(struct str path);
/* Adds a sentence unless it is there. */
void contract_add_gap(struct buf *lacks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
