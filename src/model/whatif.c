#include "model/whatif.h"

static const int64_t WHOLE_PERCENT = 100 * DECIMAL_ONE;

/* ---- conditions ---- */

enum whatif_answer
whatif_evaluate_condition(const struct journey_condition *c, const struct whatif_visitor *visitor)
{
	if (!str_eqz(c->type, "segment") || !c->value.n)
		return WHATIF_UNKNOWN;
	return visitor->get_membership(visitor->ctx, c->value);
}

/* True for all or for any of the conditions, by the policy. A journey without conditions is met
 * by every visitor. */
static enum whatif_answer
evaluate_conditions(const struct journey *j, const struct whatif_policy *policy,
    const struct whatif_visitor *visitor)
{
	size_t yes = 0, no = 0;
	for (size_t i = 0; i < j->conditions_n; i++) {
		enum whatif_answer known = whatif_evaluate_condition(&j->conditions[i], visitor);
		yes += known == WHATIF_YES;
		no += known == WHATIF_NO;
	}
	if ((yes == j->conditions_n && !j->conditions_unreadable) || (policy->any_condition && yes))
		return WHATIF_YES;
	if ((no == j->conditions_n && !j->conditions_unreadable) || (!policy->any_condition && no))
		return WHATIF_NO;
	return WHATIF_UNKNOWN;
}

static bool
is_unknown(const struct journey_condition *c, const struct whatif_visitor *visitor)
{
	return whatif_evaluate_condition(c, visitor) == WHATIF_UNKNOWN;
}

enum whatif_answer
whatif_find_membership(void *ctx, struct str segment)
{
	const struct whatif_memberships *said = ctx;
	for (size_t i = 0; i < said->n; i++)
		if (str_eq(said->v[i].segment, segment))
			return said->v[i].membership;
	return WHATIF_UNKNOWN;
}

/* ---- which journeys may fire ---- */

struct whatif_evaluation {
	const struct journeys *journeys;
	const struct whatif_policy *policy;
	const struct whatif_visitor *visitor;
	enum whatif_answer *conditions_met; /* one per journey */
};

/* The index of the i-th journey in the order of evaluation. */
static size_t
nth_in_evaluation_order(const struct whatif_evaluation *r, size_t i)
{
	return r->policy->last_match_wins ? r->journeys->n - 1 - i : i;
}

/* If all conditions must be met: true if `earlier` fires whenever j would. Its unknown
 * conditions are then all conditions of j, too. */
static bool
always_fires_before(
    const struct whatif_evaluation *r, const struct journey *earlier, const struct journey *j)
{
	for (size_t i = 0; i < earlier->conditions_n; i++)
		if (is_unknown(&earlier->conditions[i], r->visitor) &&
		    !journey_has_condition(j, &earlier->conditions[i]))
			return false;
	return !earlier->conditions_unreadable;
}

/* If one condition is enough: true if j has an unknown condition that no earlier journey has, so
 * that it may be the only one that is met. */
static bool
has_own_unknown_condition(const struct whatif_evaluation *r, size_t place)
{
	const struct journey *j = &r->journeys->v[nth_in_evaluation_order(r, place)];
	for (size_t i = 0; i < j->conditions_n; i++) {
		bool own = is_unknown(&j->conditions[i], r->visitor);
		for (size_t k = 0; own && k < place; k++)
			own = !journey_has_condition(
			    &r->journeys->v[nth_in_evaluation_order(r, k)], &j->conditions[i]);
		if (own)
			return true;
	}
	return j->conditions_unreadable;
}

/* The first earlier journey that every visitor matches, so that later ones get no visitors;
 * SIZE_MAX if there is none. */
static size_t
find_certain_earlier(const struct whatif_evaluation *r, size_t place)
{
	for (size_t k = 0; k < place; k++)
		if (r->conditions_met[nth_in_evaluation_order(r, k)] == WHATIF_YES)
			return nth_in_evaluation_order(r, k);
	return SIZE_MAX;
}

/* The journey that takes all visitors of this one if it is unknown which earlier ones fire;
 * SIZE_MAX if this one may fire. */
