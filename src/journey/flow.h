/*
 * flow.h - journeys as one-line texts: their conditions and destinations. Pure. The chart is in
 * ui/journey/flow_doc.h.
 *
 * All of it follows from the configuration and the assumed policy: simulated, not observed.
 */
#ifndef JOURNEY_FLOW_H
#define JOURNEY_FLOW_H

#include "list/doc.h"
#include "list/rows.h"
#include "model/graph.h"
#include "model/whatif.h"

struct flow_doc_context {
	const struct journeys *journeys;
	const struct graph *graph; /* NULL: missing items, and the offers of tags, are not known */
	struct whatif_policy policy;
	/* The visitor of a simulation; both NULL: none. */
	const struct whatif *whatif;
	const struct whatif_visitor *visitor;
};

enum { FLOW_SEED = 7, FLOW_VISITOR_COUNT = 10000 };

/* Appends the conditions: "lapsed-365 and region-uk"; "everybody" without conditions. Cleaned. */
void flow_write_conditions(
    struct buf *out, const struct journey *j, const struct whatif_policy *policy, bool ascii);
/* The text for a fallback without a tag: "nowhere", or that it cannot be read. */
const char *flow_no_fallback_words(const struct journeys *all);
/* Appends the destinations with their shares: "70 save · 30 uk/newsletter". */
void flow_append_destinations(struct buf *out, const struct journeys *all, const struct journey *j,
    const struct whatif_policy *policy, bool ascii);
/* The words for each enum whatif_answer. */
extern const char *const flow_answer_words[];
/* Appends a percentage: "70", "33.33", two decimals at most; "<0.01" for smaller ones; "?" for
 * WHATIF_NO_SHARE. */
void flow_write_percent(struct buf *out, int64_t share);
/* Appends which conditions the visitor meets: "lapsed-365 yes, region-uk not known". Cleaned. */
void flow_write_known_conditions(
    struct buf *out, const struct flow_doc_context *context, const struct journey *j);
/* Appends the verdict: "FIRES", "no", "not reached", "cannot tell", "depends on 1". */
void flow_write_verdict(struct buf *out, const struct whatif_result *answer);
enum role flow_verdict_role(enum whatif_verdict verdict);
/* Appends a share in percent: "70", "0 to 70". */
void flow_write_share(struct buf *out, const struct whatif_share *share);
/* Appends the reason for the verdict: "lapsed-365 yes, country GB not known"; "journey 3 fires
 * before it". Cleaned. */
void flow_write_reason(struct buf *out, const struct flow_doc_context *context, size_t at);
/* The short name of a tag or segment: without /tags/ or /segments/. */
struct str flow_short_name(struct str path);

/* Appends the policy in words: "the first match wins, all conditions met; of several actions the
 * first counts; what is left over falls back, over 100 is cut". */
void flow_write_policy(struct buf *out, const struct whatif_policy *policy);

/*
 * A journey in one line: its conditions, shares and destinations, and its verdict for
 * the visitor. Texts live in the arena and are cleaned.
 */

enum { FLOW_ROW_BAR_CELLS = 12 };

struct flow_row {
	struct str number, conditions, split_bar, destinations, verdict, offers, findings, id;
	struct str search_text; /* folded */
	size_t journey_index;   /* index of the journey */
	enum role role;         /* of the verdict's text */
	bool has_finding;       /* a check has a finding about it */
};

/* `findings` is the number of findings about the journey. */
void flow_row_fill(struct flow_row *row, struct arena *a, const struct flow_doc_context *context,
    size_t at, size_t findings, bool ascii);

/* The journeys as the console lists them. */
extern const struct view_resource flow_resource;

#endif
