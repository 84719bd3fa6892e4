/*
 * identity_row.h - external identities as far as baskets show them: no endpoint lists them, so
 * they are gathered from the baskets that were read.
 */
#ifndef APP_IDENTITY_ROW_H
#define APP_IDENTITY_ROW_H

#include "app/rows.h"

struct identity_row {
	struct str iss, sub, type, service;
	struct str hay; /* folded issuer and subject */
	int64_t count;  /* of baskets that carry it */
};

extern const struct row_ops identity_row_ops;

/* Gathers them; owns everything until identities_free(). */
struct identities;

struct identities *identities_new(void);
void identities_free(struct identities *ids);
/* Counts an item of the baskets list, once for each identity it carries. */
void identities_add(struct identities *ids, struct str json, unsigned flags);
/* How many there are, and one as JSON: {"iss","sub","type","service","baskets"}, in the order in
 * which they were first seen. */
size_t identities_count(const struct identities *ids);
void identities_write(struct buf *out, const struct identities *ids, size_t i);

#endif
