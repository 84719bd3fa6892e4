/* Results of what-if compared with an independent count over every possible visitor: each
 * unknown condition is tried as true and as false, and the journeys are evaluated in a simple
 * way. */
#include "lib/test.h"
#include "model/whatif.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENTS = 5, JOURNEYS = 6, CONDITIONS = 3, VALUES = 4, TAGS = 5, UNKNOWNS = SEGMENTS + 1 };

static const char *const segments[SEGMENTS] = { "/s/a", "/s/b", "/s/c", "/s/d", "/s/e" };
static const char *const tags[TAGS] = { "/t/1", "/t/2", "/t/3", "/t/4", "/t/fallback" };

struct visitor {
	enum whatif_answer known[SEGMENTS];
};

static enum whatif_answer
knows(void *ctx, struct str segment)
{
	const struct visitor *v = ctx;
	for (int i = 0; i < SEGMENTS; i++)
		if (str_eqz(segment, segments[i]))
			return v->known[i];
	return WHATIF_UNKNOWN;
}

/* ---- the tour's journeys, by hand ---- */

#define S(path)                                \
	{                                      \
		{ "segment", 7 },              \
		{                              \
			path, sizeof(path) - 1 \
		}                              \
	}
#define TO(path, part)                                                    \
	{                                                                 \
		{ path, sizeof(path) - 1 }, { part, sizeof(part) - 1 }, 0 \
	}
#define JOURNEY(name, when, to)                                                   \
	{                                                                         \
		.id = { name, sizeof(name) - 1 }, .conditions = when,             \
		.conditions_n = sizeof(when) / sizeof(*when), .destinations = to, \
		.destinations_n = sizeof(to) / sizeof(*to), .actions_n = 1        \
	}

static const struct journey_condition when_a[] = { S("/s/a") };
static const struct journey_condition when_b_and_c[] = { S("/s/b"), S("/s/c") };
static const struct journey_condition when_country[] = { { { "country", 7 }, { "JP", 2 } } };
static const struct journey_destination seventy[] = { TO("/t/1", "70"), TO("/t/2", "30") };
static const struct journey_destination ninety[] = { TO("/t/1", "60"), TO("/t/2", "30") };
static const struct journey_destination half[] = { TO("/t/2", "50"), TO("/t/3", "50") };
static const struct journey plain[] = { JOURNEY("1", when_a, half),
	JOURNEY("2", when_b_and_c, seventy), JOURNEY("3", when_a, ninety),
	JOURNEY("4", when_country, half) };
static const struct journeys four = { .starting_point = { "/subscribe/", 11 },
	.fallback_tag = { "/t/fallback", 11 },
	.v = plain,
	.n = 4 };

static void
expect(const struct journeys *all, const struct whatif_policy *policy, struct visitor who,
    const char *verdicts, const char *shares)
{
	static const char *const words[] = { "fires", "no", "not reached", "cannot tell",
		"depends" };
	const struct whatif_visitor visitor = { knows, &who };
	CLEANUP(whatif_free) struct whatif w;
	auto_buf said = { 0 }, split = { 0 };
	whatif_run(&w, all, policy, &visitor);
	for (size_t i = 0; i < w.results.n; i++)
		buf_addf(&said, "%s%s", i ? ", " : "", words[w.results.v[i].verdict]);
	for (size_t i = 0; i < w.shares.n; i++) {
		buf_addf(&split, "%s%.*s ", i ? ", " : "", STR_ARG(w.shares.v[i].tag));
		decimal_write(&split, w.shares.v[i].min_percent);
		if (w.shares.v[i].min_percent != w.shares.v[i].max_percent) {
			buf_addz(&split, " to ");
			decimal_write(&split, w.shares.v[i].max_percent);
		}
	}
	assert_string_equal(buf_z(&said), verdicts);
	assert_string_equal(buf_z(&split), shares);
}

/* A tag chosen by a journey does not count as the fallback even if it is the same tag. */
static void
expect_fallback(const struct journeys *all, struct visitor who, struct str tag, bool falls_back)
{
	const struct whatif_policy policy = { 0 };
	const struct whatif_visitor visitor = { knows, &who };
	struct journeys alike = *all;
	CLEANUP(whatif_free) struct whatif w;
	alike.fallback_tag = tag;
	whatif_run(&w, &alike, &policy, &visitor);
	assert_true(str_eq(w.shares.v[0].tag, tag));
	assert_int_equal(w.shares.v[0].fallback, falls_back);
}

