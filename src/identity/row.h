/*
 * row.h - known external identities as rows of a list, in the console and in `get`. Texts belong to
 * the builder of the rows.
 */
#ifndef IDENTITY_ROW_H
#define IDENTITY_ROW_H

#include "app/command_variables.h"
#include "list/columns.h"
#include "list/rows.h"
#include "list/view.h"

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

/* Newest first; those of one time by issuer and subject. */
int known_row_compare(const void *a, const void *b);
/* Appends a row as JSON. */
void known_row_write(struct buf *out, const struct known_row *row);

extern const struct view_resource identities_resource;
extern const struct row_ops known_row_ops;
extern const struct column known_row_columns[];
/* Adds the variables of a row for a user command. */
void known_row_add_variables(struct command_variables *v, const struct known_row *row);

#endif
