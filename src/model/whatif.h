/*
 * whatif.h - which journey a visitor would take, and where it leads, with what is known of the
 * visitor. Pure, and a simulation: the API does not document the order of evaluation.
 *
 * Three-valued: a visitor is in a segment, is not, or nobody knows. So is one whose condition is of
 * a type that is not known here, or names a segment that is not there. What depends on the unknown
 * is told as what it depends on and as ranges, never guessed. Two conditions of one type and value
 * are one unknown: where the first is met so is the second.
 */
#ifndef MODEL_WHATIF_H
#define MODEL_WHATIF_H

#include "base/vec.h"
#include "model/catalog.h"
#include "model/decimal.h"

enum whatif_known { WHATIF_NO, WHATIF_YES, WHATIF_UNKNOWN, WHATIF_KNOWN_KINDS };

/* What is assumed where the API says nothing; all zero is what decisions say. */
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

/* What is said of a visitor, segment by segment. */
struct whatif_tick {
	struct str segment;
	enum whatif_known known;
};

struct whatif_said {
	const struct whatif_tick *v;
	size_t n;
};

/* For `knows`, the context being a struct whatif_said: of a segment that is not among them, as
 * one that is not there, nobody can tell. */
enum whatif_known whatif_knows(void *said, struct str segment);

enum whatif_verdict {
	WHATIF_FIRES,
	WHATIF_DOES_NOT,
	WHATIF_NOT_REACHED, /* one before it fires, or takes every visitor that it would */
	WHATIF_CANNOT_TELL, /* a condition of its own is not known */
	WHATIF_DEPENDS,     /* it would, unless the one it depends on does */
	WHATIF_VERDICTS
};

#define WHATIF_NO_SHARE INT64_MIN

struct whatif_answer {
	enum whatif_verdict verdict;
	size_t on; /* DEPENDS: the first that it depends on; NOT_REACHED: who takes them, or the
		      last of those who do */
};

/* Of all visitors of whom no more is known: at least and at most so many go there, in
 * DECIMAL_ONEths of a percent. */
struct whatif_share {
	struct str tag;
	int64_t least, most;
	bool fallback; /* some of it is left over, or of those whom no journey takes */
};

struct whatif {
	VEC(struct whatif_answer) answers; /* a journey each */
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
/* It does, or nobody can say that it does not. */
bool whatif_may_fire(enum whatif_verdict v);

/* The share of each destination of a journey, as many as it has: WHATIF_NO_SHARE for one whose
 * split is no number (then the answer is false), or that is of another action than the first that
 * has destinations. *left falls back. */
bool whatif_values(
    const struct journey *j, const struct whatif_policy *policy, int64_t *shares, int64_t *left);

/* How one journey splits those that it takes, its own fallback part among them: appended, a row
 * for each tag, together 100 percent. False when a split is no number: then nobody knows. */
bool whatif_splits(const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, struct whatif *out);

/* Is every share one number, and not a range? */
bool whatif_is_exact(const struct whatif *w);
/* Sends visitors, drawn from a seed, along the shares: how many come to each, in `counts`, one
 * for each share. Only where all shares are certain. */
void whatif_draw(const struct whatif *w, uint64_t seed, uint32_t visitors, uint32_t *counts);

#endif
