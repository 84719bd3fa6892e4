/*
 * whatif.h - simulates which journey a visitor takes and where it leads, from the segments known
 * for the visitor. Pure. Only a simulation: the API does not document the order of evaluation.
 *
 * Three-valued: a visitor is in a segment, is not, or it is unknown. A condition of an unknown
 * type, or with a missing segment, is also unknown. Results that depend on unknowns are given as
 * dependencies and ranges, never guessed. Two conditions with the same type and value are one
 * unknown: both are met, or neither.
 */
#ifndef MODEL_WHATIF_H
#define MODEL_WHATIF_H

#include "base/vec.h"
#include "model/catalog.h"
#include "model/decimal.h"

enum whatif_answer { WHATIF_NO, WHATIF_YES, WHATIF_UNKNOWN, WHATIF_ANSWERS };

/* Assumptions where the API defines nothing; all zero is the default described in decisions.md. */
struct whatif_policy {
	bool any_condition;   /* one met condition is enough; else all must be met */
	bool last_match_wins; /* the last matching journey applies; else the first */
	bool
	    scales_splits; /* scale splits to 100; else a remainder falls back, excess is cut off */
};

struct whatif_visitor {
	/* Whether the visitor is in the segment. */
	enum whatif_answer (*get_membership)(void *ctx, struct str segment);
	void *ctx;
};

/* Whether a visitor is in a segment. */
struct whatif_membership {
	struct str segment;
	enum whatif_answer membership;
};

struct whatif_memberships {
	const struct whatif_membership *v;
	size_t n;
};

/* For `get_membership`; the context is a struct whatif_memberships. Segments that are not listed
 * there or do not exist are unknown. */
enum whatif_answer whatif_find_membership(void *said, struct str segment);

enum whatif_verdict {
	WHATIF_FIRES,
	WHATIF_DOES_NOT_FIRE,
	WHATIF_NOT_REACHED, /* an earlier journey takes every visitor that could reach it */
	WHATIF_UNDECIDED,   /* one of its own conditions is unknown */
	WHATIF_DEPENDS,     /* fires unless the journey it depends on does */
	WHATIF_VERDICTS
};

#define WHATIF_NO_SHARE INT64_MIN

struct whatif_result {
	enum whatif_verdict verdict;
	size_t deciding_journey; /* the journey that it depends on, or that takes its visitors */
};

/* The share of all visitors matching the known segments that goes to this tag, at least and at
 * most, in DECIMAL_ONEths of a percent. */
struct whatif_share {
	struct str tag;
	int64_t min_percent, max_percent;
	bool fallback; /* includes visitors left over, or whom no journey takes */
};

struct whatif {
	VEC(struct whatif_result) results; /* one per journey */
	VEC(struct whatif_share)
	shares;                /* in order of appearance */
	bool may_fall_back;    /* the visitor may or does end up without a journey */
	bool certain;          /* exactly one journey fires, or certainly none */
	size_t firing_journey; /* if certain, the journey that fires; SIZE_MAX: none */
};

/* Whether the condition is met. */
enum whatif_answer whatif_evaluate_condition(
    const struct journey_condition *c, const struct whatif_visitor *visitor);
void whatif_run(struct whatif *w, const struct journeys *all, const struct whatif_policy *policy,
    const struct whatif_visitor *visitor);
void whatif_free(struct whatif *w);
/* True if the journey fires or may fire. */
bool whatif_may_fire(enum whatif_verdict v);

/* The shares of a journey's destinations, one per destination. WHATIF_NO_SHARE for a split that
 * is not a number (the function then returns false), and for destinations of any action after
 * the first that has some. *left is the share that goes to the fallback. */
bool whatif_destination_shares(
    const struct journey *j, const struct whatif_policy *policy, int64_t *shares, int64_t *left);

/* True if every share is a single value, not a range. */
bool whatif_is_exact(const struct whatif *w);
/* Simulates visitors drawn from a seed, and counts in `counts` how many get each share. Requires
 * that all shares are certain. */
void whatif_sample(const struct whatif *w, uint64_t seed, uint32_t visitors, uint32_t *counts);

#endif