static size_t
find_earlier_taking_all(const struct whatif_evaluation *r, size_t place)
{
	const struct journey *j = &r->journeys->v[nth_in_evaluation_order(r, place)];
	size_t last_unknown = SIZE_MAX;
	for (size_t k = 0; k < place; k++) {
		size_t at = nth_in_evaluation_order(r, k);
		if (r->conditions_met[at] != WHATIF_UNKNOWN)
			continue;
		last_unknown = at;
		if (!r->policy->any_condition && always_fires_before(r, &r->journeys->v[at], j))
			return at;
	}
	bool sure = r->conditions_met[nth_in_evaluation_order(r, place)] == WHATIF_YES;
	if (r->policy->any_condition && !sure && last_unknown != SIZE_MAX &&
	    !has_own_unknown_condition(r, place))
		return last_unknown;
	return SIZE_MAX;
}

static size_t
find_unknown_earlier(const struct whatif_evaluation *r, size_t place)
{
	for (size_t k = 0; k < place; k++)
		if (r->conditions_met[nth_in_evaluation_order(r, k)] == WHATIF_UNKNOWN)
			return nth_in_evaluation_order(r, k);
	return SIZE_MAX;
}

static struct whatif_result
find_verdict(const struct whatif_evaluation *r, size_t place)
{
	enum whatif_answer met = r->conditions_met[nth_in_evaluation_order(r, place)];
	size_t taken = find_certain_earlier(r, place), on = find_unknown_earlier(r, place);
	if (met == WHATIF_NO && taken == SIZE_MAX)
		return (struct whatif_result){ WHATIF_DOES_NOT_FIRE, SIZE_MAX };
	if (taken == SIZE_MAX)
		taken = find_earlier_taking_all(r, place);
	if (taken != SIZE_MAX)
		return (struct whatif_result){ WHATIF_NOT_REACHED, taken };
	if (met == WHATIF_UNKNOWN)
		return (struct whatif_result){ WHATIF_UNDECIDED, on };
	return (struct whatif_result){ on == SIZE_MAX ? WHATIF_FIRES : WHATIF_DEPENDS, on };
}

/* ---- shares ---- */

static struct whatif_share *
find_or_add_share(struct whatif *w, struct str tag)
{
	const struct whatif_share fresh = { .tag = tag };
	for (size_t i = 0; i < w->shares.n; i++)
		if (str_eq(w->shares.v[i].tag, tag))
			return &w->shares.v[i];
	vec_push(&w->shares, fresh);
	return &w->shares.v[w->shares.n - 1];
}

static void
add_share(struct whatif *w, struct str tag, int64_t amount)
{
	struct whatif_share *s = find_or_add_share(w, tag);
	s->min_percent += amount;
	s->max_percent += amount;
}

static void
add_range(struct whatif *w, struct str tag, int64_t least, int64_t most)
{
	struct whatif_share *s = find_or_add_share(w, tag);
	s->min_percent += least;
	s->max_percent = s->max_percent + most < WHOLE_PERCENT ? s->max_percent + most
							       : WHOLE_PERCENT;
}

/* Adds the share that goes to the fallback, whose tag may also be a destination. If the fallback
 * is unreadable, the tag's share may be anything from zero to that. */
static void
add_fallback(struct whatif *w, const struct journeys *all, int64_t least, int64_t most)
{
	add_range(w, all->fallback_tag, all->fallback_unreadable ? 0 : least, most);
	find_or_add_share(w, all->fallback_tag)->fallback = true;
}

/* The first action that has destinations. */
static size_t
action_of(const struct journey *j)
{
	return j->destinations_n ? j->destinations[0].action_index : SIZE_MAX;
}

/* The value of a split; negative counts as zero. Returns false if it is not a number. */
static bool
read_split(const struct journey_destination *d, int64_t *split)
{
	int64_t n;
	if (!decimal_read_share(d->split, &n))
		return false;
	*split = n < 0 ? 0 : n;
	return true;
}

/* Cuts the shares off where their sum reaches 100. Returns the rest. */
static int64_t
cut_shares(const struct journey *j, int64_t *shares)
{
	int64_t left = WHOLE_PERCENT;
	for (size_t i = 0; i < j->destinations_n; i++) {
		if (shares[i] == WHATIF_NO_SHARE)
			continue;
		shares[i] = shares[i] < left ? shares[i] : left;
		left -= shares[i];
	}
	return left;
}

