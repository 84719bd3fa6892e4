/*
 * age_groups.h - the groups of baskets by age: those younger than the first limit, those between two
 * limits, and older ones. Pure.
 */
#ifndef MODEL_AGE_GROUPS_H
#define MODEL_AGE_GROUPS_H

#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

enum { AGE_LIMITS_MAX = 8, AGE_GROUP_NAME_SIZE = 32 };

struct age_group {
	int64_t min_age, max_age; /* ms; it has the ages from min_age to less than max_age */
	char name[AGE_GROUP_NAME_SIZE]; /* "1 to 3 days" */
};

struct age_groups {
	size_t n; /* the first group is "in the future", the last one "older" */
	struct age_group v[AGE_LIMITS_MAX + 2];
};

/* The time from which ages are counted, and their groups. */
struct age_context {
	int64_t now;
	const struct age_groups *groups; /* NULL: there are no groups */
};

/* Reads limits such as "30m", "24h", "3d", "2w", a NULL-terminated list. Returns false, with *g
 * unchanged, if one is not such an age of at most 10 years, they do not rise, or there are none or
 * more than AGE_LIMITS_MAX. */
bool age_groups_read(struct age_groups *g, const char *const *limits);
/* The group of a time; NULL if there are no groups. */
const struct age_group *age_group_of(struct age_context ages, int64_t created);
/* The name that earlier versions gave the same group, which saved views may have; else STR_NONE. */
struct str age_group_former_name(const struct age_group *group);
/* The position of a group by its name; the number of groups if none has it. */
size_t age_groups_find(const struct age_groups *g, struct str name);

#endif
