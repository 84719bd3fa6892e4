/*
 * row.h - external identities found in baskets, one per row, as `get` prints them.
 */
#ifndef IDENTITY_ROW_H
#define IDENTITY_ROW_H

#include "list/columns.h"
#include "list/rows.h"

struct identity_row {
	struct str iss, sub, type, service;
	struct str search_text; /* folded issuer and subject */
	int64_t basket_count;   /* number of baskets with it */
};

extern const struct row_ops identity_row_ops;
extern const struct column identity_columns[];

#endif
