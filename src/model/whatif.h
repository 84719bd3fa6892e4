/*
 * whatif.h - the journey that a visitor would take, and its destination, from the visitor's known
 * segments. Pure, and a simulation: the API does not document the order of evaluation.
 *
 * Three-valued: a visitor is in a segment, is not, or it is not known. The same goes for a
 * condition of an unknown type, or one that names a missing segment. Results that depend on
 * unknowns are given as dependencies and ranges, never guessed. Two conditions of one type and
 * value are one unknown: both are met or neither is.
 */
#ifndef MODEL_WHATIF_H
#define MODEL_WHATIF_H

#include "base/vec.h"
#include "model/catalog.h"
#include "model/decimal.h"

enum whatif_known { WHATIF_NO, WHATIF_YES, WHATIF_UNKNOWN, WHATIF_KNOWN_VALUES };

/* Assumptions where the API says nothing; all zero is the default of decisions.md. */
struct whatif_policy {
	bool any_condition; /* one condition is enough; else all must be met */
	bool last_wins;     /* of several that match the last; else the first */
	bool scaled; /* splits are scaled to 100; else what is left over falls back, and what is
		      * over 100 is cut off */
};

struct whatif_visitor {
	/* Is the visitor in the segment? */
	enum whatif_known (*knows)(void *ctx, struct str segment);
	void *ctx;
};

/* A visitor's known segments. */
struct whatif_membership {
	struct str segment;
	enum whatif_known known;
};

struct whatif_memberships {
	const struct whatif_membership *v;
	size_t n;
};

/* For `knows`, with a struct whatif_memberships as context: a segment that is not among them, or
 * does not exist, is not known. */
enum whatif_known whatif_find_membership(void *said, struct str segment);

enum whatif_verdict {
	WHATIF_FIRES,
	WHATIF_DOES_NOT,
	WHATIF_NOT_REACHED, /* one before it fires, or takes every visitor that it would */
	WHATIF_UNDECIDED,   /* a condition of its own is not known */
	WHATIF_DEPENDS,     /* it would, unless the one it depends on does */
	WHATIF_VERDICTS
};

#define WHATIF_NO_SHARE INT64_MIN

struct whatif_result {
	enum whatif_verdict verdict;
	size_t on; /* DEPENDS: the first that it depends on; NOT_REACHED: who takes them, or the
		      last of those who do */
};

/* Among all visitors that match the known segments: at least and at most this share goes there,
 * in DECIMAL_ONEths of a percent. */
struct whatif_share {
	struct str tag;
	int64_t least, most;
	bool fallback; /* some of it is left over, or of those whom no journey takes */
};

struct whatif {
	VEC(struct whatif_result) answers; /* a journey each */
	VEC(struct whatif_share)
	shares;          /* in the order in which they come up */
	bool falls_back; /* it may be, or is, that no journey takes the visitor */
	bool certain;    /* one journey fires, or none does */
	size_t fires;    /* which, when certain; SIZE_MAX: none */
};

/* Is a condition met? */
enum whatif_known whatif_condition(
    const struct journey_condition *c, const struct whatif_visitor *visitor);
void whatif_run(struct whatif *w, const struct journeys *all, const struct whatif_policy *policy,
    const struct whatif_visitor *visitor);
void whatif_free(struct whatif *w);
/* It fires, or it cannot be excluded. */
bool whatif_may_fire(enum whatif_verdict v);

/* The share of each destination of a journey, as many as it has: WHATIF_NO_SHARE for one whose
 * split is not a number (then the result is false), or one of an action after the first with
 * destinations. *left goes to the fallback. */
bool whatif_destination_shares(
    const struct journey *j, const struct whatif_policy *policy, int64_t *shares, int64_t *left);

/* How one journey splits its visitors, including its own fallback: appends a row for each tag,
 * together 100 percent. False if a split is not a number: then it is not known. */
bool whatif_journey_shares(const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, struct whatif *out);

/* Is every share one number, and not a range? */
bool whatif_is_exact(const struct whatif *w);
/* Sends visitors, drawn from a seed, along the shares: how many come to each, in `counts`, one
 * for each share. Only where all shares are certain. */
void whatif_sample(const struct whatif *w, uint64_t seed, uint32_t visitors, uint32_t *counts);

#endif
