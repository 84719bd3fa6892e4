#include "model/catalog.h"
#include "model/check.h"
#include "model/decimal.h"
#include "model/path.h"
#include "model/whatif.h"

#include "base/index.h"

/* Thirds are often written with two decimals: a difference up to this is not an error. */
static const int64_t ROUNDING_TOLERANCE = DECIMAL_ONE * 5 / 100;

/* ---- conditions ---- */

static bool
has_all_conditions(const struct journey *j, const struct journey *of)
{
	for (size_t i = 0; i < of->conditions_n; i++)
		if (!journey_has_condition(j, &of->conditions[i]))
			return false;
	return true;
}

/* True if every visitor who meets the conditions of `narrow` also meets those of `wide`. Without
 * conditions every visitor does. */
static bool
covers_journey(
    const struct whatif_policy *policy, const struct journey *wide, const struct journey *narrow)
{
	if (!policy->any_condition || !wide->conditions_n)
		return has_all_conditions(narrow, wide);
	return narrow->conditions_n && has_all_conditions(wide, narrow);
}

static bool
has_same_conditions(const struct journey *a, const struct journey *b)
{
	return has_all_conditions(a, b) && has_all_conditions(b, a);
}

static void
check_duplicate_id(struct check_context *c, const struct journeys *all, size_t at)
{
	struct str id = all->v[at].id;
	size_t i = 0;
	while (i < at && !str_eq(all->v[i].id, id))
		i++;
	if (id.n && i < at)
		check_add_finding(
		    c, CHECK_JOURNEY_DUPLICATE, id, "journey %zu has this id too", i + 1);
}

static void
report_same_conditions(struct check_context *c, const struct journey *j, size_t other)
{
	check_add_finding(
	    c, CHECK_JOURNEY_DUPLICATE, j->id, "journey %zu has the same conditions", other + 1);
}

/* The first matching journey applies, so visitors taken by an earlier journey never reach this
 * one. */
static void
check_against_earlier(struct check_context *c, const struct journeys *all,
    const struct whatif_policy *policy, size_t at)
{
	const struct journey *j = &all->v[at];
	for (size_t i = 0; i < at; i++) {
		const struct journey *earlier = &all->v[i];
		if (earlier->conditions_unreadable || j->conditions_unreadable)
			continue;
		if (has_same_conditions(earlier, j))
			report_same_conditions(c, j, i);
		else if (!policy->last_match_wins && covers_journey(policy, earlier, j))
			check_add_finding(c, CHECK_JOURNEY_SHADOWED, j->id,
			    "journey %zu gets all its visitors first", i + 1);
		else
			continue;
		return;
	}
}

/* If the last matching journey applies, visitors taken by a later one never reach this one. */
static void
check_against_later(struct check_context *c, const struct journeys *all,
    const struct whatif_policy *policy, size_t at)
{
	const struct journey *j = &all->v[at];
	for (size_t i = all->n; policy->last_match_wins && i-- > at + 1;) {
		const struct journey *later = &all->v[i];
		if (later->conditions_unreadable || j->conditions_unreadable ||
		    has_same_conditions(later, j) || !covers_journey(policy, later, j))
			continue;
		check_add_finding(c, CHECK_JOURNEY_SHADOWED, j->id,
		    "journey %zu gets all its visitors", i + 1);
		return;
	}
}

static void
check_conditions(
    struct check_context *c, const struct journey *j, const struct check_items *segments)
{
	if (j->conditions_unreadable)
		check_add_finding(c, CHECK_JOURNEY_UNREAD, j->id, "its conditions cannot be read");
	for (size_t i = 0; i < j->conditions_n; i++)
		if (str_eqz(j->conditions[i].type, "segment") &&
		    !check_find_item(segments, j->conditions[i].value))
			check_add_finding(c, CHECK_JOURNEY_SEGMENT, j->id,
			    "\"%.*s\" does not exist", STR_ARG(j->conditions[i].value));
}

/* ---- destinations ---- */

/* Adds up the splits of one action. Returns false if one of them is not a number, so that there
 * is no sum. */
static bool
sum_shares(struct check_context *c, const struct journey *j, size_t action, int64_t *sum)
{
	bool numbers = true;
	for (size_t i = 0; i < j->destinations_n; i++) {
		const struct journey_destination *d = &j->destinations[i];
		int64_t split = 0;
		if (d->action_index != action)
			continue;
		bool number = decimal_read_share(d->split, &split);
		if (!number || split < 0)
			check_add_finding(c, CHECK_JOURNEY_SPLIT, j->id, "%.*s has \"%.*s\"",
			    STR_ARG(d->tag), STR_ARG(d->split));
		numbers = numbers && number;
		*sum = decimal_add(*sum, split);
	}
	return numbers;
}

