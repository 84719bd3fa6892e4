/*
 * group_keys.h - what baskets can be put into groups by: the same names that a term asks for, so
 * that `tag=/tags/uk/direct` are the baskets of that group of `group=tag`.
 *
 * A basket is in the group of each value it has, once; one that has none is in the group without a
 * name, which is asked for as `tag=""`. Days, weeks and hours are those of the time zone that times
 * are said in.
 */
#ifndef APP_BASKET_GROUP_KEYS_H
#define APP_BASKET_GROUP_KEYS_H

#include "app/basket/row.h"

/* Gets a value of a basket, as it was sent. */
typedef void group_value_fn(void *ctx, struct str value);

struct group_key {
	const char *name;
	const char *words; /* as a menu says it */
	size_t origin;     /* one more than the offset of its value in struct basket_origin; 0: */
	/* Gives each value there is; the same one may come twice. */
	void (*each)(const struct basket_row *row, int64_t now, group_value_fn *take, void *ctx);
	bool ordered; /* its groups are ordered by name, whatever their counts */
	bool newest;  /* and that the other way around */
	int (*compare)(struct str a, struct str b); /* or in this one; or NULL */
	bool own_term; /* what a term of this name asks for is known by it alone */
};

extern const struct group_key group_keys[]; /* ends with a NULL name */

/* Gives each value of a basket. */
void group_key_each(const struct group_key *key, const struct basket_row *row, int64_t now,
    group_value_fn *take, void *ctx);
/* NULL: there is none of that name; one of customFields.x is group_custom. */
const struct group_key *group_key_find(struct str name);
extern const struct group_key group_custom;
/* Calls `take` with each value of a custom field in the basket's JSON. */
void group_custom_each(struct str json, struct str name, group_value_fn *take, void *ctx);

/* Does a term whose key is one with own_term ask for the basket? */
bool group_key_match(
    const struct group_key *key, const struct row_term *t, const struct basket_row *row);

#endif
