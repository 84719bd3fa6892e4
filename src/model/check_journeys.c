#include "model/check.h"
#include "model/decimal.h"

/* ---- conditions ---- */

static bool
has_condition(const struct journey *j, const struct journey_condition *c)
{
	for (size_t i = 0; i < j->conditions_n; i++)
		if (str_eq(j->conditions[i].type, c->type) &&
		    str_eq(j->conditions[i].value, c->value))
			return true;
	return false;
}

/* Does everybody who meets `narrow` meet `wide` too? Conditions are AND. */
static bool
takes_all_of(const struct journey *wide, const struct journey *narrow)
{
	for (size_t i = 0; i < wide->conditions_n; i++)
		if (!has_condition(narrow, &wide->conditions[i]))
			return false;
	return true;
}

/* The first that matches wins: what an earlier journey takes never comes here. */
static void
check_earlier(struct checking *c, const struct journeys *all, size_t at)
{
	const struct journey *j = &all->v[at];
	for (size_t i = 0; i < at; i++) {
		const struct journey *earlier = &all->v[i];
		bool wide = takes_all_of(earlier, j), narrow = takes_all_of(j, earlier);
		if (j->id.n && str_eq(earlier->id, j->id))
			check_found(c, CHECK_JOURNEY_DUPLICATE, j->id,
			    "journey %zu has this id too", i + 1);
		else if (wide && narrow)
			check_found(c, CHECK_JOURNEY_DUPLICATE, j->id,
			    "journey %zu (%.*s) has the same conditions", i + 1,
			    STR_ARG(earlier->id));
		else if (wide)
			check_found(c, CHECK_JOURNEY_SHADOWED, j->id,
			    "journey %zu (%.*s) takes everybody before", i + 1,
			    STR_ARG(earlier->id));
		else
			continue;
		return;
	}
}

static void
check_conditions(struct checking *c, const struct journey *j, const struct check_items *segments)
{
	for (size_t i = 0; i < j->conditions_n; i++)
		if (str_eqz(j->conditions[i].type, "segment") &&
		    !check_find(segments, j->conditions[i].value))
			check_found(c, CHECK_JOURNEY_SEGMENT, j->id, "\"%.*s\" does not exist",
			    STR_ARG(j->conditions[i].value));
}

/* ---- destinations ---- */

/* Adds up one action's splits; false when one of them is no number. */
static bool
add_up(struct checking *c, const struct journey *j, size_t action, int64_t *sum)
{
	bool sound = true;
	for (size_t i = 0; i < j->destinations_n; i++) {
		const struct journey_destination *d = &j->destinations[i];
		int64_t split = 0;
		if (d->action != action)
			continue;
		if (!decimal_read(d->split, &split) || split < 0) {
			check_found(c, CHECK_JOURNEY_SPLIT, j->id, "%.*s has \"%.*s\"",
			    STR_ARG(d->tag), STR_ARG(d->split));
			sound = false;
		}
		*sum = decimal_add(*sum, split);
	}
	return sound;
}

static void
check_splits(struct checking *c, const struct journey *j)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < j->destinations_n; i++) {
		size_t action = j->destinations[i].action;
		int64_t sum = 0;
		if (i && j->destinations[i - 1].action == action)
			continue;
		if (!add_up(c, j, action, &sum) || sum == 100 * DECIMAL_ONE)
			continue;
		buf_reset(&text);
		decimal_write(&text, sum);
		check_found(c, CHECK_JOURNEY_SUM, j->id, "its splits add up to %s", buf_z(&text));
	}
	buf_free(&text);
}

static void
check_destinations(struct checking *c, const struct journeys *all, const struct journey *j)
{
	if (j->destinations_n == 0)
		check_found(c, CHECK_JOURNEY_EMPTY, j->id, "it has no destination");
	check_splits(c, j);
	for (size_t i = 0; i < j->destinations_n; i++)
		if (all->start.n && str_eq(j->destinations[i].tag, all->start))
			check_found(c, CHECK_JOURNEY_LOOP, j->id,
			    "it leads to %.*s, where it starts", STR_ARG(all->start));
}

void
check_journeys(
    const struct journeys *all, const struct check_items *segments, check_fn *fn, void *ctx)
{
	struct checking c = { .fn = fn, .ctx = ctx };
	for (size_t i = 0; i < all->n; i++) {
		check_conditions(&c, &all->v[i], segments);
		check_destinations(&c, all, &all->v[i]);
		check_earlier(&c, all, i);
	}
	if (!all->fallback.n)
		check_found(
		    &c, CHECK_JOURNEY_FALLBACK, STR("fallback_tag"), "it is missing or empty");
	buf_free(&c.message);
}