bool
check_is_rounding_error(int64_t sum)
{
	int64_t off = sum - 100 * DECIMAL_ONE;
	return off && off >= -ROUNDING_TOLERANCE && off <= ROUNDING_TOLERANCE;
}

static void
check_splits(struct check_context *c, const struct journey *j)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < j->destinations_n; i++) {
		size_t action = j->destinations[i].action_index;
		int64_t sum = 0;
		if (i && j->destinations[i - 1].action_index == action)
			continue;
		if (!sum_shares(c, j, action, &sum) || sum == 100 * DECIMAL_ONE)
			continue;
		buf_reset(&text);
		decimal_write(&text, sum);
		check_add_finding(c,
		    check_is_rounding_error(sum) ? CHECK_JOURNEY_ROUNDING : CHECK_JOURNEY_SUM,
		    j->id, "its splits add up to %s", buf_z(&text));
	}
	buf_free(&text);
}

static void
check_destinations(struct check_context *c, const struct journeys *all, const struct journey *j)
{
	if (j->destinations_unreadable)
		check_add_finding(c, CHECK_JOURNEY_UNREAD, j->id, "destinations cannot be read");
	else if (j->destinations_n == 0)
		check_add_finding(c, CHECK_JOURNEY_EMPTY, j->id, "no destination");
	check_splits(c, j);
	for (size_t i = 0; i < j->destinations_n; i++)
		if (all->starting_point.n && str_eq(j->destinations[i].tag, all->starting_point))
			check_add_finding(c, CHECK_JOURNEY_LOOP, j->id,
			    "sends visitors back to its starting point %.*s",
			    STR_ARG(all->starting_point));
}

/* The tags that offers have, and the labels of standalone offers, which can match tags. */
struct known_tags {
	struct index *tags, *labels;
};

static struct known_tags
collect_known_tags(const struct check_items *offers)
{
	struct known_tags b = { index_new(), index_new() };
	for (size_t i = 0; i < offers->n; i++) {
		const struct catalog_item *offer = &offers->v[i];
		for (size_t k = 0; k < offer->tags.n; k++)
			index_put(b.tags, offer->tags.v[k], 0);
		for (size_t k = 0; path_is_standalone(offer->path) && k < offer->labels.n; k++)
			index_put(b.labels, offer->labels.v[k], 0);
	}
	return b;
}

static bool
is_known_tag(const struct known_tags *b, struct str tag)
{
	return index_get(b->tags, tag) != UINT32_MAX ||
	    index_get(b->labels, path_last_part(tag)) != UINT32_MAX;
}

/* Reports all unused tags of a journey in one finding. */
static void
check_tags_of(struct check_context *c, const struct journey *j, const struct known_tags *b)
{
	const struct journey_destination *first = NULL;
	size_t more = 0;
	for (size_t i = 0; i < j->destinations_n; i++) {
		if (is_known_tag(b, j->destinations[i].tag))
			continue;
		more += first != NULL;
		first = first ? first : &j->destinations[i];
	}
	if (first && more)
		check_add_finding(c, CHECK_JOURNEY_TAG, j->id,
		    "no offer has the tag \"%.*s\" or %zu more", STR_ARG(first->tag), more);
	else if (first)
		check_add_finding(c, CHECK_JOURNEY_TAG, j->id, "no offer has the tag \"%.*s\"",
		    STR_ARG(first->tag));
}

static void
check_tags(struct check_context *c, const struct journeys *all, const struct check_items *offers)
{
	struct known_tags b = collect_known_tags(offers);
	for (size_t i = 0; i < all->n; i++) {
		c->journey_number = i + 1;
		check_tags_of(c, &all->v[i], &b);
	}
	index_free(b.tags);
	index_free(b.labels);
}

void
check_journeys(const struct journeys *all, const struct check_items *segments,
    const struct check_items *offers, const struct whatif_policy *policy, check_finding_fn *fn,
    void *ctx)
{
	static const struct whatif_policy usual;
	struct check_context c = { .on_finding = fn, .ctx = ctx };
	for (size_t i = 0; i < all->n; i++) {
		c.journey_number = i + 1;
		check_conditions(&c, &all->v[i], segments);
		check_destinations(&c, all, &all->v[i]);
		check_duplicate_id(&c, all, i);
		check_against_earlier(&c, all, policy ? policy : &usual, i);
		check_against_later(&c, all, policy ? policy : &usual, i);
	}
	if (offers)
		check_tags(&c, all, offers);
	c.journey_number = 0;
	if (!all->fallback_tag.n)
		check_add_finding(&c, CHECK_JOURNEY_FALLBACK, STR("fallback_tag"), "it %s",
		    all->fallback_unreadable ? "cannot be read" : "is missing or empty");
	buf_free(&c.message);
}