/* split / sum in percent, truncated after the last decimal. */
static int64_t
scale_share(int64_t split, int64_t sum)
{
	__extension__ typedef __int128 wide;
	return (int64_t)((wide)split * WHOLE_PERCENT / sum);
}

/* Scales the shares to 100. The remainder from rounding goes to the first destination that has a
 * share, so that the sum is exact. */
static int64_t
scale_shares(const struct journey *j, int64_t sum, int64_t *shares)
{
	int64_t left = WHOLE_PERCENT;
	size_t first = SIZE_MAX;
	for (size_t i = 0; i < j->destinations_n && sum; i++) {
		if (shares[i] == WHATIF_NO_SHARE)
			continue;
		shares[i] = scale_share(shares[i], sum);
		first = shares[i] && first == SIZE_MAX ? i : first;
		left -= shares[i];
	}
	if (first == SIZE_MAX)
		return left;
	shares[first] += left;
	return 0;
}

bool
whatif_destination_shares(
    const struct journey *j, const struct whatif_policy *policy, int64_t *shares, int64_t *left)
{
	int64_t sum = 0;
	bool known = !j->destinations_unreadable;
	for (size_t i = 0; i < j->destinations_n; i++) {
		shares[i] = WHATIF_NO_SHARE;
		if (j->destinations_unreadable || j->destinations[i].action_index != action_of(j))
			continue;
		if (read_split(&j->destinations[i], &shares[i]))
			sum = decimal_add(sum, shares[i]);
		else
			known = false;
	}
	*left = j->destinations_unreadable ? 0
	    : policy->scales_splits        ? scale_shares(j, sum, shares)
					   : cut_shares(j, shares);
	return known;
}

/* Appends how one journey splits its visitors, including its fallback: one row per tag, 100
 * percent in total. Returns false if a split is not a number, so that the result is unknown. */
static bool
whatif_journey_shares(const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, struct whatif *out)
{
	int64_t *shares = x_new_array(int64_t, j->destinations_n + 1), left;
	bool known = whatif_destination_shares(j, policy, shares, &left);
	for (size_t i = 0; i < j->destinations_n && known; i++)
		if (shares[i] != WHATIF_NO_SHARE)
			add_share(out, j->destinations[i].tag, shares[i]);
	if (known && left)
		add_fallback(out, all, left, left);
	x_free(shares);
	return known;
}

/* ---- the result ---- */

/* If some destinations are unreadable, the shares of the others are unknown. */
static void
add_full_range(const struct journeys *all, const struct journey *j, struct whatif *out)
{
	for (size_t i = 0; i < j->destinations_n; i++)
		if (j->destinations[i].tag.n)
			add_range(out, j->destinations[i].tag, 0, WHOLE_PERCENT);
	add_fallback(out, all, 0, WHOLE_PERCENT);
}

/* Adds the shares of a journey whose splits are not all numbers. Each unknown split may be zero,
 * or all that the destinations before it leave; those after it may get nothing. If splits are
 * scaled, it may outweigh all others. */
static void
add_unknown_shares(const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, struct whatif *out)
{
	int64_t *shares = x_new_array(int64_t, j->destinations_n + 1), left, room = WHOLE_PERCENT;
	bool certain = !policy->scales_splits;
	if (j->destinations_unreadable) {
		add_full_range(all, j, out);
		x_free(shares);
		return;
	}
	whatif_destination_shares(j, policy, shares, &left); /* unknown splits count as zero */
	for (size_t i = 0; i < j->destinations_n; i++) {
		const struct journey_destination *to = &j->destinations[i];
		if (to->action_index != action_of(j))
			continue;
		if (shares[i] == WHATIF_NO_SHARE) {
			certain = false;
			add_range(out, to->tag, 0, policy->scales_splits ? WHOLE_PERCENT : room);
			continue;
		}
		add_range(out, to->tag, certain ? shares[i] : 0, shares[i]);
		room -= shares[i];
	}
	if (left)
		add_fallback(out, all, 0, left);
	x_free(shares);
}

