/*
 * known_row.h - known external identities, one per row: from the baskets that were read, and from
 * the journal's links that are in force or were undone.
 */
#ifndef IDENTITY_KNOWN_ROW_H
#define IDENTITY_KNOWN_ROW_H

#include "app/command_variables.h"
#include "identity/identities.h"
#include "journal/journal.h"

struct known_row {
	struct str key; /* unique key of the row */
	struct str iss, sub, type, service;
	struct str owner, owner_tail; /* full owner, and "…7c21"; STR_NONE: no link is known */
	struct str source;            /* "J-0412", "3 baskets", "J-0412, 3 baskets" */
	struct str name;              /* customer of a basket with this identity */
	struct str state;             /* "linked", "removed", "not known" */
	struct str newest_basket_id;  /* id of its newest basket */
	int64_t newest_at;            /* time of the newest basket or write; WHEN_NONE: not known */
	unsigned write_number;        /* number of the write that set the owner, 0: none */
	bool linked;
	uint32_t basket_count;
	struct str search_text;
};

struct known_rows {
	struct arena text_arena;
	VEC(struct known_row) list;
};

/* Builds the rows of a service, newest first. Free with known_rows_free(). */
void known_rows_make(struct known_rows *rows, const struct identities *ids, const struct journal *j,
    struct str service);
void known_rows_free(struct known_rows *rows);

extern const struct view_resource identities_resource;
/* Adds the variables of a row for a user command. */
void known_row_add_variables(struct command_variables *v, const struct known_row *row);

#endif