TEST(the_first_matching_journey_fires)
{
	const struct whatif_policy policy = { 0 };
	const struct visitor in_b_and_c = { { WHATIF_NO, WHATIF_YES, WHATIF_YES } };
	const struct visitor in_all = { { WHATIF_YES, WHATIF_YES, WHATIF_YES } };
	const struct visitor perhaps_a = { { WHATIF_UNKNOWN, WHATIF_YES, WHATIF_YES } };
	const struct journeys three = { .fallback_tag = four.fallback_tag, .v = plain, .n = 3 };
	expect(&three, &policy, in_b_and_c, "no, fires, not reached", "/t/1 70, /t/2 30");
	expect(&three, &policy, in_all, "fires, not reached, not reached", "/t/2 50, /t/3 50");
	expect(&three, &policy, (struct visitor){ 0 }, "no, no, no", "/t/fallback 100");
	expect_fallback(&three, in_b_and_c, STR("/t/1"), false);
	expect_fallback(&three, (struct visitor){ 0 }, STR("/t/1"), true);
	expect(&three, &policy, perhaps_a, "cannot tell, depends, not reached",
	    "/t/2 30 to 50, /t/3 0 to 50, /t/1 0 to 70");
	/* An unknown type is never guessed. */
	expect(&four, &policy, (struct visitor){ 0 }, "no, no, no, cannot tell",
	    "/t/2 0 to 50, /t/3 0 to 50, /t/fallback 0 to 100");
}

TEST(assumptions_can_be_changed)
{
	const struct whatif_policy last = { .last_match_wins = true },
				   any = { .any_condition = true };
	const struct whatif_policy scaled = { .last_match_wins = true, .scales_splits = true };
	const struct visitor in_a_and_b = { { WHATIF_YES, WHATIF_YES } };
	const struct visitor in_b = { { WHATIF_NO, WHATIF_YES } };
	const struct journeys three = { .fallback_tag = four.fallback_tag, .v = plain, .n = 3 };
	/* Journey 3 splits 60 and 30: the rest goes to the fallback, or is distributed. */
	expect(&three, &last, in_a_and_b, "not reached, not reached, fires",
	    "/t/1 60, /t/2 30, /t/fallback 10");
	expect(&three, &scaled, in_a_and_b, "not reached, not reached, fires",
	    "/t/1 66.666666667, /t/2 33.333333333");
	expect(&three, &any, in_b, "no, fires, not reached", "/t/1 70, /t/2 30");
}

static void
expect_splits(const char *const *splits, const char *expected)
{
	const struct whatif_policy policy = { 0 };
	struct journey_destination to[VALUES];
	struct journey j = { .conditions = when_a, .conditions_n = 1, .destinations = to };
	struct journeys one = { .fallback_tag = four.fallback_tag, .v = &j, .n = 1 };
	const struct visitor in_a = { { WHATIF_YES } };
	for (; splits[j.destinations_n]; j.destinations_n++)
		to[j.destinations_n] = (struct journey_destination){ str_of(tags[j.destinations_n]),
			str_of(splits[j.destinations_n]), 0 };
	expect(&one, &policy, in_a, "fires", expected);
}

#define SPLITS(...) ((const char *const[]){ __VA_ARGS__, NULL })

TEST(wj01_wj02_wj03_splits_that_do_not_add_up_to_100)
{
	expect_splits(SPLITS("60", "30"), "/t/1 60, /t/2 30, /t/fallback 10");
	expect_splits(SPLITS("80", "40"), "/t/1 80, /t/2 20");
	expect_splits(SPLITS("150", "10"), "/t/1 100, /t/2 0");
	expect_splits(SPLITS("0", "0"), "/t/1 0, /t/2 0, /t/fallback 100");
	expect_splits(SPLITS("-10", "110"), "/t/1 0, /t/2 100");
	expect_splits(
	    SPLITS("33.3", "33.3", "33.3"), "/t/1 33.3, /t/2 33.3, /t/3 33.3, /t/fallback 0.1");
	/* A split that is not a number may take anything that the earlier splits leave; later
	 * splits get less than they say, or nothing. */
	expect_splits(SPLITS("50%", "50"), "/t/1 0 to 100, /t/2 0 to 50, /t/fallback 0 to 50");
	expect_splits(SPLITS("0,5", "99.5"), "/t/1 0 to 100, /t/2 0 to 99.5, /t/fallback 0 to 0.5");
	expect_splits(
	    SPLITS("60", "x", "30"), "/t/1 60, /t/2 0 to 40, /t/3 0 to 30, /t/fallback 0 to 10");
	expect_splits(SPLITS("100", "x"), "/t/1 100, /t/2 0");
}

TEST(wj04_wj08_no_values_and_no_conditions)
{
	const struct whatif_policy policy = { 0 };
	const struct journey v[] = { { .id = { "all", 3 } }, plain[1] };
	const struct journeys all = { .fallback_tag = four.fallback_tag, .v = v, .n = 2 };
	const struct visitor in_b_and_c = { { WHATIF_NO, WHATIF_YES, WHATIF_YES } };
	/* The journey takes every visitor and has no destination: all go to the fallback. */
	expect(&all, &policy, in_b_and_c, "fires, not reached", "/t/fallback 100");
}

