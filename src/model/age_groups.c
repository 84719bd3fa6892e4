#include "model/age_groups.h"

#include "model/when.h"

#include <stdio.h>

#define MINUTE_MS ((int64_t)60000)
#define AGE_MAX_MS (3650 * WHEN_DAY)

/* Clocks differ by some seconds, so that a time in the next minute counts as now. */
#define FUTURE_MS (-MINUTE_MS)

/* ---- names ---- */

struct age_unit {
	int64_t ms;
	const char *word, *plural;
};

static const struct age_unit *
largest_unit(int64_t age)
{
	static const struct age_unit units[] = {
		{ WHEN_DAY, "day", "days" },
		{ 60 * MINUTE_MS, "h", "h" },
		{ MINUTE_MS, "min", "min" },
	};
	const struct age_unit *unit = units;
	while (age % unit->ms)
		unit++;
	return unit;
}

static const char *
word_for_count(const struct age_unit *unit, int64_t count)
{
	return count == 1 ? unit->word : unit->plural;
}

/* "last hour", "last 24 h", "last 3 days" */
static void
name_first_group(struct age_group *group)
{
	const struct age_unit *unit = largest_unit(group->max_age);
	int64_t count = group->max_age / unit->ms;
	if (group->max_age == 60 * MINUTE_MS)
		snprintf(group->name, sizeof(group->name), "last hour");
	else if (group->max_age == WHEN_DAY)
		snprintf(group->name, sizeof(group->name), "last 24 h");
	else
		snprintf(group->name, sizeof(group->name), "last %lld %s", (long long)count,
		    word_for_count(unit, count));
}

/* "1 to 24 h"; "30 min to 2 h" if the upper limit would be a large number of the lower one's unit. */
static void
name_middle_group(struct age_group *group)
{
	enum { LARGE_COUNT = 48 };
	const struct age_unit *low = largest_unit(group->min_age),
			      *high = largest_unit(group->max_age);
	long long from = group->min_age / low->ms, to = group->max_age / low->ms;
	if (group->max_age % low->ms == 0 && (low == high || to <= LARGE_COUNT)) {
		snprintf(group->name, sizeof(group->name), "%lld to %lld %s", from, to, low->plural);
		return;
	}
	to = group->max_age / high->ms;
	snprintf(group->name, sizeof(group->name), "%lld %s to %lld %s", from,
	    word_for_count(low, from), to, word_for_count(high, to));
}

/* ---- limits ---- */

static bool
read_limit(const char *text, int64_t least, int64_t *limit)
{
	return when_parse_span(str_of(text), limit) && *limit > least && *limit <= AGE_MAX_MS;
}

bool
age_groups_read(struct age_groups *g, const char *const *limits)
{
	struct age_groups read = { .n = 2 };
	struct age_group *group = &read.v[1];
	read.v[0] = (struct age_group){ INT64_MIN, FUTURE_MS, "in the future" };
	*group = (struct age_group){ .min_age = FUTURE_MS };
	for (; limits && *limits; limits++) {
		if (read.n == AGE_LIMITS_MAX + 2 ||
		    !read_limit(*limits, read.n == 2 ? 0 : group->min_age, &group->max_age))
			return false;
		if (read.n == 2)
			name_first_group(group);
		else
			name_middle_group(group);
		group++;
		read.n++;
		group->min_age = group[-1].max_age;
	}
	group->max_age = INT64_MAX;
	snprintf(group->name, sizeof(group->name), "older");
	if (read.n == 2)
		return false;
	*g = read;
	return true;
}

const struct age_group *
age_group_of(struct age_context ages, int64_t created)
{
	const struct age_group *group = ages.groups ? ages.groups->v : NULL;
	if (!group || !ages.groups->n)
		return NULL;
	while (group + 1 < ages.groups->v + ages.groups->n && ages.now - created >= group->max_age)
		group++;
	return group;
}

struct str
age_group_former_name(const struct age_group *group)
{
	static const struct {
		int64_t min_age, max_age;
		const char *name;
	} former[] = {
		{ FUTURE_MS, WHEN_DAY / 24, "under 1 h" },
		{ WHEN_DAY / 24, WHEN_DAY, "under 1 d" },
		{ WHEN_DAY, 3 * WHEN_DAY, "under 3 d" },
		{ 3 * WHEN_DAY, 7 * WHEN_DAY, "under 7 d" },
	};
	for (size_t i = 0; i < sizeof(former) / sizeof(*former); i++)
		if (group->min_age == former[i].min_age && group->max_age == former[i].max_age)
			return str_of(former[i].name);
	return STR_NONE;
}

size_t
age_groups_find(const struct age_groups *g, struct str name)
{
	size_t i = 0;
	while (i < g->n && !str_eqz(name, g->v[i].name))
		i++;
	return i;
}