/* Widens the ranges of all shares by those of one possible outcome. */
static void
widen_shares(struct whatif *w, const struct whatif *one, bool first)
{
	for (size_t i = 0; i < one->shares.n; i++) {
		struct whatif_share *s = find_or_add_share(w, one->shares.v[i].tag);
		if (first)
			s->min_percent = one->shares.v[i].min_percent;
		s->fallback = s->fallback || one->shares.v[i].fallback;
		s->max_percent = s->max_percent > one->shares.v[i].max_percent
		    ? s->max_percent
		    : one->shares.v[i].max_percent;
	}
	for (size_t i = 0; i < w->shares.n && !first; i++) {
		struct whatif_share *s = &w->shares.v[i];
		int64_t least = 0;
		for (size_t k = 0; k < one->shares.n; k++)
			if (str_eq(one->shares.v[k].tag, s->tag))
				least = one->shares.v[k].min_percent;
		s->min_percent = s->min_percent < least ? s->min_percent : least;
	}
}

/* Adds the outcome that journey `at` fires; SIZE_MAX: no journey takes the visitor. */
static void
add_outcome(struct whatif *w, const struct whatif_evaluation *r, size_t at, bool *first)
{
	struct whatif one = { 0 };
	if (at == SIZE_MAX)
		add_fallback(&one, r->journeys, WHOLE_PERCENT, WHOLE_PERCENT);
	else if (!whatif_journey_shares(r->journeys, &r->journeys->v[at], r->policy, &one))
		add_unknown_shares(r->journeys, &r->journeys->v[at], r->policy, &one);
	widen_shares(w, &one, *first);
	*first = false;
	vec_free(&one.shares);
}

bool
whatif_may_fire(enum whatif_verdict v)
{
	return v == WHATIF_FIRES || v == WHATIF_UNDECIDED || v == WHATIF_DEPENDS;
}

static void
collect_shares(struct whatif *w, const struct whatif_evaluation *r)
{
	bool first = true, sure = false;
	size_t may = 0;
	w->firing_journey = SIZE_MAX;
	for (size_t i = 0; i < r->journeys->n; i++) {
		size_t at = nth_in_evaluation_order(r, i);
		sure = sure || r->conditions_met[at] == WHATIF_YES;
		if (!whatif_may_fire(w->results.v[at].verdict))
			continue;
		may++;
		w->firing_journey = at;
		add_outcome(w, r, at, &first);
	}
	w->may_fall_back = !sure;
	if (!sure)
		add_outcome(w, r, SIZE_MAX, &first);
	w->certain = may + !sure == 1;
	if (!w->certain)
		w->firing_journey = SIZE_MAX;
}

void
whatif_run(struct whatif *w, const struct journeys *all, const struct whatif_policy *policy,
    const struct whatif_visitor *visitor)
{
	struct whatif_evaluation r = { .journeys = all,
		.policy = policy,
		.visitor = visitor,
		.conditions_met = x_new_array(enum whatif_answer, all->n + 1) };
	const struct whatif_result none = { WHATIF_DOES_NOT_FIRE, SIZE_MAX };
	*w = (struct whatif){ 0 };
	for (size_t i = 0; i < all->n; i++) {
		r.conditions_met[i] = evaluate_conditions(&all->v[i], policy, visitor);
		vec_push(&w->results, none);
	}
	for (size_t i = 0; i < all->n; i++)
		w->results.v[nth_in_evaluation_order(&r, i)] = find_verdict(&r, i);
	collect_shares(w, &r);
	x_free(r.conditions_met);
}

void
whatif_free(struct whatif *w)
{
	vec_free(&w->results);
	vec_free(&w->shares);
}

bool
whatif_is_exact(const struct whatif *w)
{
	for (size_t i = 0; i < w->shares.n; i++)
		if (w->shares.v[i].min_percent != w->shares.v[i].max_percent)
			return false;
	return true;
}

/* A small random number generator (splitmix64), so that a seed gives the same result on every
 * machine. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9E3779B97F4A7C15u);
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

void
whatif_sample(const struct whatif *w, uint64_t seed, uint32_t visitors, uint32_t *counts)
{
	uint64_t state = seed;
	for (size_t i = 0; i < w->shares.n; i++)
		counts[i] = 0;
	for (uint32_t v = 0; v < visitors; v++) {
		int64_t at = (int64_t)(next_random(&state) % (uint64_t)WHOLE_PERCENT);
		size_t i = 0;
		while (i + 1 < w->shares.n && at >= w->shares.v[i].min_percent)
			at -= w->shares.v[i++].min_percent;
		counts[i]++;
	}
}
