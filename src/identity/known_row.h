/*
 * known_row.h - builds the rows of known external identities: from the baskets that were read, and
 * from the journal's links that are in force or were undone.
 */
#ifndef IDENTITY_KNOWN_ROW_H
#define IDENTITY_KNOWN_ROW_H

#include "identity/identities.h"
#include "identity/row.h"
#include "journal/journal.h"

struct known_rows {
	struct arena text_arena;
	VEC(struct known_row) list;
};

/* Builds the rows of a service, newest first. Free with known_rows_free(). */
void known_rows_make(struct known_rows *rows, const struct identities *ids, const struct journal *j,
    struct str service);
void known_rows_free(struct known_rows *rows);

#endif
