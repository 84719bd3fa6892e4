/*
 * group_keys.h - the keys that baskets can be grouped by. They have the names of VIEW terms, so
 * that `channel=/tags/uk/direct` selects the baskets of that group of `group=channel`.
 *
 * A basket is once in the group of each of its values; a basket without a value is in the unnamed
 * group, selected by `tag=""`. Days, weeks and hours are those of the local time zone.
 */
#ifndef BASKET_GROUP_KEYS_H
#define BASKET_GROUP_KEYS_H

#include "basket/row.h"

/* Receives one value of a basket, as sent. */
typedef void group_value_fn(void *ctx, struct str value);

struct group_key {
	const char *name;
	const char *label;    /* label in a menu; NULL: an older name, not in it */
	size_t origin_offset; /* offset of the value in struct basket_origin + 1; 0: use
				 `for_each_value` */
	/* Calls `take` with each value; may repeat a value. */
	void (*for_each_value)(
	    const struct basket_row *row, struct age_context ages, group_value_fn *take, void *ctx);
	bool sort_by_name;                          /* groups are sorted by name, not by count */
	bool descending;                            /* sorted in descending order */
	/* Compares names; or NULL. */
	int (*compare)(const struct age_groups *groups, struct str a, struct str b);
	bool owns_term; /* terms with this name are matched only by this key */
	bool is_private; /* names an account: hidden from an audience */
	bool is_of_link; /* of a sent link: known even if its basket is not (sent_links.h) */
};

extern const struct group_key group_keys[]; /* ends with a NULL name */

/* Calls `take` with each value of a basket. */
void group_key_emit_values(const struct group_key *key, const struct basket_row *row,
    struct age_context ages, group_value_fn *take, void *ctx);
/* Finds a key by name, or NULL. For customFields.x it is group_key_custom_field. */
const struct group_key *group_key_find(struct str name);
extern const struct group_key group_key_custom_field;
/* Calls `take` with each value of a custom field in the basket's JSON. */
void group_custom_emit_values(struct str json, struct str name, group_value_fn *take, void *ctx);

/* True if the basket matches the term; the term's key must have own_term. */
bool group_key_match(
    const struct group_key *key, const struct row_term *t, const struct basket_row *row);

/* True unless the term asks for exactly one age group that does not exist; else sets ERR_USAGE with the
 * names of all. */
bool group_key_check_age(const struct row_term *t, struct err *err);

#endif