/* ---- every possible visitor ---- */

static uint64_t
draw(uint64_t *state, uint64_t below)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state % below;
}

struct config {
	struct journey_condition conditions[JOURNEYS][CONDITIONS];
	struct journey_destination destinations[JOURNEYS][VALUES];
	char splits[JOURNEYS][VALUES][16];
	int hundredths[JOURNEYS][VALUES];
	struct journey v[JOURNEYS];
	struct journeys all;
	struct visitor visitor;
	struct whatif_policy policy;
};

static void
make(struct config *c, uint64_t *seed)
{
	memset(c, 0, sizeof(*c));
	c->all = (struct journeys){ .fallback_tag = str_of(tags[TAGS - 1]), .v = c->v };
	c->all.n = draw(seed, JOURNEYS + 1);
	c->policy = (struct whatif_policy){ draw(seed, 3) == 0, draw(seed, 3) == 0,
		draw(seed, 3) == 0 };
	for (int i = 0; i < SEGMENTS; i++)
		c->visitor.known[i] = (enum whatif_answer)draw(seed, 3);
	for (size_t j = 0; j < c->all.n; j++) {
		size_t n = draw(seed, CONDITIONS + 1), values = draw(seed, VALUES + 1);
		c->v[j] = (struct journey){ .conditions = c->conditions[j],
			.conditions_n = n,
			.destinations = c->destinations[j],
			.destinations_n = values };
		for (size_t k = 0; k < n; k++)
			c->conditions[j][k] = draw(seed, 8) == 0
			    ? (struct journey_condition){ STR("country"), STR("JP") }
			    : (struct journey_condition){ STR("segment"),
				      str_of(segments[draw(seed, SEGMENTS)]) };
		for (size_t k = 0; k < values; k++) {
			c->hundredths[j][k] = (int)draw(seed, 6000);
			snprintf(c->splits[j][k], sizeof(c->splits[j][k]), "%d.%02d",
			    c->hundredths[j][k] / 100, c->hundredths[j][k] % 100);
			c->destinations[j][k] = (struct journey_destination){
				str_of(tags[draw(seed, TAGS)]), str_of(c->splits[j][k]), 0
			};
		}
	}
}

/* The value of a condition for one visitor; `bits` has the values of the unknown conditions. */
static bool
holds(const struct config *c, const struct journey_condition *condition, unsigned bits)
{
	if (str_eqz(condition->type, "country"))
		return bits >> SEGMENTS & 1;
	for (int i = 0; i < SEGMENTS; i++)
		if (str_eqz(condition->value, segments[i]))
			return c->visitor.known[i] == WHATIF_UNKNOWN
			    ? bits >> i & 1
			    : c->visitor.known[i] == WHATIF_YES;
	abort();
}

static bool
matches(const struct config *c, size_t j, unsigned bits)
{
	size_t held = 0, n = c->v[j].conditions_n;
	for (size_t i = 0; i < n; i++)
		held += holds(c, &c->v[j].conditions[i], bits);
	return c->policy.any_condition ? held > 0 || n == 0 : held == n;
}

/* The journey that takes the visitor, or -1. */
static int
taker(const struct config *c, unsigned bits)
{
	int found = -1;
	for (size_t j = 0; j < c->all.n; j++)
		if (matches(c, j, bits) && (found < 0 || c->policy.last_match_wins))
			found = (int)j;
	return found;
}

/* Percentage for each tag if this journey takes the visitor, by plain arithmetic. */
static void
percent(const struct config *c, int j, double out[TAGS])
{
	int sum = 0, used = 0;
	memset(out, 0, TAGS * sizeof(*out));
	for (size_t k = 0; j >= 0 && k < c->v[j].destinations_n; k++)
		sum += c->hundredths[j][k];
	for (size_t k = 0; j >= 0 && k < c->v[j].destinations_n; k++) {
		int part = c->hundredths[j][k], to = 0;
		while (!str_eqz(c->destinations[j][k].tag, tags[to]))
			to++;
		if (c->policy.scales_splits) {
			out[to] += sum ? part * 100.0 / sum : 0;
			used = sum ? 10000 : 0;
			continue;
		}
		part = used + part > 10000 ? 10000 - used : part;
		used += part;
		out[to] += part / 100.0;
	}
	out[TAGS - 1] += (10000 - used) / 100.0;
}

static const struct whatif_share *
find_share(const struct whatif *w, const char *tag)
{
	for (size_t i = 0; i < w->shares.n; i++)
		if (str_eqz(w->shares.v[i].tag, tag))
			return &w->shares.v[i];
	return NULL;
}

