/*
 * known_row.h - external identities as far as they are known here, one a row: from the baskets that
 * were read, and from the journal's links that are in force or were undone.
 */
#ifndef APP_IDENTITY_KNOWN_ROW_H
#define APP_IDENTITY_KNOWN_ROW_H

#include "app/identity/identities.h"
#include "app/journal/journal.h"

struct known_row {
	struct str key; /* of the row */
	struct str iss, sub, type, service;
	struct str owner, tail; /* whole, and "…7c21"; STR_NONE: no link of it is known */
	struct str from;        /* "J-0412", "3 baskets", "J-0412, 3 baskets" */
	struct str name;        /* of who left a basket with it */
	struct str state;       /* "linked", "removed", "not known" */
	struct str basket;      /* the newest */
	int64_t at;             /* of the newest, WHEN_NONE: not known */
	unsigned number;        /* of the write that says who has it, 0: none */
	bool linked;
	uint32_t baskets;
	struct str search_text;
};

struct known_rows {
	struct arena texts;
	VEC(struct known_row) list;
};

/* Those of a service, the newest first. known_rows_free() them. */
void known_rows_make(struct known_rows *rows, const struct identities *ids, const struct journal *j,
    struct str service);
void known_rows_free(struct known_rows *rows);

extern const struct view_resource known_resource;

#endif