static void
compare_shares(const struct config *c, const struct whatif *w)
{
	double least[TAGS], most[TAGS], one[TAGS];
	for (unsigned bits = 0; bits < 1u << UNKNOWNS; bits++) {
		percent(c, taker(c, bits), one);
		for (int t = 0; t < TAGS; t++) {
			least[t] = bits == 0 || one[t] < least[t] ? one[t] : least[t];
			most[t] = bits == 0 || one[t] > most[t] ? one[t] : most[t];
		}
	}
	for (int t = 0; t < TAGS; t++) {
		const struct whatif_share *s = find_share(w, tags[t]);
		double ours_least = s ? (double)s->min_percent / DECIMAL_ONE : 0;
		double ours_most = s ? (double)s->max_percent / DECIMAL_ONE : 0;
		if (fabs(ours_least - least[t]) > 1e-6 || fabs(ours_most - most[t]) > 1e-6)
			fail_msg("%s: %f to %f, counted %f to %f", tags[t], ours_least, ours_most,
			    least[t], most[t]);
	}
}

/* True if an earlier journey, in the order of evaluation, takes every visitor. */
static bool
is_after_a_certain_journey(const struct config *c, size_t j)
{
	for (size_t i = 0; i < c->all.n; i++) {
		unsigned bits = 0;
		while (bits < 1u << UNKNOWNS && matches(c, i, bits))
			bits++;
		if (bits == 1u << UNKNOWNS && (c->policy.last_match_wins ? i > j : i < j))
			return true;
	}
	return false;
}

static enum whatif_verdict
count_verdict(const struct config *c, size_t j)
{
	unsigned all = 1u << UNKNOWNS, matched = 0, fired = 0;
	for (unsigned bits = 0; bits < all; bits++) {
		matched += matches(c, j, bits);
		fired += taker(c, bits) == (int)j;
	}
	if (matched == 0 && !is_after_a_certain_journey(c, j))
		return WHATIF_DOES_NOT_FIRE;
	if (fired == 0)
		return WHATIF_NOT_REACHED;
	if (fired == all)
		return WHATIF_FIRES;
	return matched == all ? WHATIF_DEPENDS : WHATIF_UNDECIDED;
}

TEST(results_agree_with_enumerating_every_visitor)
{
	static struct config c;
	uint64_t seed = 88172645463325252u;
	size_t seen[WHATIF_VERDICTS] = { 0 }, certain = 0;
	for (int n = 0; n < 10000; n++) {
		CLEANUP(whatif_free) struct whatif w;
		make(&c, &seed);
		const struct whatif_visitor visitor = { knows, &c.visitor };
		whatif_run(&w, &c.all, &c.policy, &visitor);
		for (size_t j = 0; j < c.all.n; j++) {
			enum whatif_verdict counted = count_verdict(&c, j);
			seen[counted]++;
			if (w.results.v[j].verdict != counted)
				fail_msg("configuration %d, journey %zu: %d, counted %d", n, j,
				    (int)w.results.v[j].verdict, (int)counted);
		}
		compare_shares(&c, &w);
		int64_t sum = 0;
		for (size_t i = 0; i < w.shares.n && w.certain; i++)
			sum += w.shares.v[i].min_percent;
		if (w.certain)
			assert_int_equal(sum, 100 * DECIMAL_ONE);
		certain += w.certain;
	}
	/* Every verdict occurred often, or the count would prove little. */
	for (int v = 0; v < WHATIF_VERDICTS; v++)
		assert_true(seen[v] > 500);
	assert_true(certain > 1000);
}

TEST(a_seed_gives_the_same_visitors)
{
	const struct whatif_policy policy = { 0 };
	struct visitor who = { { WHATIF_NO, WHATIF_YES, WHATIF_YES } };
	const struct whatif_visitor visitor = { knows, &who };
	const struct journeys three = { .fallback_tag = four.fallback_tag, .v = plain, .n = 3 };
	uint32_t a[3], b[3];
	CLEANUP(whatif_free) struct whatif w;
	whatif_run(&w, &three, &policy, &visitor);
	assert_int_equal(w.firing_journey, 1);
	whatif_sample(&w, 7, 10000, a);
	whatif_sample(&w, 7, 10000, b);
	assert_memory_equal(a, b, w.shares.n * sizeof(*a));
	assert_int_equal(a[0] + a[1], 10000);
	/* 70 in 100 of 10,000 has a standard deviation of 46; four times that is hardly ever
	 * exceeded. */
	assert_in_range(a[0], 7000 - 184, 7000 + 184);
	whatif_sample(&w, 8, 10000, b);
	assert_true(a[0] != b[0]);
}
